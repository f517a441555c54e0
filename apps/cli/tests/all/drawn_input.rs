//! Grids, puzzles, cities and schedules as people's programs write them: each is read as it was
//! meant, or refused with what was expected.

use std::io::Write;

use flate2::Compression;

use crate::support::{file, json, run};

/// The name of a file, its text, the command after it, and what the answer must have: the cost in
/// JSON, or a status and words.
type Case = (&'static str, &'static str, &'static [&'static str], Right);

enum Right {
    Cost(&'static str),
    Says(i32, &'static str),
}

use Right::{Cost, Says};

const PATH: &[&str] = &["path"];
const FROM_ENDS: &[&str] = &["path", "--from", "0,0", "--to", "3,2"];
const SUDOKU: &[&str] = &["solve", "sudoku"];
const TSP: &[&str] = &["solve", "tsp"];

const ROGUE: &str = "#########\n#@..#...#\n#.#.+.#>#\n#...#...#\n#########\n";
const ROWS: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n\
                    ...419..5\n....8..79\n";
const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const GRIDS: &[Case] = &[
    ("rogue.txt", ROGUE, PATH, Cost("9.0")),
    ("rogue.txt", ROGUE, &["path", "--from", "1,1", "--to", "3,1"], Cost("2.0")),
    ("rogue.txt", ROGUE, &["path", "--to", "3,1"], Cost("2.0")),
    ("rogue.txt", ROGUE, &["solve", "grid"], Cost("9")),
    ("maze.txt", "#####\n#A#B#\n# # #\n#   #\n#####\n", PATH, Cost("6.0")),
    ("ragged.txt", "#####\n#S\n#  #\n#  E#\n#####\n", PATH, Cost("4.0")),
    ("open.txt", "S..\n.#.\n..E\n", PATH, Cost("4.0")),
    ("goals.txt", "#######\n#S.E..#\n#.....#\n#....E#\n#######\n", PATH, Cost("2.0")),
    ("weights.txt", "#####\n#S9G#\n#...#\n#####\n", PATH, Cost("4.0")),
    ("berkeley.lay", "%%%%%\n%P  %\n%  G%\n%%%%%\n", PATH, Cost("3.0")),
    ("parted.txt", "# # # #\n# S G #\n# # # #\n", PATH, Cost("1.0")),
    ("signs.csv", "S,.,#\n.,.,G\n", PATH, Cost("3.0")),
    ("two.txt", "#####\n#S.S#\n#..E#\n#####\n", PATH, Says(2, "only one start")),
    ("both.txt", "#####\n#S.X#\n#..E#\n#####\n", PATH, Says(2, "a sign with one meaning")),
    ("odd.txt", "#####\n#S~E#\n#####\n", &["path", "--terrain", "~=3"], Cost("4.0")),
    ("odd.txt", "#####\n#S~E#\n#####\n", PATH, Says(2, "such as --terrain")),
    ("no-ends.txt", "#####\n#...#\n#####\n", PATH, Says(2, "--from and --to")),
    (
        "terrain.txt",
        "..#\n...\n",
        &["path", "--from", "0,0", "--to", "2,1", "--terrain", "Z=3"],
        Says(0, "--terrain: the map has no `Z`"),
    ),
    ("bits.txt", "0010\n0110\n0000\n", FROM_ENDS, Cost("5.0")),
    ("bits.txt", "0 0 1 0\n0 1 1 0\n0 0 0 0\n", FROM_ENDS, Cost("5.0")),
    ("bits.csv", "0,0,1,0\n0,1,1,0\n0,0,0,0\n", FROM_ENDS, Cost("5.0")),
    ("bits.csv", "0;0;1;0\r\n0;1;1;0\r\n0;0;0;0\r\n", FROM_ENDS, Cost("5.0")),
    ("bits.json", "[[0,0,1,0],[0,1,1,0],[0,0,0,0]]", FROM_ENDS, Cost("5.0")),
    (
        "bits.json",
        "{\"size\": [4, 3], \"grid\": [[0,0,1,0],[0,1,1,0],[0,0,0,0]]}",
        FROM_ENDS,
        Cost("5.0"),
    ),
    ("bits.json", "[\"..#.\",\n \".##.\",\n \"....\"]", FROM_ENDS, Cost("5.0")),
    (
        "truth.json",
        "[[false,false,true,false],[false,true,true,false],[false,false,false,false]]",
        FROM_ENDS,
        Cost("5.0"),
    ),
    ("numpy.txt", "[[0 0 1 0]\n [0 1 1 0]\n [0 0 0 0]]\n", FROM_ENDS, Cost("5.0")),
    (
        "numpy.txt",
        "array([[0., 0., 1., 0.],\n       [0., 1., 1., 0.],\n       [0., 0., 0., 0.]])",
        FROM_ENDS,
        Cost("5.0"),
    ),
    ("numpy.txt", "[[0 0 0 ... 0 0 0]\n [0 1 0 ... 0 0 0]]", FROM_ENDS, Says(2, "every number")),
    (
        "bits.txt",
        "1101\n1001\n1111\n",
        &["path", "--from", "0,0", "--to", "3,2", "--wall", "0"],
        Cost("5.0"),
    ),
    ("numbers.csv", "0,0,2,0,0\n0,1,3,0,0\n", FROM_ENDS, Says(2, "0 for a free cell")),
    ("short.txt", "0010\n011\n0000\n", &["path", "--wall", "1"], Says(2, "a row of 4 cells")),
    (
        "heights.asc",
        "ncols 4\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9999\n\
        7.5 7 -9999 7\n7 -9999 -9999 7\n7 7 7 7\n",
        FROM_ENDS,
        Cost("5.0"),
    ),
    (
        "costs.asc",
        "NCOLS 3\nNROWS 1\nCELLSIZE 1\n1 9 1\n",
        &["path", "--from", "0,0", "--to", "2,0"],
        Cost("10.0"),
    ),
    ("cut.asc", "ncols 3\nnrows 2\n1 9 1\n", PATH, Says(2, "6 numbers")),
    (
        "map.pgm",
        "P2\n# by hand\n4 3\n255\n255 255 0 255\n255 9 9 255\n254 254 254 254\n",
        FROM_ENDS,
        Cost("5.0"),
    ),
    ("map.pbm", "P1\n4 3\n0010\n0110\n0000\n", FROM_ENDS, Cost("5.0")),
    (
        "map.tmj",
        r#"{"width":4,"height":3,"tilewidth":8,"tileheight":8,"infinite":false,
        "layers":[{"type":"tilelayer","name":"ground","data":[1,1,2,1,1,2,2,1,1,1,1,1]},
        {"type":"objectgroup","name":"things","objects":[]}],"tilesets":[{"firstgid":1,"tiles":
        [{"id":1,"properties":[{"name":"collides","type":"bool","value":true}]}]}]}"#,
        FROM_ENDS,
        Cost("5.0"),
    ),
    (
        "map.tmx",
        r#"<?xml version="1.0"?><map width="4" height="3" tilewidth="8" tileheight="8">
        <tileset firstgid="1"><tile id="1"><properties><property name="blocked" type="bool"
        value="true"/></properties></tile></tileset><layer id="1" name="g"><data encoding="csv">
        1,1,2,1,
        1,2,2,1,
        1,1,1,1</data></layer></map>"#,
        FROM_ENDS,
        Cost("5.0"),
    ),
    (
        "map.json",
        r#"{"width":4,"height":3,"tilewidth":8,"layers":[{"name":"ground","encoding":
        "base64","data":"AQAAAAEAAAACAAAAAQAAAAEAAAACAAAAAgAAAAEAAAABAAAAAQAAAAEAAAABAAAA"}],
        "tilesets":[]}"#,
        &["path", "--from", "0,0", "--to", "3,2", "--wall", "2"],
        Cost("5.0"),
    ),
    (
        "layers.json",
        r#"{"width":2,"height":2,"tilewidth":8,"layers":[{"name":"a","data":[1,2,1,1]}],
        "tilesets":[{"firstgid":1,"source":"x.tsx"}]}"#,
        PATH,
        Says(2, "--wall with numbers of tiles or a layer: `a`"),
    ),
];

