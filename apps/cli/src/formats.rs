//! Formats of files, and protocols: what they are called, which commands read them, and a sample
//! of each.
//!
//! The names of files that stand in for an instance are recognised by these extensions, `list`
//! and `explain` print the rows, and `cargo xtask attack` mutates the samples.

use serde::Serialize;

/// A format of files, or a protocol.
#[derive(Debug, Serialize)]
pub(crate) struct FormatInfo {
    /// `format` or `protocol`.
    #[serde(skip)]
    pub(crate) kind: &'static str,
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// Extensions of its files, without the dot.
    pub(crate) extensions: &'static [&'static str],
    /// Commands that read it from the file `FILE`, or from standard input. A file that is called
    /// `sample` is that of another format.
    pub(crate) read_by: &'static [&'static str],
    /// The command that writes `FILE`, or into the cache; empty if there is a sample.
    pub(crate) made_by: &'static str,
    pub(crate) sample: &'static str,
    /// Whether damage is detected: what is read is never wrong.
    pub(crate) is_checked: bool,
}

/// A format with a sample.
const fn format(
    name: &'static str,
    title: &'static str,
    extensions: &'static [&'static str],
    read_by: &'static [&'static str],
    sample: &'static str,
) -> FormatInfo {
    let (kind, made_by) = ("format", "");
    FormatInfo { kind, name, title, extensions, read_by, made_by, sample, is_checked: false }
}

/// A format that a command of the program writes.
const fn made(
    name: &'static str,
    title: &'static str,
    extensions: &'static [&'static str],
    read_by: &'static [&'static str],
    made_by: &'static str,
) -> FormatInfo {
    FormatInfo { made_by, ..format(name, title, extensions, read_by, "") }
}

/// The same format with damage detected.
const fn checked(format: FormatInfo) -> FormatInfo {
    FormatInfo { is_checked: true, ..format }
}

const fn protocol(
    name: &'static str,
    title: &'static str,
    read_by: &'static [&'static str],
    sample: &'static str,
) -> FormatInfo {
    FormatInfo { kind: "protocol", ..format(name, title, &[], read_by, sample) }
}

