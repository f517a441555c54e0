//! Cities in tables: their places by columns, or the distances between them.

use tremaux_core::ParseError;
use tremaux_reading::{Table, TableCell};

use super::cities::{Cities, MOST, MOST_CITIES, MOST_EXPLICIT, Metric};

const X: &[&str] = &["x", "x_coord", "xcoord", "x-coordinate", "easting"];
const Y: &[&str] = &["y", "y_coord", "ycoord", "y-coordinate", "northing"];
const LATITUDE: &[&str] = &["lat", "latitude"];
const LONGITUDE: &[&str] = &["lon", "lng", "long", "longitude"];
const NAME: &[&str] = &["name", "city", "label", "id", "node", "place", "town", "stop"];

type Row<'a> = [TableCell<'a>];

/// Where the coordinates of cities stand.
struct Columns {
    name: Option<usize>,
    first: usize,
    second: usize,
    metric: Metric,
}

/// Reads a table, with the metric for places in columns without names.
pub(super) fn parse(text: &str, metric: Metric) -> Result<Cities, ParseError> {
    let table = Table::parse(text)?;
    let is_number = |cell: &TableCell<'_>| table.number(cell, "").is_ok();
    let Some(first) = table.rows.first() else {
        return Err(ParseError::at_end(text, "x and y of a city, or distances"));
    };
    let has_names = !first.iter().any(is_number) && table.rows.len() > 1;
    let (head, body) = table.rows.split_at(usize::from(has_names));
    if body.len() > MOST_CITIES {
        return Err(ParseError::about(text, "", format!("at most {MOST_CITIES} cities")));
    }
    if let Some(columns) = named_columns(&table) {
        return places(&table, body, &columns);
    }
    let name = body.iter().all(|row| row.first().is_some_and(|it| !is_number(it))).then_some(0);
    let begin = usize::from(name.is_some());
    let width = body.first().map_or(0, |row| row.len().saturating_sub(begin));
    let diagonal = |at: usize| body[at].get(begin + at).map(|cell| cell.text.trim());
    let is_square = width == body.len()
        && width > 2
        && (width > 3 || (1..width).all(|at| diagonal(at) == diagonal(0)));
    if is_square {
        let names = head.first().map_or(&[][..], |row| &row[row.len().saturating_sub(width)..]);
        return distances(&table, body, begin, names);
    }
    let is_numbered = |from: usize| {
        body.iter().zip(from..).all(|(row, number)| row[0].text.trim() == number.to_string())
    };
    match width {
        2 => places(&table, body, &Columns { name, first: begin, second: begin + 1, metric }),
        3 if name.is_none() && (is_numbered(0) || is_numbered(1)) => {
            places(&table, body, &Columns { name: Some(0), first: 1, second: 2, metric })
        }
        _ => {
            let cell = body.first().and_then(|row| row.last()).map_or("", |cell| cell.written);
            let expected = "columns with x and y of cities, or as many distances in each row as \
                            there are rows";
            Err(ParseError::about(text, cell, expected))
        }
    }
}

/// The columns that the first row names.
fn named_columns(table: &Table<'_>) -> Option<Columns> {
    let pair = |one, other| Some((table.column(one)?, table.column(other)?));
    let (first, second, metric) = match (pair(LATITUDE, LONGITUDE), pair(X, Y)) {
        (Some((first, second)), _) => (first, second, Metric::GreatCircle),
        (None, Some((first, second))) => (first, second, Metric::Euclidean),
        (None, None) => return None,
    };
    Some(Columns { name: table.column(NAME), first, second, metric })
}

/// Cities at places.
fn places(
    table: &Table<'_>,
    body: &[Vec<TableCell<'_>>],
    of: &Columns,
) -> Result<Cities, ParseError> {
    let (what, most) = match of.metric {
        Metric::GreatCircle => {
            (["a latitude from -90 to 90", "a longitude from -180 to 180"], [90.0, 180.0])
        }
        _ => (["x of a city, below 1e9", "y of a city, below 1e9"], [MOST; 2]),
    };
    let (mut places, mut names) = (Vec::new(), Vec::new());
    for row in body {
        let number = |column: usize, which: usize| {
            let cell = table.cell(row, column, what[which])?;
            let number = table.number(cell, what[which])?;
            let is_small = number.abs() <= most[which] && number.abs() < MOST;
            if is_small { Ok(number) } else { Err(table.wrong(cell, what[which])) }
        };
        places.push((number(of.first, 0)?, number(of.second, 1)?));
        if let Some(name) = of.name {
            add_name(table, table.cell(row, name, "the name of a city")?, &mut names)?;
        }
    }
    if places.is_empty() {
        return Err(ParseError::at_end(table.text, what[0]));
    }
    let mut cities = Cities::at(places, of.metric);
    cities.names = names;
    if of.metric == Metric::GreatCircle {
        cities
            .notes
            .push("places are latitudes and longitudes: distances in kilometres".to_owned());
    }
    Ok(cities)
}

fn add_name(
    table: &Table<'_>,
    cell: &TableCell<'_>,
    names: &mut Vec<String>,
) -> Result<(), ParseError> {
    let name = cell.text.trim();
    if name.is_empty() || names.iter().any(|known| known == name) {
        return Err(table.wrong(cell, "a different name for each city"));
    }
    names.push(name.to_owned());
    Ok(())
}

/// Cities with the distances between them.
fn distances(
    table: &Table<'_>,
    body: &[Vec<TableCell<'_>>],
    begin: usize,
    head: &Row<'_>,
) -> Result<Cities, ParseError> {
    let count = body.len();
    if count > MOST_EXPLICIT {
        let expected = format!("at most {MOST_EXPLICIT} cities with listed distances");
        return Err(ParseError::about(table.text, "", expected));
    }
    let mut names = Vec::new();
    for (at, row) in body.iter().enumerate() {
        match (begin, head.get(at)) {
            (1, column) => {
                if let Some(column) = column.filter(|it| it.text.trim() != row[0].text.trim()) {
                    let expected = format!("`{}`, as row {} is called", row[0].text, at + 1);
                    return Err(table.wrong(column, &expected));
                }
                add_name(table, &row[0], &mut names)?;
            }
            (_, Some(column)) => add_name(table, column, &mut names)?,
            _ => {}
        }
    }
    let expected = "a distance from 0 to 1e9";
    let mut matrix = vec![0.0; count * count];
    for (from, row) in body.iter().enumerate() {
        if let Some(more) = row.get(begin + count) {
            let expected = format!("the end of a row of {count} distances");
            return Err(table.wrong(more, &expected));
        }
        for to in (0..count).filter(|&to| to != from) {
            let cell = table.cell(row, begin + to, expected)?;
            let distance = table.number(cell, expected)?;
            if !(0.0..MOST).contains(&distance) {
                return Err(table.wrong(cell, expected));
            }
            let back: f64 = matrix[to * count + from];
            if to < from && distance != back {
                let expected = format!(
                    "{back}, as in the other direction: distances that differ by direction (ATSP) \
                     are not supported"
                );
                return Err(table.wrong(cell, &expected));
            }
            matrix[from * count + to] = distance;
        }
    }
    let mut cities = Cities::with_listed(count, matrix);
    cities.names = names;
    Ok(cities)
}
