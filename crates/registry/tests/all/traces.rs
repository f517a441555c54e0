//! Traces of every algorithm on every domain and game agree with the reports.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use tremaux_core::Limits;
use tremaux_registry::{
    AnalysisReport, AnalysisRequest, DOMAINS, DepthLimit, DomainEntry, Family, GAME_ALGORITHMS,
    GAMES, GameTable, HeuristicCache, PlaceRestorer, PlayedGame, Player, RegistryError,
    SolveRequest, Source, Status, drive_recorded, game,
};
use tremaux_trace::{
    Refutation, Sink, Trace, TraceEvent, TraceReader, TraceSelection, TraceWriter,
};

/// Limits that let small instances be solved, and tight ones that do not.
fn all_limits() -> [Limits; 3] {
    [50_000, 7, 0].map(|nodes| Limits::default().with_nodes(nodes))
}

/// The example, and some random instances.
fn instances(domain: &dyn DomainEntry) -> Vec<String> {
    let mut texts = vec![domain.info().example.to_owned()];
    if let Ok(made) = domain.generate(3, 2, &[])
        && domain.info().name == "grid"
    {
        texts.extend(made);
    }
    texts
}

/// The options to try for every algorithm: the defaults and its own example.
fn written(info: &tremaux_registry::AlgorithmInfo) -> Vec<String> {
    // Walks end at a goal, or after a hundred thousand states.
    if info.component.options.iter().any(|option| option.name == "steps") {
        return vec![format!("{}(steps=1000)", info.component.name)];
    }
    let mut all = vec![info.component.name.to_owned()];
    if info.component.example != info.component.name {
        all.push(info.component.example.to_owned());
    }
    all
}