/// Every format that a command reads from a file, but for those that a domain or a game describes
/// as its instances or positions, and every protocol.
pub(crate) static FORMATS: &[FormatInfo] = &[
    made(
        "movingai-map",
        "Grid maps of the MovingAI benchmarks",
        &["map"],
        &[
            "path FILE --from 3,3 --to 20,20",
            "path FILE --from 3,3 --to 20,20 --algorithm theta-star",
            "path FILE --from 3,3 --to 20,20 --algorithm jps-bounds --movement eight-always",
            "solve grid --file FILE --from 3,3 --to 20,20",
        ],
        "generate map --size 24x24 --output FILE",
    ),
    made(
        "movingai-scenarios",
        "Scenarios of the MovingAI benchmarks: queries on a grid map with their lengths",
        &["scen"],
        &["path sample.map --scen FILE"],
        "generate map --size 24x24 --output sample.map --scen-out FILE",
    ),
    format(
        "drawn-grid",
        "Grids drawn with `#`, `.` or blanks, `S` or `@`, and `G`, `E` or `>`",
        &["lay"],
        &["path FILE", "path FILE --to 3,1", "solve grid --file FILE"],
        "#########\n#@..#...#\n#.#.+.#>#\n#...#...#\n#########\n",
    ),
    format(
        "grid-numbers",
        "Grids of 0 (free) and 1 (walls): as text, CSV, JSON, or printed by NumPy",
        &["npy"],
        &[
            "path FILE --from 0,0 --to 3,2",
            "path FILE --from 2,0 --to 2,0 --wall 0",
            "solve grid --file FILE --from 0,0 --to 3,2",
        ],
        "[[0 0 1 0]\n [0 1 1 0]\n [0 0 0 0]]\n",
    ),
    format(
        "esri-grid",
        "ESRI ASCII grids: costs, or cells with and without data",
        &["asc"],
        &["path FILE --from 0,0 --to 2,1"],
        "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9\n1 -9 1\n2 3 4\n",
    ),
    format(
        "picture",
        "Pictures in PNG, PGM, PBM or PPM whose dark pixels are walls",
        &["pgm", "pbm", "png"],
        &["path FILE --from 0,0 --to 2,1", "path FILE --from 0,0 --to 2,1 --wall 9"],
        "P2\n3 2\n255\n255 9 255\n200 200 200\n",
    ),
    format(
        "tiled",
        "Maps of the editor Tiled, in XML or JSON",
        &["tmx", "tmj"],
        &["path FILE --from 0,0 --to 2,1", "path FILE --from 0,0 --to 2,1 --wall 2"],
        r#"<map width="3" height="2" tilewidth="8" tileheight="8">
            <tileset firstgid="1"><tile id="1">
<properties><property name="wall" type="bool" value="true"/></properties></tile></tileset>
<layer name="a"><data encoding="csv">1,2,1,
1,1,1</data></layer></map>"#,
    ),
    format(
        "queries",
        "Queries on a map: columns `from` and `to`, or `x1`, `y1`, `x2` and `y2`",
        &[],
        &["path sample.map --scen FILE"],
        "x1,y1,x2,y2\n3,3,20,20\n20,20,3,3\n",
    ),
    format(
        "dimacs",
        "Road networks of the ninth DIMACS challenge",
        &["gr"],
        &[
            "path FILE --from 1 --to 4 --algorithm contraction-hierarchy",
            "path FILE --from 1 --to 4 --algorithm alt(landmarks=2)",
            "path FILE --random 5",
            "solve graph --file FILE",
        ],
        "c x\np sp 4 5\na 1 2 3\na 2 3 4\na 3 4 5\na 4 1 9\na 2 1 3\n",
    ),
    format(
        "dimacs-coordinates",
        "Coordinates of the nodes of a road network",
        &["co"],
        &["path sample.gr --coordinates FILE --from 1 --to 4 --algorithm a-star"],
        "p aux sp co 4\nv 1 0 0\nv 2 10 10\nv 3 -20 5\nv 4 30 0\n",
    ),
    format(
        "node-link",
        "Graphs in node-link JSON, as of NetworkX",
        &["json"],
        &["path FILE --from a --to 7", "solve graph --file FILE"],
        r#"{"directed": true, "nodes": [{"id": "a", "x": 0, "y": 0}, {"id": 7, "x": 1.5, "y":-2e3}],
"links": [{"source": "a", "target": 7, "weight": 2.5}]}"#,
    ),
    format(
        "graphml",
        "Graphs in GraphML",
        &["graphml"],
        &["path FILE --from a --to b", "solve graph --file FILE"],
        r#"<graphml><key id="d" for="edge" attr.name="weight"/>
<graph edgedefault="undirected"><node id="a"/><node id="b"/>
<edge source="a" target="b"><data key="d">3</data></edge></graph></graphml>"#,
    ),
    format(
        "dot",
        "Graphs in DOT, as of Graphviz",
        &["dot", "gv"],
        &["path FILE --from a --to c", "solve graph --file FILE"],
        "strict graph \"G\" {\n// x\nnode [shape=box]; edge [color=red]\na -- b [weight=2, \
         label=\"x\"]\nsubgraph cluster_0 { b -- {c \"d e\":n} [weight=\"3\"] } /* y */ }\n",
    ),
    format(
        "gml",
        "Graphs in GML, as of Gephi, igraph and yEd",
        &["gml"],
        &["path FILE --from A --to 2", "solve graph --file FILE"],
        "# x\nCreator \"me\"\ngraph [ directed 1 node [ id 1 label \"A\" graphics [ x 1 ] ]\n\
         node [ id 2 label \"B &amp; C\" ] edge [ source 1 target 2 value 2.5 ] ]\n",
    ),
    format(
        "pajek",
        "Graphs of Pajek",
        &["net"],
        &["path FILE --from a --to 3", "solve graph --file FILE"],
        "% x\n*Vertices 3\n1 \"a\" 0.1 0.2 0.5\n2 b\n3 \"c d\"\n*Arcs\n1 2 2 c Blue\n\
         *Edges :1 \"x\"\n2 3 3\n*Arcslist\n3 1 2\n",
    ),
    format(
        "matrix-market",
        "Sparse matrices in the Matrix Market format, as graphs",
        &["mtx"],
        &["path FILE --from 1 --to 3", "solve graph --file FILE"],
        "%%MatrixMarket matrix coordinate real symmetric\n% x\n3 3 2\n2 1 2.0\n3 2 3e0\n",
    ),
    format(
        "dimacs-colouring",
        "Graphs of the DIMACS challenge about colouring and cliques",
        &["col"],
        &["path FILE --from 1 --to 3", "solve graph --file FILE"],
        "c x\np edge 3 2\nn 1 4\ne 1 2\ne 2 3\n",
    ),
    format(
        "gexf",
        "Graphs in GEXF, as of Gephi",
        &["gexf"],
        &["path FILE --from A --to 1", "solve graph --file FILE"],
        r#"<gexf><graph defaultedgetype="directed"><attributes class="edge">
<attribute id="0" title="weight" type="float"/></attributes><nodes><node id="0" label="A"/>
<node id="1" label="B"/></nodes><edges><edge source="0" target="1" type="undirected">
<attvalues><attvalue for="0" value="2.5"/></attvalues></edge></edges></graph></gexf>"#,
    ),
    format(
        "json-graph-format",
        "Graphs in the JSON Graph Format",
        &["jgf"],
        &["path FILE --from a --to b", "solve graph --file FILE"],
        r#"{"graph": {"directed": false, "nodes": {"a": {"label": "A"}, "b": {}},
"edges": [{"source": "a", "target": "b", "metadata": {"weight": 2.5}}]}}"#,
    ),
    format(
        "cytoscape",
        "Graphs in the JSON of Cytoscape",
        &["cyjs"],
        &["path FILE --from a --to b", "solve graph --file FILE"],
        r#"{"elements": {"nodes": [{"data": {"id": "a"}}, {"data": {"id": "b"}}],
"edges": [{"data": {"id": "e", "source": "a", "target": "b", "weight": 4}}]}}"#,
    ),
    format(
        "csv",
        "Graphs in rows of start, end and cost, separated by commas or tabs",
        &["csv", "tsv"],
        &["path FILE --from a --to c", "solve graph --file FILE"],
        "source,target,weight\na,b,2.5\n\"b\",c,1\nc,a,4\n",
    ),
    format(
        "arcs",
        "Graphs as a list of arcs, one in each line",
        &["edges", "edgelist"],
        &["path FILE --from a --to b --algorithm a-star", "solve graph --file FILE"],
        "%undirected\n%node a 0 0\n%node b 3 4\n%node c 1 1\na b 4\na c 1\nc b 2.5\n",
    ),
    format(
        "tsplib",
        "Travelling salesman problems of TSPLIB",
        &["tsp", "atsp"],
        &["solve tsp --file FILE", "solve tsp --file FILE --algorithm or-3opt"],
        "NAME: x\nTYPE: TSP\nDIMENSION: 5\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n\
         2 3 4\n3 10 1\n4 7.5 -2e1\n5 6 6\nEOF\n",
    ),
    format(
        "cities",
        "Cities as a table: `name`, `x` and `y`, or `lat` and `lon`; or a square of distances",
        &[],
        &["solve tsp --file FILE"],
        "name,x,y\nA,0,0\nB,3,4\nC,6,0.5\n",
    ),
    format(
        "jobs",
        "Jobs as a table: `job` and `time`, perhaps `kind`, `due` and `weight`",
        &[],
        &["solve sequencing --file FILE"],
        "job,time,due,kind\na,3,3,x\nb,2,5,y\nc,4,,x\n",
    ),
    format(
        "rectangles",
        "Rectangles as a table: `width`, `height` and perhaps `count`",
        &[],
        &["solve packing --container 8 --file FILE"],
        "width,height,count\n3,4,2\n6,1,1\n",
    ),
    format(
        "xsb",
        "Levels of Sokoban, one or more",
        &["xsb", "sok", "slc"],
        &["solve sokoban --file FILE --all", "solve sokoban --file FILE --index 2"],
        "; one\n#######\n#@ $ .#\n#  $ .#\n#######\n\n; two\n####|#@$.#|4#\n",
    ),
    format(
        "sdk",
        "Sudokus, one in each line, in rows, as a table or in JSON",
        &["sdk", "sdm", "sdx", "ss"],
        &["solve sudoku --file FILE --all"],
        "# four by four\n3.1....2.....4..\n\nGrid 01\n3.1.\n...2\n....\n.4..\n",
    ),
    format(
        "words",
        "Lists of words, one in each line, with a score after `;`",
        &["txt"],
        &["solve word-ladder cold warm --words FILE", "solve crossword .../.../... --words FILE"],
        "cold\ncord\nword\nward\nwarm\nABC;50\nBAD;20\nCAB;7\nADA\nDAB\n",
    ),
    format(
        "epd",
        "Chess positions with operations, such as test suites",
        &["epd", "fen"],
        &[
            "analyze chess --file FILE --all",
            "analyze chess --file FILE --index 2",
            "lab match chess random random --games 2 --max-moves 3 --openings FILE",
        ],
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"a\";\n\
         kbK5/pp6/1P6/8/8/8/8/R7 w - - am Kd7; c0 \"b\";\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n",
    ),
    format(
        "obf",
        "Positions of Othello with the scores of their moves",
        &["obf"],
        &["analyze othello --file FILE --all", "analyze othello --file FILE --all --exact"],
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; % a\n",
    ),
    format(
        "pgn",
        "Games of chess",
        &["pgn"],
        &[
            "analyze chess --file FILE --all",
            "analyze chess --file FILE --index 2 --ply 3",
            "play chess --load FILE --side none --level 1",
        ],
        "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 {c} (1... c5 $1) 2. Nf3 *\n\n\
         [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Ke7 2. Rf7+ Kxf7 1/2-1/2\n",
    ),
    format(
        "pdn",
        "Games of checkers",
        &["pdn"],
        &["analyze checkers --file FILE --all", "play checkers --load FILE --side none --level 1"],
        "[Event \"x\"]\n[GameType \"21\"]\n[Result \"*\"]\n1. 9-13 22-17 {c} (1... 22-18) 2. 13x22 \
         25x18 *\n\n[FEN \"B:W18,24:B7,K10\"]\n[GameType \"21\"]\n1. 10-14 18x9 0-1\n",
    ),
    format(
        "sgf",
        "Games of Go",
        &["sgf"],
        &["analyze go --file FILE --all", "play go --load FILE --side none --level 1"],
        "(;FF[4]GM[1]CA[UTF-8]SZ[5]KM[7.5]RU[Chinese]HA[2]AB[bb][dd]C[a\\]];W[cc](;B[cb];W[ca])\
         (;B[dc];W[]))\n",
    ),
    format(
        "ggf",
        "Games of Othello",
        &["ggf"],
        &["analyze othello --file FILE --all", "play othello --load FILE --side none --level 1"],
        "1 (;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[8 ---------------------------O*------*O-----------\
         ---------------- *]B[F5//2.4]W[D6/0.00];)(;GM[Othello]TY[8]B[f5];)\n",
    ),
    made(
        "saved-game",
        "Games of every kind, as `play` saves them",
        &[],
        &["play nim --load FILE --side none --level 1"],
        "play nim --side none --level 1 --save FILE",
    ),
    format(
        "experiment",
        "Experiments",
        &["toml"],
        &["lab compare FILE --dry-run"],
        "name = \"x\"\nalgorithms = [\"a-star\", \"ida-star\"]\nseeds = [1, 2]\nmetric = \
         \"expanded\"\n\
         [limits]\ntime = \"2s\"\nnodes = \"3M\"\nmemory = \"1G\"\n[[problem]]\ndomain = \
         \"tiles\"\n\
         heuristics = [\"manhattan\"]\nrandom = { count = 2, seed = 1, options = { size = \"3x3\" \
         } }\n",
    ),
    made(
        "runs",
        "Databases of runs",
        &["sqlite"],
        &[
            "lab compare --database FILE --report FOLDER/report",
            "lab compare --database FILE --format json",
        ],
        "lab compare sample.toml --database FILE --quiet",
    ),
    made(
        "exported-runs",
        "Runs as JSON Lines",
        &["jsonl"],
        &["lab compare --import FILE --database FOLDER/new"],
        "lab compare --database sample.sqlite --export FILE",
    ),
    made(
        "trace",
        "Recorded searches",
        &["trace"],
        &[
            "trace replay FILE --output - --form jsonl",
            "trace replay FILE --output - --form posthoc",
            "trace replay FILE --output - --form dot",
            "trace replay FILE --output - --form svg",
            "trace replay FILE --output - --form html",
        ],
        "trace solve tiles 1 4 2 / 3 0 5 / 6 7 8 --output FILE --quiet",
    ),
    made(
        "proof",
        "Proofs of results",
        &["proof"],
        &["check FILE"],
        "solve tiles 8 1 3 / 4 0 2 / 7 6 5 --proof FILE --quiet",
    ),
    checked(made(
        "checkpoint",
        "Searches that are continued later",
        &[],
        &["solve tiles --korf 12 --heuristic manhattan --nodes 2M --resume FILE --format json"],
        "solve tiles --korf 12 --heuristic manhattan --nodes 100k --checkpoint FILE",
    )),
    made(
        "table-cases",
        "Figures of a published table that are computed later",
        &[],
        &["lab reproduce 7-2 --trials 100 --checkpoint FILE"],
        "lab reproduce 7-2 --trials 100 --checkpoint FILE",
    ),
    checked(made(
        "pattern-database",
        "Pattern databases in the cache",
        &[],
        &["solve tiles 8 0 6 5 4 7 2 3 1 --heuristic pdb(4-4) --format json"],
        "build tiles pdb(4-4)",
    )),
    checked(made(
        "preprocessed-graph",
        "Contraction hierarchies in the cache",
        &[],
        &["path sample.gr --from 1 --to 4 --algorithm contraction-hierarchy --format json"],
        "build path sample.gr",
    )),
    checked(made(
        "preprocessed-map",
        "Bounding boxes of jump points in the cache",
        &[],
        &["path sample.map --from 3,3 --to 20,20 --algorithm jps-bounds --format json"],
        "build path sample.map",
    )),
    checked(made(
        "endgame-tables",
        "Endings of checkers in the cache",
        &[],
        &["analyze checkers W:WK1:BK32 --endings 2 --depth 4 --format json"],
        "build checkers-endings --endings 2",
    )),
    protocol(
        "uci",
        "Universal Chess Interface",
        &["uci"],
        "uci\nsetoption name Hash value 1\nsetoption name MultiPV value 2\nisready\nucinewgame\n\
         position startpos moves e2e4 e7e5\ngo nodes 500\nposition fen 4k3/8/8/8/8/8/4P3/4K3 w - - \
         0 1\n\
         go depth 2 searchmoves e2e4\ngo wtime 50 btime 50 winc 0\ngo perft 2\nd\nstop\nquit\n",
    ),
    protocol(
        "xboard",
        "Chess Engine Communication Protocol",
        &["xboard"],
        "xboard\nprotover 2\nmemory 8\ncores 1\nnew\nlevel 40 0:01 0\nst 1\nsd 2\nusermove \
         e2e4\nping 1\n\
         force\nsetboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\ntime \
         10\ngo\nundo\nhint\nanalyze\nexit\nquit\n",
    ),
    protocol(
        "nboard",
        "NBoard protocol, version 2",
        &["nboard"],
        "nboard 2\nset depth 4\nset game (;GM[Othello]PC[x]BO[8 \
         ---------------------------O*------*O\
         --------------------------- *]B[F5]W[D6];)\nmove C3\nhint 2\ngo\nping 1\nlearn\nquit\n",
    ),
    protocol(
        "hub",
        "Hub protocol, version 2",
        &["hub"],
        "hub\nset-param name=variant value=normal\ninit\nnew-game\npos \
         pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\"32-28 19-23\"\n\
         level depth=3\nlevel move-time=0.05\ngo think\nping\nstop\nquit\n",
    ),
    protocol(
        "gtp",
        "Go Text Protocol, version 2",
        &["gtp go --time 0.05"],
        "1 protocol_version\n2 boardsize 5\nkomi 6.5\nclear_board\nfixed_handicap 2\n\
         time_settings 0 1 1\nplay b C3\nplay w D3\ngenmove b\nreg_genmove w\nundo\nfinal_score\n\
         showboard\nknown_command play\nlist_commands\nquit\n",
    ),
];