const QUERIES: &[(&str, &str)] = &[
    ("named.csv", "from,to\n\"0,0\",\"3,2\"\n\"3,0\",\"3,2\"\n"),
    ("named.csv", "from;to\n0,0;3,2\n3,0;3,2\n"),
    ("cells.csv", "x1,y1,x2,y2\n0,0,3,2\n3,0,3,2\n"),
    ("cells.csv", "0,0,3,2\n3,0,3,2\n"),
];

const PUZZLES: &[Case] = &[
    (
        "rows.json",
        "[[5,3,0,0,7,0,0,0,0],[6,0,0,1,9,5,0,0,0],[0,9,8,0,0,0,0,6,0],\
        [8,0,0,0,6,0,0,0,3],[4,0,0,8,0,3,0,0,1],[7,0,0,0,2,0,0,0,6],[0,6,0,0,0,0,2,8,0],\
        [0,0,0,4,1,9,0,0,5],[0,0,0,0,8,0,0,7,9]]",
        SUDOKU,
        Cost("51"),
    ),
    (
        "null.json",
        "{\"level\": 3,\n \"board\": [[5,3,null,null,7,null,null,null,null],\
        [6,0,0,1,9,5,0,0,0],\n[0,9,8,0,0,0,0,6,0],[8,0,0,0,6,0,0,0,3],[4,0,0,8,0,3,0,0,1],\
        [7,0,0,0,2,0,0,0,6],[\"\",\"6\",\"\",\"\",\"\",\"\",\"2\",\"8\",\"\"],\
        [0,0,0,4,1,9,0,0,5],[0,0,0,0,8,0,0,7,9]]}",
        SUDOKU,
        Cost("51"),
    ),
    (
        "text.json",
        "{\"puzzle\": \"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....\
        419..5....8..79\", \"solution\": null}",
        SUDOKU,
        Cost("51"),
    ),
    (
        "dashes.txt",
        "53--7----\n6--195---\n-98----6-\n8---6---3\n4--8-3--1\n7---2---6\n-6----28-\n\
        ---419--5\n----8--79\n",
        SUDOKU,
        Cost("51"),
    ),
    (
        "bars.txt",
        "5 3 - | - 7 - | - - -\n6 - - | 1 9 5 | - - -\n- 9 8 | - - - | - 6 -\n\
        ------+-------+------\n8 - - | - 6 - | - - 3\n4 - - | 8 - 3 | - - 1\n7 - - | - 2 - | - - \
        6\n\
        ------+-------+------\n- 6 - | - - - | 2 8 -\n- - - | 4 1 9 | - - 5\n- - - | - 8 - | - 7 \
        9\n",
        SUDOKU,
        Cost("51"),
    ),
    (
        "head.csv",
        "id,quizzes,solutions\n1,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6\
        ....28....419..5....8..79,\
        534678912672195348198342567859761423426853791713924856961537284287419635345286179\n",
        SUDOKU,
        Cost("51"),
    ),
    (
        "no-head.csv",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,\
        534678912672195348198342567859761423426853791713924856961537284287419635345286179\n",
        SUDOKU,
        Cost("51"),
    ),
    (
        "block.sok",
        "Comment:\n# no level #\nComment-End:\n\n#####\n#@$.#\n#####\n",
        &["solve", "sokoban"],
        Cost("1"),
    ),
    ("packed.sok", "5#|#@$.#|5#\n", &["solve", "sokoban"], Cost("1")),
];

