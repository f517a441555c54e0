//! Expressions such as `x^2 + sin(3*y)`.

use tremaux_core::ParseError;

/// One instruction of a compiled expression.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Code {
    Number(f64),
    Variable(u16),
    Negate,
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Call(u8),
}

type Unary = fn(f64) -> f64;
type Binary = fn(f64, f64) -> f64;

/// The functions of one argument.
const UNARY: [(&str, Unary); 16] = [
    ("sin", f64::sin),
    ("cos", f64::cos),
    ("tan", f64::tan),
    ("asin", f64::asin),
    ("acos", f64::acos),
    ("atan", f64::atan),
    ("sinh", f64::sinh),
    ("cosh", f64::cosh),
    ("tanh", f64::tanh),
    ("exp", f64::exp),
    ("ln", |x| logarithm(x, f64::ln)),
    ("log10", |x| logarithm(x, f64::log10)),
    ("sqrt", f64::sqrt),
    ("abs", f64::abs),
    ("floor", f64::floor),
    ("ceil", f64::ceil),
];

/// The functions of two arguments.
const BINARY: [(&str, Binary); 2] = [
    ("min", |one, other| if_defined(one, other, f64::min)),
    ("max", |one, other| if_defined(one, other, f64::max)),
];

/// The greatest number of intermediate results.
const DEPTH: usize = 64;
/// The greatest number of variables.
const MOST_VARIABLES: usize = 100;

/// A function as a formula of the user's own, compiled.
///
/// Numbers, variables (a letter, or a letter and digits), `pi`, `e`, `+ - * / ^`, parentheses and
/// the usual functions.
///
/// ```
/// use tremaux::landscape::function::Expression;
///
/// let curve = Expression::parse("x^2 + sin(3*y)")?;
/// assert_eq!(curve.variables(), ["x", "y"]);
/// assert_eq!(curve.at(&[2.0, 0.0]), 4.0);
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    codes: Vec<Code>,
    variables: Vec<String>,
}

/// An operator that waits for its right side.
#[derive(Clone, Copy)]
enum Waiting<'a> {
    Operator(Code, u8),
    Open(&'a str),
    Function { at: u8, word: &'a str, commas: usize },
}

struct Compiler<'a> {
    text: &'a str,
    codes: Vec<Code>,
    names: Vec<&'a str>,
    waiting: Vec<Waiting<'a>>,
    depth: usize,
}

impl<'a> Compiler<'a> {
    fn push(&mut self, code: Code, word: &str) -> Result<(), ParseError> {
        match code {
            Code::Number(_) | Code::Variable(_) => self.depth += 1,
            Code::Negate => {}
            Code::Call(at) if usize::from(at) < UNARY.len() => {}
            _ => self.depth -= 1,
        }
        if self.depth > DEPTH {
            let expected = format!("an expression with at most {DEPTH} intermediate results");
            return Err(ParseError::about(self.text, word, expected));
        }
        self.codes.push(code);
        Ok(())
    }

    /// Emits the operators that bind at least as strongly as `strength`.
    fn reduce(&mut self, strength: u8) {
        while let Some(&Waiting::Operator(code, own)) = self.waiting.last() {
            if own < strength {
                break;
            }
            self.waiting.pop();
            // Operators only lower the depth.
            self.depth -= usize::from(code != Code::Negate);
            self.codes.push(code);
        }
    }

    fn name(&mut self, word: &'a str, is_called: bool) -> Result<bool, ParseError> {
        let unary = UNARY.iter().map(|(name, _)| *name);
        let functions = unary.chain(BINARY.iter().map(|(name, _)| *name));
        let found = functions.clone().position(|name| name == word);
        if is_called {
            let Some(at) = found else {
                let near = tremaux_reading::nearest_names(word, functions.clone());
                let near = if near.is_empty() { functions.collect() } else { near };
                let expected = format!("a function: {}", tremaux_reading::in_words(&near));
                return Err(ParseError::about(self.text, word, expected));
            };
            self.waiting.push(Waiting::Function { at: at as u8, word, commas: 0 });
            return Ok(false);
        }
        let mut letters = word.chars();
        let is_variable = letters.next().is_some_and(char::is_alphabetic)
            && letters.as_str().chars().all(|c| c.is_ascii_digit());
        match word {
            "pi" => self.push(Code::Number(std::f64::consts::PI), word)?,
            "e" => self.push(Code::Number(std::f64::consts::E), word)?,
            _ if is_variable => {
                let at = self.names.iter().position(|name| *name == word);
                if at.is_none() {
                    self.names.push(word);
                }
                if self.names.len() > MOST_VARIABLES {
                    let expected = format!("at most {MOST_VARIABLES} variables");
                    return Err(ParseError::about(self.text, word, expected));
                }
                self.push(Code::Variable(at.unwrap_or(self.names.len() - 1) as u16), word)?;
            }
            _ => {
                let expected = match found {
                    Some(_) => format!("`{word}(…)`, as it is a function"),
                    None => "a variable, such as `x` or `x1`".to_owned(),
                };
                return Err(ParseError::about(self.text, word, expected));
            }
        }
        Ok(true)
    }

