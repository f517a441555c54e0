//! What is counted in the code of a file.

use std::path::Path;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Expr, Meta, Type};

/// Places in the code, each as `FILE:LINE`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Code {
    /// Functions over 60 lines.
    pub(crate) long: Vec<String>,
    /// Functions over 100 lines.
    pub(crate) very_long: Vec<String>,
    /// Parameters that are tuples.
    pub(crate) tuples: Vec<String>,
    /// Items that documentation hides.
    pub(crate) hidden: Vec<String>,
    /// Statics whose address is compared.
    pub(crate) addresses: Vec<String>,
    /// Names that are compared with the name of a static, or with a constant.
    pub(crate) names: Vec<String>,
    /// Types that hold a request, or the algorithm that it names, on its way to the search.
    pub(crate) stations: Vec<String>,
    /// Types that describe algorithms.
    pub(crate) rows: Vec<String>,
    /// Kinds of entries.
    pub(crate) entries: Vec<String>,
    /// Reports that say the version of their schema by a number of their own.
    pub(crate) heads: Vec<String>,
}

/// The types that are rows of algorithms, or requests.
const REQUESTED: [&str; 8] = [
    "AlgorithmInfo",
    "NamedAlgorithm",
    "GameAlgorithm",
    "SelectedAlgorithm",
    "SolveRequest",
    "AnalysisRequest",
    "ParsedRequest",
    "Named",
];

impl Code {
    /// Counts what is in a file, but for its tests.
    pub(crate) fn add(&mut self, path: &Path, file: &syn::File) {
        Reader { path, code: self }.visit_file(file);
    }
}

/// Whether an item is compiled for tests alone.
pub(super) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        Meta::Path(path) => path.is_ident("test"),
        Meta::NameValue(_) => false,
    })
}

struct Reader<'a> {
    path: &'a Path,
    code: &'a mut Code,
}

impl Reader<'_> {
    fn place(&self, at: &impl Spanned) -> String {
        format!("{}:{}", self.path.display(), at.span().start().line)
    }

    fn function(&mut self, signature: &syn::Signature, whole: &impl Spanned) {
        let lines = whole.span().end().line + 1 - signature.span().start().line;
        if lines > 60 {
            self.code.long.push(self.place(signature));
        }
        if lines > 100 {
            self.code.very_long.push(self.place(signature));
        }
    }
}

/// Whether a type is one of these, or made of one.
fn mentions(ty: &Type, names: &[&str]) -> bool {
    struct Looking<'a>(&'a [&'a str], bool);
    impl<'ast> Visit<'ast> for Looking<'_> {
        fn visit_path_segment(&mut self, it: &'ast syn::PathSegment) {
            self.1 |= self.0.iter().any(|name| it.ident == name);
            visit::visit_path_segment(self, it);
        }
    }
    let mut looking = Looking(names, false);
    looking.visit_type(ty);
    looking.1
}

/// Whether a type is a tuple, or a reference to one.
fn is_tuple(ty: &Type) -> bool {
    match ty {
        Type::Tuple(tuple) => !tuple.elems.is_empty(),
        Type::Reference(reference) => is_tuple(&reference.elem),
        _ => false,
    }
}

/// Whether an identifier is that of a constant or a static.
fn is_constant(ident: &syn::Ident) -> bool {
    let name = ident.to_string();
    name.len() > 1 && name.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c.is_numeric())
}

/// Whether an expression is a constant or a static, or its address.
fn names_constant(expression: &Expr) -> bool {
    match expression {
        Expr::Path(path) => path.path.segments.last().is_some_and(|last| is_constant(&last.ident)),
        Expr::Reference(it) => names_constant(&it.expr),
        Expr::RawAddr(it) => names_constant(&it.expr),
        Expr::Paren(it) => names_constant(&it.expr),
        Expr::Unary(it) => names_constant(&it.expr),
        _ => false,
    }
}

