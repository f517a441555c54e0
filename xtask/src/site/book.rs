//! The guide and a reference of the catalogue as pages of the site.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};
use serde_json::Value;

use super::{File, read};

const GUIDE: &str = "docs/guide/src";

/// The traces that play in chapters instead of a drawing of this name, by what the engine is asked.
const TRACES: [(&str, &str); 2] = [
    (
        "tiles-tree",
        r#"{"form":"html","search":{"domain":"tiles","instance":"1 2 3 / _ 4 6 / 7 5 8",
            "options":{"goal":"blank-last"},"algorithm":"a-star","heuristic":"misplaced"}}"#,
    ),
    (
        "game-tree",
        r#"{"form":"html","analysis":{"played":{"game":"tic-tac-toe","start":"xox/oo./x.."},
            "algorithm":"alpha-beta"}}"#,
    ),
];

/// The parts of the reference, by their names in the catalogue.
const PARTS: [(&str, &str); 4] = [
    ("domains", "Problems"),
    ("landscapes", "Landscapes"),
    ("games", "Games"),
    ("game_algorithms", "Algorithms for games"),
];

struct Chapter {
    name: String,
    title: String,
    body: String,
}

/// The pages with their pictures and traces; `ask` asks the engine.
pub(super) fn files(
    catalogue: &[u8],
    ask: impl Fn(&str, &str) -> Result<Vec<u8>, String>,
) -> Result<Vec<File>, String> {
    let catalogue: Value = serde_json::from_slice(catalogue).map_err(|error| error.to_string())?;
    let mut chapters = guide()?;
    chapters.extend(reference(&catalogue));
    let mut contents = String::from("<h1>Trémaux</h1><ul>");
    for Chapter { name, title, .. } in &chapters {
        let _ = write!(contents, "<li><a href=\"{name}.html\">{}</a></li>", escaped(title));
    }
    contents.push_str("</ul>");
    let mut files = vec![
        ("guide/index.html".to_owned(), page("Guide and reference", &contents, "")),
        ("guide/book.css".to_owned(), read("docs/guide/book.css")?),
    ];
    for (nth, Chapter { name, title, body }) in chapters.iter().enumerate() {
        let next = chapters.get(nth + 1).map_or_else(String::new, |next| {
            format!("<a rel=\"next\" href=\"{}.html\">{} ›</a>", next.name, escaped(&next.title))
        });
        files.push((format!("guide/{name}.html"), page(title, body, &next)));
    }
    let folder = Path::new(GUIDE).join("pictures");
    let pictures = fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let mut names: Vec<String> =
        pictures.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    for name in names {
        files.push((format!("guide/pictures/{name}"), read(folder.join(&name))?));
    }
    for (name, question) in TRACES {
        let answer = ask("trace", question)?;
        // The kind of the file comes first.
        let page = answer.splitn(2, |&byte| byte == 0).nth(1).unwrap_or_default().to_vec();
        files.push((format!("guide/traces/{name}.html"), page));
    }
    Ok(files)
}

fn page(title: &str, body: &str, next: &str) -> Vec<u8> {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
         http-equiv=\"content-security-policy\" content=\"default-src 'none'; style-src 'self'; \
         img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'\">\n<meta \
         name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta \
         name=\"color-scheme\" content=\"light dark\">\n<title>{title} · Trémaux</title>\n<link \
         rel=\"icon\" href=\"../icon.svg\" type=\"image/svg+xml\">\n<link rel=\"stylesheet\" \
         href=\"book.css\">\n</head>\n<body>\n<nav><a href=\"../index.html\">Trémaux</a> <a \
         href=\"index.html\">Guide and reference</a> {next}</nav>\n<main>\n{body}</main>\n\
         </body>\n</html>\n"
    )
    .into_bytes()
}

/// The chapters that the summary lists.
fn guide() -> Result<Vec<Chapter>, String> {
    let summary = text(&Path::new(GUIDE).join("SUMMARY.md"))?;
    let listed = summary
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- [")?.strip_suffix(".md)")?.split_once("]("));
    listed
        .map(|(title, name)| {
            let body = chapter(&text(&Path::new(GUIDE).join(format!("{name}.md")))?);
            Ok(Chapter { name: name.to_owned(), title: title.to_owned(), body })
        })
        .collect()
}

fn text(path: &Path) -> Result<String, String> {
    String::from_utf8(read(path)?).map_err(|error| format!("{}: {error}", path.display()))
}