    /// Reads an operator of two operands.
    fn operator(&mut self, sign: char) {
        let (code, strength) = match sign {
            '+' => (Code::Add, 1),
            '-' => (Code::Subtract, 1),
            '*' => (Code::Multiply, 2),
            '/' => (Code::Divide, 2),
            _ => (Code::Power, 4),
        };
        // Powers associate to the right.
        self.reduce(strength + u8::from(sign == '^'));
        self.waiting.push(Waiting::Operator(code, strength));
    }

    /// Ends an argument at `)` or `,`.
    fn end_argument(&mut self, word: &str) -> Result<(), ParseError> {
        self.reduce(0);
        let is_comma = word == ",";
        match self.waiting.last_mut() {
            Some(Waiting::Open(_)) if !is_comma => {
                self.waiting.pop();
                Ok(())
            }
            Some(Waiting::Function { at, word: name, commas }) => {
                let (at, name) = (*at, *name);
                let expected = usize::from(usize::from(at) >= UNARY.len());
                *commas += usize::from(is_comma);
                let is_wrong = if is_comma { *commas > expected } else { *commas != expected };
                if is_wrong {
                    let arguments = if expected == 0 { "one argument" } else { "two arguments" };
                    let expected = format!("{arguments} of `{name}`");
                    return Err(ParseError::about(self.text, word, expected));
                }
                if !is_comma {
                    self.waiting.pop();
                    self.push(Code::Call(at), name)?;
                }
                Ok(())
            }
            _ => Err(ParseError::about(self.text, word, "an operator or the end")),
        }
    }

    /// The expression of the codes, with the variables in alphabetical order.
    fn finish(self) -> Expression {
        let Self { codes, names, .. } = self;
        let mut order: Vec<usize> = (0..names.len()).collect();
        let number = |name: &str| name.get(1..).and_then(|it| it.parse().ok()).unwrap_or(0_u64);
        order.sort_by_key(|&at| (names[at].chars().next(), number(names[at]), names[at]));
        let variables = order.iter().map(|&at| names[at].to_owned()).collect();
        let mut place = vec![0; names.len()];
        order.iter().enumerate().for_each(|(to, &from)| place[from] = to as u16);
        let placed = |code| match code {
            Code::Variable(at) => Code::Variable(place[usize::from(at)]),
            other => other,
        };
        Expression { codes: codes.into_iter().map(placed).collect(), variables }
    }
}

/// The next word of `text` from `at`: a number, a name, or one character.
fn word(text: &str) -> &str {
    let bytes = text.as_bytes();
    let digits =
        |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let Some(first) = text.chars().next() else { return "" };
    if first.is_ascii_digit() || first == '.' {
        let mut end = digits(0);
        if bytes.get(end) == Some(&b'.') {
            end = digits(end + 1);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let last = digits((end + 1 + sign).min(bytes.len()));
            // Without digits it is the constant e.
            if last > end + 1 + sign {
                end = last;
            }
        }
        return &text[..end];
    }
    if first.is_alphabetic() || first == '_' {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
        return &text[..end.unwrap_or(text.len())];
    }
    &text[..first.len_utf8()]
}