const PLANS: &[Case] = &[
    ("xy.csv", "x,y\n0,0\n3,4\n6,0\n", TSP, Cost("16.0")),
    ("named.csv", "name,x,y\nA b,0,0\nB,3,4\nC,6,0\n", TSP, Says(0, "A b B C")),
    ("decimal.csv", "name;x;y\nA;0,0;0\nB;3,0;4\nC;6;0\n", TSP, Cost("16.0")),
    ("plain.txt", "A 0 0\nB 3 4\nC 6 0\n", TSP, Says(0, "A B C")),
    ("ids.txt", "1 0 0\n2 3 4\n3 6 0\n", TSP, Cost("16.0")),
    (
        "globe.csv",
        "city,lat,lon\nParis,48.85,2.35\nRome,41.9,12.5\nBonn,50.7,7.1\n",
        TSP,
        Says(0, "distances in kilometres"),
    ),
    ("matrix.txt", "0 5 6\n5 0 5\n6 5 0\n", TSP, Cost("16.0")),
    ("matrix.csv", ",A,B,C\nA,0,5,6.5\nB,5,0,5\nC,6.5,5,0\n", TSP, Cost("16.5")),
    ("one-way.txt", "0 5 6\n4 0 5\n6 5 0\n", TSP, Says(2, "differ by direction (ATSP)")),
    (
        "best.tour",
        "TYPE : TOUR\nDIMENSION : 3\nTOUR_SECTION\n1\n2\n3\n-1\n",
        TSP,
        Says(2, "this is a tour"),
    ),
    (
        "jobs.csv",
        "job,duration,due,client\na,3,3,x\nb,2,5,y\nc,4,4,z\n",
        &["solve", "sequencing"],
        Says(0, "proved optimal"),
    ),
    (
        "jobs.txt",
        "job a k 3 due 3; job b k 2 due 5; job c k 4 due 4",
        &["solve", "sequencing"],
        Cost("5.0"),
    ),
    (
        "boxes.csv",
        "name,width,height,qty\na,3,4,2\nb,6,1,1\n",
        &["solve", "packing", "--container", "6"],
        Cost("5.0"),
    ),
    ("boxes.csv", "width,height\n3,4\n", &["solve", "packing"], Says(2, "--container WIDTH")),
    (
        "words.csv",
        "word,score\ncat,50\ncot,40\ntot,60\n",
        &["solve", "crossword", "c.t/###/t.t", "--words"],
        Says(0, "words are in the column `word`"),
    ),
];

