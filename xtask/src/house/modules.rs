//! Which file of a crate uses which other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Item, UseTree};

use super::code::is_for_tests;

/// The path of a module inside its crate, such as `["depth_first", "frame"]`.
type ModulePath = Vec<String>;

/// The modules of a crate, one per file, with what each defines and imports.
pub(super) struct Modules {
    /// The file of each module.
    files: BTreeMap<ModulePath, usize>,
    /// In each file: its own path.
    paths: Vec<ModulePath>,
    /// In each file: the names that it imports, with where they come from.
    imports: Vec<BTreeMap<String, Import>>,
    /// In each file: the paths that its code names, imports included but for those that only pass
    /// a name on.
    uses: Vec<BTreeSet<ModulePath>>,
}

/// Where an imported name comes from, from the root of the crate.
struct Import {
    from: ModulePath,
}

impl Modules {
    /// The modules of the crate whose code is in `folder`.
    pub(super) fn of(folder: &Path, files: &[(&Path, syn::File)]) -> Self {
        let mut modules = Self {
            files: BTreeMap::new(),
            paths: Vec::new(),
            imports: Vec::new(),
            uses: Vec::new(),
        };
        for (at, (path, file)) in files.iter().enumerate() {
            let own = module_path(path.strip_prefix(folder).unwrap_or(path));
            modules.files.insert(own.clone(), at);
            let mut reader = Reader { own: &own, imports: BTreeMap::new(), uses: BTreeSet::new() };
            reader.visit_file(file);
            let Reader { imports, uses, .. } = reader;
            modules.imports.push(imports);
            modules.uses.push(uses);
            modules.paths.push(own);
        }
        modules
    }

    /// For each file, the other files whose items it uses.
    pub(super) fn arrows(&self) -> Vec<Vec<usize>> {
        let of_file = |(at, uses): (usize, &BTreeSet<ModulePath>)| {
            let found: BTreeSet<usize> =
                uses.iter().filter_map(|path| self.defined_in(path, 0)).collect();
            found.into_iter().filter(|&to| to != at).collect()
        };
        self.uses.iter().enumerate().map(of_file).collect()
    }

    /// The file that defines what `path` names: names that are passed on are followed.
    fn defined_in(&self, path: &[String], depth: usize) -> Option<usize> {
        // The longest part that is a module.
        let length =
            (0..=path.len()).rev().find(|&length| self.files.contains_key(&path[..length]));
        let length = length?;
        let file = self.files[&path[..length]];
        let Some(name) = path.get(length) else { return Some(file) };
        match self.imports[file].get(name) {
            // Names are passed on a few times at most; a circle of them does not compile.
            Some(import) if depth < 8 => self.defined_in(&import.from, depth + 1),
            _ => Some(file),
        }
    }
}

/// `a/b/mod.rs` and `a/b.rs` are the module `a::b`.
fn module_path(file: &Path) -> ModulePath {
    let mut parts: Vec<String> = file
        .with_extension("")
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    if parts.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}

/// Reads the imports of one file and the paths that its code names.
struct Reader<'a> {
    own: &'a ModulePath,
    imports: BTreeMap<String, Import>,
    uses: BTreeSet<ModulePath>,
}

impl Reader<'_> {
    /// A path from the root of the crate; `None` if it leads out of the crate.
    fn resolved(&self, parts: &[String]) -> Option<ModulePath> {
        let mut base = match parts.first().map(String::as_str)? {
            "crate" => Vec::new(),
            "self" | "super" => self.own.clone(),
            _ => return None,
        };
        let mut rest = parts;
        while let Some((first, others)) = rest.split_first() {
            match first.as_str() {
                "crate" | "self" => {}
                "super" => {
                    base.pop()?;
                }
                _ => break,
            }
            rest = others;
        }
        base.extend(rest.iter().cloned());
        Some(base)
    }

    /// A path that may begin with one of the file's own modules.
    fn resolved_in_use(&self, parts: &[String]) -> ModulePath {
        self.resolved(parts).unwrap_or_else(|| {
            let mut path = self.own.clone();
            path.extend(parts.iter().cloned());
            path
        })
    }

    fn import(&mut self, tree: &UseTree, before: &mut Vec<String>, is_passed_on: bool) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.import(&path.tree, before, is_passed_on);
                before.pop();
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(tree, before, is_passed_on));
            }
            UseTree::Name(name) => {
                let (name, here) = (name.ident.to_string(), "self");
                let mut parts = before.clone();
                let known = if name == here { parts.last().cloned() } else { Some(name.clone()) };
                parts.extend((name != here).then_some(name));
                self.imported(known.unwrap_or_default(), &parts, is_passed_on);
            }
            UseTree::Rename(rename) => {
                let mut parts = before.clone();
                parts.push(rename.ident.to_string());
                self.imported(rename.rename.to_string(), &parts, is_passed_on);
            }
            UseTree::Glob(_) => {
                let path = self.resolved_in_use(before);
                self.uses.extend((!is_passed_on).then_some(path));
            }
        }
    }

    fn imported(&mut self, name: String, parts: &[String], is_passed_on: bool) {
        let from = self.resolved_in_use(parts);
        self.uses.extend((!is_passed_on).then(|| from.clone()));
        self.imports.insert(name, Import { from });
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Use(it) if !is_for_tests(&it.attrs) => {
                let is_passed_on = !matches!(it.vis, syn::Visibility::Inherited);
                self.import(&it.tree, &mut Vec::new(), is_passed_on);
            }
            Item::Use(_) => {}
            Item::Mod(it) if is_for_tests(&it.attrs) => {}
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if parts.len() > 1 {
            self.uses.extend(self.resolved(&parts));
        }
        visit::visit_path(self, path);
    }
}

/// The modules of a crate made of texts, for tests.
#[cfg(test)]
pub(super) fn arrows_of(files: &[(&str, &str)]) -> Vec<Vec<usize>> {
    let parsed: Vec<(&Path, syn::File)> = files
        .iter()
        .map(|(path, text)| (Path::new(*path), syn::parse_file(text).expect("Rust")))
        .collect();
    Modules::of(Path::new(""), &parsed).arrows()
}