impl Expression {
    /// Compiles an expression. Variables are in alphabetical order.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let (codes, names, waiting) = (Vec::new(), Vec::new(), Vec::new());
        let mut compiler = Compiler { text, codes, names, waiting, depth: 0 };
        let mut rest = text.trim_start();
        let mut has_operand = false;
        while !rest.is_empty() {
            let word = word(rest);
            let after = rest[word.len()..].trim_start();
            let wrong = |expected: &str| Err(ParseError::about(text, word, expected));
            let first = word.chars().next().unwrap_or(' ');
            let is_operand = first.is_alphanumeric() || matches!(first, '.' | '_' | '(');
            if is_operand && has_operand {
                return wrong("an operator, such as `*`");
            }
            has_operand = match first {
                '(' => {
                    compiler.waiting.push(Waiting::Open(word));
                    false
                }
                '0'..='9' | '.' => {
                    let Ok(number) = word.parse::<f64>() else { return wrong("a number") };
                    compiler.push(Code::Number(number), word)?;
                    true
                }
                _ if is_operand => {
                    let is_called = after.starts_with('(');
                    let is_whole = compiler.name(word, is_called)?;
                    if is_called {
                        rest = after[1..].trim_start();
                        has_operand = false;
                        continue;
                    }
                    is_whole
                }
                '-' if !has_operand => {
                    compiler.waiting.push(Waiting::Operator(Code::Negate, 3));
                    false
                }
                '+' | '-' | '*' | '/' | '^' | ')' | ',' if !has_operand => {
                    return wrong("a number, a variable, a function or `(`");
                }
                ')' | ',' => {
                    compiler.end_argument(word)?;
                    first == ')'
                }
                '+' | '-' | '*' | '/' | '^' => {
                    compiler.operator(first);
                    false
                }
                _ => return wrong("a number, a variable, a function or an operator"),
            };
            rest = after;
        }
        if !has_operand {
            return Err(ParseError::at_end(text, "a number, a variable, a function or `(`"));
        }
        compiler.reduce(0);
        if let Some(Waiting::Open(word) | Waiting::Function { word, .. }) = compiler.waiting.last()
        {
            return Err(ParseError::about(text, word, "a closing `)` after this"));
        }
        Ok(compiler.finish())
    }

    /// The names of the variables.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// The value at a point; not a number where the expression is not defined.
    pub fn at(&self, point: &[f64]) -> f64 {
        let mut stack = [0.0; DEPTH];
        let mut depth = 0;
        for &code in &self.codes {
            let binary = |f: fn(f64, f64) -> f64, stack: &mut [f64; DEPTH], depth: &mut usize| {
                *depth -= 1;
                stack[*depth - 1] = f(stack[*depth - 1], stack[*depth]);
            };
            match code {
                Code::Number(_) | Code::Variable(_) => {
                    stack[depth] = match code {
                        Code::Number(number) => number,
                        Code::Variable(at) => point.get(usize::from(at)).copied().unwrap_or(0.0),
                        _ => 0.0,
                    };
                    depth += 1;
                }
                Code::Negate => stack[depth - 1] = -stack[depth - 1],
                Code::Add => binary(|one, other| one + other, &mut stack, &mut depth),
                Code::Subtract => binary(|one, other| one - other, &mut stack, &mut depth),
                Code::Multiply => binary(|one, other| one * other, &mut stack, &mut depth),
                Code::Divide => binary(quotient, &mut stack, &mut depth),
                Code::Power => binary(power, &mut stack, &mut depth),
                Code::Call(at) => match UNARY.get(usize::from(at)) {
                    Some((_, f)) => stack[depth - 1] = f(stack[depth - 1]),
                    None => {
                        let f = BINARY[usize::from(at) - UNARY.len()].1;
                        binary(f, &mut stack, &mut depth);
                    }
                },
            }
        }
        stack[0]
    }
}

/// The value of `f`, unless an argument is undefined.
fn if_defined(one: f64, other: f64, f: Binary) -> f64 {
    if one.is_nan() || other.is_nan() { f64::NAN } else { f(one, other) }
}

/// A quotient; not a number where the divisor is 0. An infinite quotient would be an argument
/// like any other, and `exp(-1/x^2)` would have a value at 0.
fn quotient(dividend: f64, divisor: f64) -> f64 {
    if divisor == 0.0 { f64::NAN } else { dividend / divisor }
}

/// A logarithm; not a number at 0.
fn logarithm(x: f64, f: Unary) -> f64 {
    if x == 0.0 { f64::NAN } else { f(x) }
}

/// A power; whole exponents are exact for negative numbers too. It is not a number where 0 has a
/// negative exponent.
fn power(base: f64, exponent: f64) -> f64 {
    if exponent == 2.0 {
        return base * base;
    }
    let is_pole = base == 0.0 && exponent < 0.0;
    if is_pole { f64::NAN } else { if_defined(base, exponent, f64::powf) }
}