/// Extensions of files with instances that are packed or that nothing reads, and of plain text.
const OTHERS: &[&str] =
    &["text", "maze", "tiles", "dat", "gz", "zst", "bgf", "mat", "xml", "puz", "zip", "bz2", "xz"];

/// Whether files with this extension hold instances, positions or maps.
pub(crate) fn is_known_extension(extension: &std::ffi::OsStr) -> bool {
    let mut all = FORMATS.iter().flat_map(|format| format.extensions).chain(OTHERS);
    all.any(|known| extension.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use tremaux_registry::{GAMES, paths::MapKind};

    use super::{FORMATS, FormatInfo};
    use crate::VERBS;

    /// What the program can read is known by the tables of its formats and protocols.
    #[test]
    fn every_format_and_protocol_has_a_row() {
        let of = |extension: &str| -> Option<&FormatInfo> {
            FORMATS.iter().find(|format| format.extensions.contains(&extension))
        };
        let reads = |extension: &str, command: &str| {
            let format = of(extension);
            format.is_some_and(|it| it.read_by.iter().any(|line| line.starts_with(command)))
        };
        for (extension, _) in MapKind::EXTENSIONS {
            assert!(reads(extension, "path FILE"), "{extension}");
        }
        for game in GAMES {
            if let Some(format) = game.record_format() {
                let load = format!("play {} --load FILE", game.info().name);
                assert!(reads(format.extension, &load), "{}", format.name);
            }
        }
        for verb in VERBS {
            let about = (verb.command)().get_about().map(ToString::to_string);
            let is_one = about.is_some_and(|about| about.contains(", over the "));
            let row = FORMATS.iter().find(|it| it.kind == "protocol" && it.name == verb.name);
            assert_eq!(row.is_some(), is_one, "{}", verb.name);
        }
    }

    #[test]
    fn rows_are_complete() {
        for format in FORMATS {
            assert_ne!(format.sample.is_empty(), format.made_by.is_empty(), "{}", format.name);
            assert!(!format.read_by.is_empty(), "{}", format.name);
            for line in format.read_by.iter().chain([&format.made_by]).filter(|it| !it.is_empty()) {
                let verb = line.split(' ').next();
                assert!(VERBS.iter().any(|it| Some(it.name) == verb), "{line}");
            }
        }
    }
}