/// A chapter in HTML: headings can be linked to, links lead to pages, lines of examples that only
/// the compiler needs are left out, and a trace plays where there is one.
fn chapter(markdown: &str) -> String {
    let mut events: Vec<Event<'_>> = Vec::new();
    let (mut is_rust, mut is_outside, mut plays, mut heading) = (false, false, false, None);
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        let event = match event {
            Event::Start(Tag::Link { dest_url, .. }) if dest_url.starts_with("../") => {
                is_outside = true;
                continue;
            }
            Event::End(TagEnd::Link) if is_outside => {
                is_outside = false;
                continue;
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = match dest_url.contains("://") {
                    true => dest_url,
                    false => CowStr::from(dest_url.replacen(".md", ".html", 1)),
                };
                Event::Start(Tag::Link { link_type, dest_url, title, id })
            }
            Event::Start(Tag::Image { dest_url, .. }) if trace_of(&dest_url).is_some() => {
                let name = trace_of(&dest_url).unwrap_or_default();
                plays = true;
                Event::InlineHtml(format!("<iframe src=\"traces/{name}.html\" title=\"").into())
            }
            Event::Text(words) if plays => Event::InlineHtml(escaped(&words).into()),
            Event::End(TagEnd::Image) if plays => {
                plays = false;
                Event::InlineHtml("\"></iframe>".into())
            }
            Event::Start(Tag::Heading { .. }) => {
                heading = Some(events.len());
                event
            }
            Event::End(TagEnd::Heading(_)) => {
                name_heading(&mut events, heading.take());
                event
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(ref language))) => {
                is_rust = language.starts_with("rust");
                event
            }
            Event::Text(code) if is_rust => {
                let is_shown = |line: &&str| *line != "#\n" && !line.starts_with("# ");
                let shown: String = code.split_inclusive('\n').filter(is_shown).collect();
                Event::Text(shown.into())
            }
            Event::End(TagEnd::CodeBlock) => {
                is_rust = false;
                event
            }
            _ => event,
        };
        events.push(event);
    }
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    body
}

/// The trace that plays instead of a picture, if there is one.
fn trace_of(picture: &str) -> Option<&'static str> {
    let name = Path::new(picture).file_stem()?.to_str()?;
    TRACES.iter().map(|&(known, _)| known).find(|&known| known == name)
}

/// Names a heading by its words in small letters, as links to it do.
fn name_heading(events: &mut [Event<'_>], start: Option<usize>) {
    let Some(start) = start else { return };
    let words = events[start..].iter().filter_map(|event| match event {
        Event::Text(words) | Event::Code(words) => Some(&**words),
        _ => None,
    });
    let letters = words.flat_map(str::chars).filter_map(|letter| match letter {
        ' ' => Some('-'),
        _ => (letter.is_alphanumeric() || letter == '-').then(|| letter.to_ascii_lowercase()),
    });
    let name: String = letters.collect();
    if let Some(Event::Start(Tag::Heading { id, .. })) = events.get_mut(start) {
        *id = Some(name.into());
    }
}

/// A page for each part of the catalogue, and one for the algorithms of all problems.
fn reference(catalogue: &Value) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = PARTS
        .iter()
        .map(|&(key, title)| listing(key, title, catalogue[key].as_array().into_iter().flatten()))
        .collect();
    let mut algorithms: Vec<&Value> = Vec::new();
    for domain in ["domains", "landscapes"].iter().filter_map(|&key| catalogue[key].as_array()) {
        for algorithm in domain.iter().filter_map(|it| it["algorithms"].as_array()).flatten() {
            if !algorithms.iter().any(|known| known["name"] == algorithm["name"]) {
                algorithms.push(algorithm);
            }
        }
    }
    algorithms.sort_by_key(|algorithm| algorithm["name"].as_str());
    chapters.insert(1, listing("algorithms", "Algorithms", algorithms.into_iter()));
    chapters
}

fn listing<'a>(key: &str, title: &str, items: impl Iterator<Item = &'a Value>) -> Chapter {
    let mut body = format!("<h1>{}</h1>", escaped(title));
    for item in items {
        let name = escaped(item["name"].as_str().unwrap_or_default());
        let about = escaped(item["title"].as_str().unwrap_or_default());
        let _ = write!(body, "<h2 id=\"{name}\"><code>{name}</code></h2><p>{about}</p><dl>");
        for (field, value) in item.as_object().into_iter().flatten() {
            let value = described(value);
            if !value.is_empty() && !matches!(field.as_str(), "name" | "title") {
                let field = escaped(&field.replace('_', " "));
                let _ = write!(body, "<dt>{field}</dt><dd>{value}</dd>");
            }
        }
        body.push_str("</dl>");
    }
    Chapter { name: format!("reference-{}", key.replace('_', "-")), title: title.to_owned(), body }
}

/// What a field says, for people: texts, and lists of texts or of what has a name.
fn described(value: &Value) -> String {
    match value {
        Value::String(text) if text.contains('\n') => format!("<pre>{}</pre>", escaped(text)),
        Value::String(text) => escaped(text),
        Value::Number(number) => number.to_string(),
        Value::Array(items) => items.iter().map(named).collect::<Vec<_>>().join(", "),
        _ => String::new(),
    }
}

fn named(item: &Value) -> String {
    let (name, title) = (item["name"].as_str(), item["title"].as_str());
    match (name, title) {
        (Some(name), Some(title)) => {
            format!("<code title=\"{}\">{}</code>", escaped(title), escaped(name))
        }
        _ => item.as_str().map(escaped).unwrap_or_default(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