/// Whether an expression is the field `name` of something.
fn is_name(expression: &Expr) -> bool {
    match expression {
        Expr::Field(field) => {
            matches!(&field.member, syn::Member::Named(ident) if ident == "name")
        }
        Expr::Reference(it) => is_name(&it.expr),
        Expr::Unary(it) => is_name(&it.expr),
        _ => false,
    }
}

/// Whether an expression is a field of a constant or a static, or of a field of one, or of what a
/// method of one returns.
fn is_field_of_constant(expression: &Expr) -> bool {
    match expression {
        Expr::Field(field) => names_constant(&field.base) || is_field_of_constant(&field.base),
        Expr::MethodCall(call) => {
            names_constant(&call.receiver) || is_field_of_constant(&call.receiver)
        }
        Expr::Reference(it) => is_field_of_constant(&it.expr),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes = match item {
            syn::Item::Mod(it) => &it.attrs,
            syn::Item::Fn(it) => &it.attrs,
            syn::Item::Impl(it) => &it.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_for_tests(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_struct(&mut self, it: &'ast syn::ItemStruct) {
        let is = |field: &syn::Field, name: &str| field.ident.as_ref().is_some_and(|it| it == name);
        let place = self.place(&it.ident);
        if it.fields.iter().any(|field| is(field, "algorithm") || mentions(&field.ty, &REQUESTED)) {
            self.code.stations.push(place.clone());
        }
        let is_of_algorithms = it.ident.to_string().contains("Algorithm");
        if is_of_algorithms && it.fields.iter().any(|field| mentions(&field.ty, &["Component"])) {
            self.code.rows.push(place);
        }
        visit::visit_item_struct(self, it);
    }

    fn visit_field_value(&mut self, it: &'ast syn::FieldValue) {
        if matches!(&it.member, syn::Member::Named(name) if name == "schema")
            && matches!(it.expr, Expr::Lit(_))
        {
            self.code.heads.push(self.place(it));
        }
        visit::visit_field_value(self, it);
    }

    fn visit_item_trait(&mut self, it: &'ast syn::ItemTrait) {
        if it.ident.to_string().ends_with("Entry") {
            self.code.entries.push(self.place(&it.ident));
        }
        visit::visit_item_trait(self, it);
    }

    fn visit_item_fn(&mut self, it: &'ast syn::ItemFn) {
        self.function(&it.sig, it);
        visit::visit_item_fn(self, it);
    }

    fn visit_impl_item_fn(&mut self, it: &'ast syn::ImplItemFn) {
        self.function(&it.sig, it);
        visit::visit_impl_item_fn(self, it);
    }

    fn visit_signature(&mut self, it: &'ast syn::Signature) {
        for input in &it.inputs {
            if let syn::FnArg::Typed(typed) = input
                && is_tuple(&typed.ty)
            {
                self.code.tuples.push(self.place(&typed.ty));
            }
        }
        visit::visit_signature(self, it);
    }

    fn visit_attribute(&mut self, it: &'ast Attribute) {
        if let Meta::List(list) = &it.meta
            && list.path.is_ident("doc")
            && list.tokens.to_string() == "hidden"
        {
            self.code.hidden.push(self.place(it));
        }
    }

    fn visit_expr_call(&mut self, it: &'ast syn::ExprCall) {
        let is_comparison = matches!(&*it.func, Expr::Path(path) if {
            let parts: Vec<String> =
                path.path.segments.iter().map(|part| part.ident.to_string()).collect();
            parts.ends_with(&["ptr".to_owned(), "eq".to_owned()])
        });
        if is_comparison && it.args.iter().any(names_constant) {
            self.code.addresses.push(self.place(it));
        }
        visit::visit_expr_call(self, it);
    }

    fn visit_expr_binary(&mut self, it: &'ast syn::ExprBinary) {
        if matches!(it.op, BinOp::Eq(_) | BinOp::Ne(_)) {
            let is_one = |one: &Expr, other: &Expr| {
                is_name(one) && (names_constant(other) || is_field_of_constant(other))
            };
            if is_one(&it.left, &it.right) || is_one(&it.right, &it.left) {
                self.code.names.push(self.place(it));
            }
        }
        visit::visit_expr_binary(self, it);
    }
}