fn check_all(cases: &[Case]) {
    for (name, text, command, right) in cases {
        let path = file(name, text.as_bytes());
        let path = path.to_str().expect("text");
        let (is_path, has_words) = (command[0] == "path", command.last() == Some(&"--words"));
        let mut arguments = command.to_vec();
        match (is_path, has_words) {
            (true, _) => arguments.insert(1, path),
            (false, true) => arguments.push(path),
            (false, false) => arguments.extend(["--file", path]),
        }
        match right {
            Cost(cost) => {
                let run = run(&[&arguments[..], &["--format", "json"]].concat());
                assert_eq!(run.status, 0, "{text}: {}", run.err);
                let found = json(&run)["cost"].as_f64().expect("a cost");
                let cost: f64 = cost.parse().expect("a number");
                assert!((found - cost).abs() < 1e-4, "{text}: {found}");
            }
            Says(status, words) => {
                let run = run(&arguments);
                let said = format!("{}{}", run.out, run.err).replace('│', " ");
                let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
                assert_eq!(run.status, *status, "{text}: {said}");
                assert!(said.contains(words), "{text}: {said}");
            }
        }
    }
}

#[test]
fn grids_of_other_programs_are_read() {
    check_all(GRIDS);
}

#[test]
fn puzzles_of_other_programs_are_read() {
    check_all(PUZZLES);
    let around = format!("Here is today's puzzle:\n\n{ROWS}\nGood luck!\n");
    let others = [
        format!("[Puzzle]\n{ROWS}[Notes]\nhello\n"),
        ROWS.replace('.', "·"),
        around,
        format!("{LINE}\n"),
    ];
    for text in others {
        let path = file("other.txt", text.as_bytes());
        let run =
            run(&["solve", "sudoku", "--file", path.to_str().expect("text"), "--format", "json"]);
        assert_eq!(run.status, 0, "{text}: {}", run.err);
        assert_eq!((&json(&run)["cost"], &json(&run)["only"]), (&51.into(), &true.into()));
    }
}

