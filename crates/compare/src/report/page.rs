//! A self-contained HTML page with the whole report.

use std::fmt::Write;

use tremaux_picture::escape;

use crate::report::Chart;
use crate::report::table::Table;
use crate::report::{Results, disagreements};

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#222;--paper:#fff;--line:#ccc;--soft:#f3f3f3;--bad:#b00020}
@media (prefers-color-scheme:dark){:root{--ink:#e4e4e4;--paper:#161616;--line:#444;--soft:#222;\
--bad:#ff8a80}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);margin:2rem auto;\
max-width:70rem;padding:0 1rem}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.85rem}
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:left;white-space:nowrap}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}
tbody tr:nth-child(even){background:var(--soft)}
figure{margin:1.5rem 0}svg{max-width:100%;height:auto}
caption{text-align:left;font-weight:600;padding:.4rem 0}.note{font-size:.85rem;max-width:60rem}
code{overflow-wrap:anywhere}.bad{color:var(--bad);font-weight:600}
@media print{body{max-width:none}details{display:none}}";

/// Creates the page from `tables`, `charts`, and all runs.
pub fn page(results: &Results, tables: &[Table], charts: &[Chart]) -> String {
    let name = escape(&results.name);
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>{name}</title>\n<style>{STYLE}</style></head><body>\n<h1>{name}</h1>\n"
    );
    let _ = writeln!(html, "<p>{}</p>", escape(&origin(results)));
    let wrong = disagreements(results);
    if !wrong.is_empty() {
        html += "<h2 class=\"bad\">Contradictory answers</h2>\n<ul>\n";
        for one in &wrong {
            let _ = writeln!(html, "<li class=\"bad\">{}</li>", escape(&one.to_string()));
        }
        html += "</ul>\n";
    }
    for table in tables {
        html += &table_html(table);
    }
    for chart in charts {
        // Inline SVG needs no namespace.
        let svg = chart.svg(true).replace(" xmlns=\"http://www.w3.org/2000/svg\"", "");
        let _ = writeln!(html, "<figure>\n{svg}</figure>");
    }
    html += "<details><summary>All runs with their commands</summary>\n<div class=\"wide\"><table>\
             <thead><tr><th>outcome</th><th>configuration</th><th class=\"number\">cost</th>\
             <th class=\"number\">expanded</th><th class=\"number\">seconds</th><th>command</th>\
             <th>reason</th></tr></thead><tbody>\n";
    for row in &results.rows {
        let number =
            |name: &str| row.number(name).map_or("–".into(), tremaux_picture::chart::short);
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
             <td class=\"number\">{}</td><td><code>{}</code></td><td>{}</td></tr>",
            row.outcome,
            escape(&row.configuration),
            number("cost"),
            number("expanded"),
            number("seconds"),
            escape(&row.command),
            escape(row.reason.as_deref().unwrap_or(""))
        );
    }
    html + "</tbody></table></div></details>\n</body></html>\n"
}

/// Describes what was run and where.
fn origin(results: &Results) -> String {
    let Some(row) = results.rows.first() else { return "No runs.".into() };
    let mut programs: Vec<String> =
        results.rows.iter().map(|row| format!("{} (build {})", row.version, row.build)).collect();
    programs.sort();
    programs.dedup();
    let field = |name: &str| match &row.host[name] {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    format!(
        "{} runs of {}. Limits per run: {}. {} at once, on {}, {} cores, {:.1} GB, {}.",
        results.rows.len(),
        programs.join(" and "),
        limits(row),
        row.at_once,
        field("processor"),
        field("cores"),
        row.host["memory"].as_f64().unwrap_or(0.0) / 1e9,
        field("system"),
    )
}

fn limits(row: &crate::row::Row) -> String {
    let words: Vec<String> = ["time", "nodes", "memory", "process_memory"]
        .iter()
        .filter_map(|name| {
            Some(format!("{} {}", name.replace('_', " "), row.limits[*name].as_str()?))
        })
        .collect();
    if words.is_empty() { "time 60s".into() } else { words.join(", ") }
}

fn table_html(table: &Table) -> String {
    let class = |at: usize| if table.columns[at].is_number { " class=\"number\"" } else { "" };
    let mut html = format!(
        "<div class=\"wide\"><table><caption>{}</caption><thead><tr>",
        escape(&table.title)
    );
    for (at, column) in table.columns.iter().enumerate() {
        let _ = write!(html, "<th{}>{}</th>", class(at), escape(column.name));
    }
    html += "</tr></thead><tbody>\n";
    for row in &table.rows {
        html += "<tr>";
        for (at, cell) in row.iter().enumerate() {
            let _ = write!(html, "<td{}>{}</td>", class(at), escape(cell));
        }
        html += "</tr>\n";
    }
    let _ = writeln!(html, "</tbody></table></div>\n<p class=\"note\">{}</p>", escape(&table.note));
    html
}