#[test]
fn counts_in_traces_are_those_of_the_reports_for_every_algorithm() {
    let mut compared = 0;
    for domain in DOMAINS.iter().filter(|domain| domain.has_states()) {
        for text in instances(**domain) {
            let instances = domain.instances(Source::One(&text), &[]).expect("an example");
            let heuristics = HeuristicCache::default();
            for info in domain.algorithms() {
                for algorithm in written(info) {
                    let depth = (info.depth == DepthLimit::Required).then_some(12);
                    let request = SolveRequest {
                        algorithm: Some(algorithm.clone()),
                        depth,
                        ..SolveRequest::default()
                    };
                    for limits in all_limits() {
                        let what = format!("{} {text:?} {algorithm}", domain.info().name);
                        let mut search = match instances[0].start(&request, &heuristics) {
                            // Some need features that not every problem has, such as
                            // predecessors.
                            Err(RegistryError::NotOffered { .. }) => continue,
                            search => search.expect(&what),
                        };
                        let selection = TraceSelection::default();
                        let mut trace = Trace::new(search.trace_header(selection));
                        let (stopped, counts) = drive_recorded(
                            &mut *search,
                            &limits,
                            (Instant::now(), Duration::from_millis(5)),
                            (selection, &mut trace),
                            &mut |_| {},
                        );
                        let counts = counts.expect("it was recorded");
                        let report = search.report().expect("a right plan");
                        let said = &report.counts;
                        assert_eq!(counts.expanded, said.expanded, "{what} {limits:?}");
                        assert_eq!(Some(counts.generated), said.generated, "{what} {limits:?}");
                        if let Some(reopened) = said.reopened {
                            assert_eq!(counts.reopened, reopened, "{what} {limits:?}");
                        }
                        if let Some(duplicates) = said.duplicates {
                            assert_eq!(counts.duplicates, duplicates, "{what} {limits:?}");
                        }
                        if let Some(pruned) = said.pruned {
                            let told = counts.pruned + counts.dead_ends;
                            assert_eq!(told, pruned, "{what} {limits:?}");
                        }
                        // Anytime A* removes states from the open list without an event once a
                        // plan bounds it; that of graph search has paths, several to a state.
                        let has_paths = ["anytime-a-star", "graph-search"];
                        let is_of_states = info.family == Family::BestFirst
                            && !has_paths.contains(&info.component.name);
                        if is_of_states && stopped.is_none() {
                            check_states(&trace, said, &what);
                        }
                        // Those for maps tell the places where they jump.
                        let length = report.length.map_or(0, |length| length + 1);
                        assert!(trace.path.len() == length || info.family == Family::Map, "{what}");
                        // Constructed plans have no expansions; partial recordings do not
                        // contain all of them.
                        let is_search = !matches!(info.family, Family::Other | Family::Map)
                            && said.expanded > 0
                            && counts.events <= selection.events;
                        if is_search {
                            check_nodes(&trace, &what);
                        }
                        // Of several paths to a state, a node has the last one.
                        if is_search && info.component.name != "graph-search" {
                            check_path(&trace, &what);
                        }
                        let status = match report.status {
                            Status::Solved => "solved",
                            Status::NoSolution => "no-solution",
                            Status::Limit => "limit",
                        };
                        assert_eq!((trace.counts, &*trace.status), (Some(counts), status));
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared >= 90, "only {compared} searches were compared");
}

/// A replayed best-first search has the same numbers of open and closed states as the report.
fn check_states(trace: &Trace, said: &tremaux_registry::Counts, what: &str) {
    if let (Some(open), Some(closed)) = (said.open, said.closed) {
        let dead = trace.nodes.iter().filter(|node| node.pruned.is_some()).count() as u64;
        assert_eq!(trace.nodes.len() as u64, open + closed + dead, "{what}");
    }
}

/// Checks that the events agree with the counts.
fn check_nodes(trace: &Trace, what: &str) {
    let counts = trace.counts.expect("the end");
    let expansions: u64 = trace.nodes.iter().map(|node| u64::from(node.expansions)).sum();
    assert_eq!(expansions, counts.expanded, "{what}");
    assert_eq!(trace.steps.len() as u64 - trace.path.len() as u64, counts.recorded, "{what}");
    // Every node except the root has an expanded parent.
    for (id, node) in trace.nodes.iter().enumerate().skip(1) {
        let parent = node.parent.unwrap_or_else(|| panic!("{what}: node {id} hangs nowhere"));
        assert!(trace.nodes[parent as usize].expansions > 0, "{what}: node {id}");
    }
}

/// Checks that each state of the plan hangs on the one before it.
fn check_path(trace: &Trace, what: &str) {
    for pair in trace.path.windows(2) {
        assert_eq!(trace.nodes[pair[1] as usize].parent, Some(pair[0]), "{what}");
    }
}

/// The example of every game, and one for three players.
fn positions() -> Vec<Box<dyn PlayedGame>> {
    let examples = GAMES.iter().filter(|entry| !entry.info().is_hidden);
    let examples = examples.map(|entry| entry.open(&[], entry.info().example));
    let three = [("players", "3".to_owned()), ("size", "2x2".to_owned())];
    let dots = game("dots-and-boxes").expect("a game");
    let text = "--/|.|/../.../..";
    let several = [dots.open(&three, text), dots.open(&three, "")];
    examples.chain(several).map(|played| played.expect("an example")).collect()
}

/// Every game algorithm, and the options of those that have some.
fn game_players() -> impl Iterator<Item = Player> {
    let names = GAME_ALGORITHMS.iter().map(|component| component.name);
    let more = ["expectiminimax(pruning=star2)", "expectiminimax(pruning=none)"];
    names.chain(more).map(|text| Player::parse(text).expect("a player"))
}

#[test]
fn counts_in_traces_of_games_are_those_of_the_analyses() {
    let (mut compared, mut of_payoffs) = (0, 0);
    for played in positions() {
        for player in game_players() {
            let Some(algorithm) = player.algorithm else { continue };
            for (depth, nodes) in [(1, 1_000_000), (3, 50_000), (30, 3000), (30, 2)] {
                let what = format!("{} {} to {depth}", played.info().name, player.text);
                if played.accepts(algorithm, None).is_err() {
                    continue;
                }
                let mut table = GameTable::new(1 << 16).expect("a small table");
                let request =
                    AnalysisRequest { algorithm, depth: Some(depth), ..AnalysisRequest::default() };
                let selection = TraceSelection::default();
                let mut trace = Trace::new(played.trace_header(&request, selection));
                // Without a depth they do not end by themselves.
                let has_depth = played.accepts(algorithm, Some(1)).is_ok();
                let nodes = if has_depth { nodes } else { nodes.min(3000) };
                let limits = Limits::default().with_nodes(nodes);
                let report = played.analyze_recorded(
                    &request,
                    &mut table,
                    &limits,
                    selection,
                    &mut trace,
                    &mut |_| {},
                );
                let counts = trace.counts.expect("the end");
                assert!(counts.nodes > 0, "{what}");
                assert_eq!(counts.nodes, report.counts.nodes, "{what}");
                assert_eq!(counts.cutoffs, report.counts.cutoffs, "{what}");
                assert_eq!(counts.table_hits, report.counts.table_hits, "{what}");
                if report.stopped.is_none() {
                    assert_eq!(counts.leaves, report.counts.leaves, "{what}");
                }
                let entered: u64 = trace.nodes.iter().map(|it| u64::from(it.expansions)).sum();
                assert_eq!(entered, counts.nodes, "{what}");
                // A search resumed below a position that the table answered has no parent.
                let below = trace.nodes.iter().filter(|it| it.parent.is_some());
                let places: Vec<_> = below.map(|it| (it.parent, &it.action)).collect();
                let distinct: HashSet<_> = places.iter().collect();
                assert_eq!(distinct.len(), places.len(), "{what}: a line is one node");
                let line = trace.path.iter().skip(1).map(|&id| &trace.nodes[id as usize].action);
                let line: Vec<&String> = line.collect();
                assert!(report.line.iter().zip(&line).all(|(one, other)| one == *other), "{what}");
                compared += 1;
                // Shares of won games are no payoffs.
                if trace.header.judged.is_some() && trace.header.unit.as_deref() != Some("%") {
                    check_payoffs(&trace, &report, &what);
                    of_payoffs += 1;
                }
            }
        }
    }
    assert!(compared >= 60, "only {compared} analyses were compared");
    assert!(of_payoffs >= 40, "only {of_payoffs} analyses were of payoffs");
}

/// Checks that the scores of a payoff search equal those of the report for the judged side.
fn check_payoffs(trace: &Trace, report: &AnalysisReport, what: &str) {
    let judged = usize::from(trace.header.judged.expect("a side"));
    if report.stopped.is_none() {
        let (score, _) = trace.nodes[0].score.expect("the root has a score");
        assert_eq!(i64::from(score), report.score.expect("a score"), "{what}");
    }
    for node in &trace.nodes {
        if let (Some((score, _)), Some(payoff)) = (node.score, node.payoffs.get(judged)) {
            assert_eq!(score, *payoff, "{what}: the score is one of the payoffs");
        }
        let Some(cut) = &node.cutoff else { continue };
        let holds = match cut.reason {
            Refutation::AtLeast
            | Refutation::Share
            | Refutation::MeanAtLeast
            | Refutation::ProbedAtLeast => cut.score >= cut.beta,
            _ => cut.score <= cut.beta,
        };
        assert!(holds, "{what}: {cut:?}");
    }
}

#[test]
fn a_trace_of_a_search_is_read_as_it_was_written() {
    let domain = DOMAINS[0];
    let instances = domain.instances(Source::One(domain.info().example), &[]).expect("an example");
    let request = SolveRequest { algorithm: Some("a-star".into()), ..SolveRequest::default() };
    let mut search = instances[0].start(&request, &HeuristicCache::default()).expect("a search");
    let header = search.trace_header(TraceSelection::default());
    let mut writer = TraceWriter::new(Vec::new(), &header).expect("memory takes everything");
    let mut events = Both(&mut writer, Trace::new(header.clone()));
    let _ = search.advance_recorded(&Limits::default(), TraceSelection::default(), &mut events);
    let _ = search.end_recording(&mut events);
    let Both(_, trace) = events;
    let file = writer.finish().expect("memory takes everything");
    let read = Trace::read(file.as_slice()).expect("a whole file");
    assert_eq!((read.header, read.steps), (trace.header, trace.steps));
    assert_eq!((read.nodes, read.path, read.counts), (trace.nodes, trace.path, trace.counts));
}

/// Reports to two sinks.
struct Both<'a>(&'a mut TraceWriter<Vec<u8>>, Trace);

impl Sink for Both<'_> {
    fn take(&mut self, event: &TraceEvent<'_>) {
        self.0.take(event);
        self.1.take(event);
    }
}

#[test]
fn a_cap_and_sampling_leave_the_counts_as_they_are() {
    let grid = DOMAINS.iter().find(|domain| domain.info().name == "grid").expect("grids");
    let text: String = grid.generate(5, 1, &[]).expect("no options").collect();
    let instances = grid.instances(Source::One(&text), &[]).expect("a grid");
    for algorithm in ["breadth-first", "a-star", "ida-star", "branch-and-bound"] {
        let request = SolveRequest { algorithm: Some(algorithm.into()), ..SolveRequest::default() };
        let mut all = None;
        for selection in [
            TraceSelection::default(),
            TraceSelection::default().with_events(50),
            TraceSelection::default().with_events(0),
            TraceSelection::default().with_every(7),
        ] {
            let mut search =
                instances[0].start(&request, &HeuristicCache::default()).expect("a search");
            let mut trace = Trace::new(search.trace_header(selection));
            let limits = Limits::default().with_nodes(50_000);
            let _ = search.advance_recorded(&limits, selection, &mut trace);
            let counts = search.end_recording(&mut trace).expect("it was recorded");
            let whole = tremaux_trace::TraceCounts { recorded: 0, ..counts };
            assert_eq!(*all.get_or_insert(whole), whole, "{algorithm} {selection:?}");
            let detail = trace.steps.iter().filter(|step| {
                step.node.is_some() && !matches!(step.event, TraceEvent::Path { .. })
            });
            assert!(detail.count() as u64 <= selection.events, "{algorithm} {selection:?}");
            assert!(counts.recorded <= 2 * selection.events, "{algorithm} {selection:?}");
            if selection.every > 1 {
                assert!(counts.recorded * 3 < counts.events, "{algorithm} {counts:?}");
            }
        }
    }
}

/// Reads a file written without places and adds the places reconstructed from the rules.
fn filled(file: &[u8]) -> Trace {
    let mut reader = TraceReader::new(file).expect("a header");
    assert!(!reader.header().selection.places);
    let mut places = PlaceRestorer::of(reader.header()).expect("the rules");
    let mut trace = Trace::new(reader.header().clone());
    while let Some(mut event) = reader.next_event().expect("a whole file") {
        places.add(&mut event);
        trace.add(event);
    }
    assert!(reader.is_whole());
    trace
}

/// Two traces of one search, one of which was recorded without places.
fn same(told: &Trace, filled: &Trace, what: &str) {
    assert_eq!(told.steps.len(), filled.steps.len(), "{what}");
    for (one, other) in told.steps.iter().zip(&filled.steps) {
        assert_eq!(one, other, "{what}");
    }
    assert_eq!(told.path, filled.path, "{what}");
    assert_eq!(told.counts, filled.counts, "{what}");
}

#[test]
fn the_rules_tell_the_places_that_were_not_recorded() {
    let (mut compared, mut shorter) = (0, 0);
    for domain in DOMAINS.iter().filter(|domain| domain.has_states()) {
        for text in instances(**domain) {
            if domain.info().name == "graph" {
                // Vertices are recorded, as a graph cannot be rebuilt from its text in the
                // header.
                continue;
            }
            let instances = domain.instances(Source::One(&text), &[]).expect("an example");
            let heuristics = HeuristicCache::default();
            for info in domain.algorithms() {
                let name = info.component.name;
                let depth = (info.depth == DepthLimit::Required).then_some(12);
                let request =
                    SolveRequest { algorithm: Some(name.into()), depth, ..SolveRequest::default() };
                let selections = [(20_000, 1), (300, 1), (2000, 3)];
                for (events, every) in selections {
                    let what = format!("{} {text:?} {name} {every}", domain.info().name);
                    let all = TraceSelection::default().with_events(events).with_every(every);
                    let limits = Limits::default().with_nodes(5000);
                    let record = |selection: TraceSelection, sink: &mut dyn Sink| {
                        let search = instances[0].start(&request, &heuristics);
                        let mut search = search.expect(&what);
                        let time = (Instant::now(), Duration::from_secs(60));
                        drive_recorded(&mut *search, &limits, time, (selection, sink), &mut |_| ());
                    };
                    let search = match instances[0].start(&request, &heuristics) {
                        Err(RegistryError::NotOffered { .. }) => continue,
                        search => search.expect(&what),
                    };
                    let mut told = Trace::new(search.trace_header(all));
                    record(all, &mut told);
                    let few = all.without_places();
                    let header = search.trace_header(few);
                    let mut writer = TraceWriter::new(Vec::new(), &header).expect("memory");
                    record(few, &mut writer);
                    let file = writer.finish().expect("memory");
                    same(&told, &filled(&file), &what);
                    let mut writer = TraceWriter::new(Vec::new(), &header).expect("memory");
                    told.steps.iter().for_each(|step| writer.take(&step.event));
                    shorter += usize::from(file.len() < writer.finish().expect("memory").len());
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 200 && shorter > 100, "{compared} compared, {shorter} shorter");
}

#[test]
fn the_rules_tell_the_positions_that_were_not_recorded() {
    let mut compared = 0;
    for played in positions() {
        for player in game_players() {
            let Some(algorithm) = player.algorithm else { continue };
            for (depth, every) in [(3, 1), (5, 1), (4, 3)] {
                let what = format!("{} {} to {depth}", played.info().name, player.text);
                if played.accepts(algorithm, None).is_err() {
                    continue;
                }
                let all = TraceSelection::default().with_events(5000).with_every(every);
                let request =
                    AnalysisRequest { algorithm, depth: Some(depth), ..AnalysisRequest::default() };
                let record = |selection: TraceSelection, sink: &mut dyn Sink| {
                    let mut table = GameTable::new(1 << 16).expect("a small table");
                    let limits = Limits::default().with_nodes(8000);
                    played.analyze_recorded(
                        &request,
                        &mut table,
                        &limits,
                        selection,
                        sink,
                        &mut |_| {},
                    );
                };
                let mut told = Trace::new(played.trace_header(&request, all));
                record(all, &mut told);
                let few = all.without_places();
                let header = played.trace_header(&request, few);
                let mut writer = TraceWriter::new(Vec::new(), &header).expect("memory");
                record(few, &mut writer);
                same(&told, &filled(&writer.finish().expect("memory")), &what);
                compared += 1;
            }
        }
    }
    assert!(compared >= 40, "only {compared} analyses were compared");
}