#[test]
fn cities_schedules_and_rectangles_of_tables_are_read() {
    check_all(PLANS);
}

/// Queries in tables, with and without names of columns, and at random.
#[test]
fn grids_answer_many_queries() {
    let map = file("map.txt", b"0010\n0110\n0000\n");
    let map = map.to_str().expect("text");
    for (name, text) in QUERIES {
        let queries = file(name, text.as_bytes());
        let queries = queries.to_str().expect("text");
        let run = run(&["path", map, "--scen", queries, "--format", "json"]);
        assert_eq!(run.status, 0, "{text}: {}", run.err);
        let summary = json(&run);
        assert_eq!((&summary["queries"], &summary["solved"]), (&2.into(), &2.into()), "{text}");
        assert_eq!(summary["cost_sum"], 7, "{text}");
    }
    let blocked = file("blocked.csv", b"from;to\n2,0;3,2\n3,0;3,2\n");
    let run_blocked = run(&["path", map, "--scen", blocked.to_str().expect("text")]);
    assert!(run_blocked.err.contains("1 query is left out; number 1"), "{}", run_blocked.err);
    let random = run(&["path", map, "--random", "20", "--format", "json"]);
    let summary = json(&random);
    assert_eq!((&summary["queries"], &summary["solved"]), (&20.into(), &20.into()));
}

/// The same map as a picture, an array and packed tiles.
#[test]
fn binary_maps_are_read() {
    let walls = [0_u8, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0];
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 4, 3);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&walls.map(|wall| 255 * (1 - wall))).expect("twelve pixels");
    drop(writer);
    let mut npy = b"\x93NUMPY\x01\0".to_vec();
    let head = "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 4), }";
    npy.extend((head.len() as u16).to_le_bytes());
    npy.extend(head.bytes().chain(walls));
    let mut pgm = b"P5\n4 3\n255\n".to_vec();
    pgm.extend(walls.map(|wall| 255 * (1 - wall)));
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), Compression::fast());
    for wall in walls {
        packer.write_all(&u32::from(wall + 1).to_le_bytes()).expect("a vector takes all");
    }
    let packed = packer.finish().expect("a vector takes all");
    let data = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, packed);
    let tiled = format!(
        r#"{{"width":4,"height":3,"tilewidth":8,"layers":[{{"name":"walls","data":"{data}",
        "encoding":"base64","compression":"zlib"}},
        {{"name":"g","data":[1,1,1,1,1,1,1,1,1,1,1,1]}}]}}"#
    );
    for (name, bytes) in [("m.png", &*png), ("m.npy", &*npy), ("m.pgm", &*pgm)] {
        let path = file(name, bytes);
        let path = path.to_str().expect("text");
        let found = run(&["path", path, "--from", "0,0", "--to", "3,2", "--format", "json"]);
        assert_eq!(found.status, 0, "{name}: {}", found.err);
        assert_eq!(json(&found)["cost"], 5, "{name}");
        // Cut short anywhere, it is refused or read, without a panic.
        for length in 0..bytes.len() {
            let path = file(name, &bytes[..length]);
            let path = path.to_str().expect("text");
            let found = run(&["path", path, "--from", "0,0", "--to", "3,2"]);
            // What ends a picture says nothing about its pixels.
            let is_whole = found.status == 0 && found.out.starts_with("0,0 0,2 3,2");
            assert!(is_whole || found.status == 2, "{name}, {length}: {}", found.out);
        }
    }
    let path = file("m.tmj", tiled.as_bytes());
    let path = path.to_str().expect("text");
    let arguments = ["path", path, "--from", "0,0", "--to", "3,2", "--wall", "2"];
    assert_eq!(json(&run(&[&arguments[..], &["--format", "json"]].concat()))["cost"], 5);
}
