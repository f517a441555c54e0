//! Several processes: this test program, started again. What happens when one of them fails.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

use tremaux_cluster::{
    ClusterError, Enumeration, Expansion, FAILED, HdaStar, Machines, enumerate, search,
};

use super::{Informed, Tiles, naive};

/// The sliding puzzle of 4 × 3, four bits for each cell: long enough to be disturbed.
struct Twelve;

impl Expansion for Twelve {
    type State = u64;

    fn initial_state(&self) -> u64 {
        0xba98_7654_3210
    }

    fn successors(&self, states: &[u64], successors: &mut Vec<u64>) {
        for &state in states {
            let blank = (0..12).find(|cell| state >> (4 * cell) & 15 == 0).expect("a blank");
            let (row, column) = (blank / 4, blank % 4);
            let neighbours = [
                (row > 0).then(|| blank - 4),
                (row < 2).then(|| blank + 4),
                (column > 0).then(|| blank - 1),
                (column < 3).then(|| blank + 1),
            ];
            for cell in neighbours.into_iter().flatten() {
                let tile = state >> (4 * cell) & 15;
                successors.push(state ^ (tile << (4 * cell)) ^ (tile << (4 * blank)));
            }
        }
    }

    fn is_reversible(&self) -> bool {
        true
    }
}

fn free_addresses(count: usize) -> Vec<String> {
    // Held until all are known, so that they differ.
    let ports: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    ports.iter().map(|port| port.local_addr().expect("its address").to_string()).collect()
}

fn machines(addresses: &[String], process: usize, limit: Duration) -> Machines {
    Machines {
        addresses: addresses.to_vec(),
        process,
        silence_limit: limit,
        connect_limit: Duration::from_secs(300),
        ..Machines::one(2)
    }
}

fn how(folder: &Path) -> Enumeration {
    Enumeration {
        problem: "a test".into(),
        folder: folder.into(),
        memory: 1 << 26,
        depth: None,
        resumes: false,
    }
}

const ROLE: &str = "TREMAUX_TEST_ROLE";

/// Not a test of its own: what the processes that the tests start do.
#[test]
fn role() {
    let Ok(role) = std::env::var(ROLE) else { return };
    let mut fields = role.split('|');
    let mut field = || fields.next().expect("a field").to_owned();
    let (what, folder, process, limit) = (field(), field(), field(), field());
    let addresses: Vec<String> = field().split(',').map(str::to_owned).collect();
    let limit = Duration::from_millis(limit.parse().expect("milliseconds"));
    let machines = machines(&addresses, process.parse().expect("a number"), limit);
    let how = how(Path::new(&folder));
    match &*what {
        "eight" => {
            let counts = enumerate(Arc::new(Tiles), &machines, &how, |_, _, _| {});
            println!("RESULT {:?}", counts.expect("it runs").map(|counts| counts.counts));
        }
        "twelve" => {
            let counts = enumerate(Arc::new(Twelve), &machines, &how, |_, _, _| {});
            println!("RESULT {:?}", counts.expect("it runs").map(|counts| counts.counts));
        }
        _ => {
            let how = HdaStar {
                problem: "a test".into(),
                run_ahead: 0,
                memory: 1 << 26,
                nodes: None,
                time: None,
            };
            let found = search(Arc::new(Informed(806_547_231)), &machines, &how, |_| {});
            let path = found.expect("it runs").map(|found| (found.path, found.lower_bound));
            println!("RESULT {path:?}");
        }
    }
}

fn start(what: &str, count: usize, folder: &Path, limit: u64, limits: &str) -> Vec<Child> {
    let addresses = free_addresses(count).join(",");
    let processes = (0..count).map(|process| {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{limits} exec \"$0\" \"$@\"")]);
        command.arg(std::env::current_exe().expect("this program"));
        command.args(["--exact", "processes::role", "--nocapture"]);
        let role = format!("{what}|{}|{process}|{limit}|{addresses}", folder.display());
        command.env(ROLE, role).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("it runs")
    });
    processes.collect()
}

/// More than a busy machine is silent.
const LONG: u64 = 300_000;

/// The result of process 0.
fn result_of(children: Vec<Child>) -> String {
    let ended = children.into_iter().map(|child| child.wait_with_output().expect("it ends"));
    let ended: Vec<Output> = ended.collect();
    for output in &ended {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let out = String::from_utf8_lossy(&ended[0].stdout).into_owned();
    let result = out.lines().find_map(|line| line.split_once("RESULT "));
    result.expect("a result").1.to_owned()
}

/// Waits until so many levels are whole.
fn wait_for_levels(folder: &Path, count: usize, children: &mut [Child]) {
    loop {
        let text = std::fs::read_to_string(folder.join("levels.txt")).unwrap_or_default();
        if text.lines().count() >= count + 3 {
            return;
        }
        for child in &mut *children {
            assert!(child.try_wait().expect("its status").is_none(), "it has ended");
        }
        std::thread::yield_now();
    }
}

fn assert_failed(output: &Output, why: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(FAILED), "{said}");
    assert!(said.contains(why), "{said}");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("RESULT"), "no result");
}

#[test]
fn processes_count_the_same_and_find_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let counts = result_of(start("eight", 3, folder.path(), LONG, ""));
    assert_eq!(counts, format!("{:?}", Some(naive(&Tiles))));
    let path = result_of(start("path", 2, folder.path(), LONG, ""));
    assert!(path.ends_with("12345678], 31)), Some(31)))"), "{path}");
}

#[test]
fn a_killed_process_ends_all_and_the_rest_is_resumed() {
    let fresh = tempfile::tempdir().expect("a folder");
    let expected = Enumeration { depth: Some(22), ..how(fresh.path()) };
    let expected = enumerate(Arc::new(Twelve), &Machines::one(1), &expected, |_, _, _| {});
    let expected = expected.expect("it runs").expect("this is process 0");
    assert_eq!(expected.counts[..8], [1, 2, 4, 9, 20, 37, 63, 122]);
    for victim in 0..2 {
        let folder = tempfile::tempdir().expect("a folder");
        let mut children = start("twelve", 2, folder.path(), LONG, "");
        wait_for_levels(folder.path(), 18, &mut children);
        children[victim].kill().expect("it is running");
        for (process, child) in children.into_iter().enumerate() {
            let output = child.wait_with_output().expect("it ends");
            if process != victim {
                assert_failed(&output, "");
            }
        }
        let rest = Enumeration { resumes: true, depth: Some(22), ..how(folder.path()) };
        let rest = enumerate(Arc::new(Twelve), &Machines::one(3), &rest, |_, _, _| {});
        let rest = rest.expect("it runs").expect("this is process 0");
        assert_eq!(rest.counts[..23], expected.counts);
    }
}

#[test]
fn a_stopped_process_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut children = start("twelve", 2, folder.path(), 3000, "");
    wait_for_levels(folder.path(), 10, &mut children);
    let stop = Command::new("kill").args(["-STOP", &children[1].id().to_string()]).status();
    assert!(stop.expect("kill runs").success());
    let first = children.remove(0).wait_with_output().expect("it ends");
    children[0].kill().expect("it is stopped");
    children[0].wait().expect("it is killed");
    assert_failed(&first, "process 1 was silent for");
}

#[test]
fn a_full_disk_ends_all() {
    let folder = tempfile::tempdir().expect("a folder");
    // A file may have 16 blocks.
    let children = start("twelve", 2, folder.path(), LONG, "trap '' XFSZ; ulimit -f 16;");
    let ended = children.into_iter().map(|child| child.wait_with_output().expect("it ends"));
    let ended: Vec<Output> = ended.collect();
    ended.iter().for_each(|output| assert_failed(output, ""));
    let said: Vec<_> = ended.iter().map(|it| String::from_utf8_lossy(&it.stderr)).collect();
    assert!(said.iter().any(|said| said.contains("File too large")), "{said:?}");
}

#[test]
fn a_process_that_does_not_come_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let addresses = free_addresses(2);
    for process in 0..2 {
        let limit = Duration::from_millis(200);
        let machines = Machines { connect_limit: limit, ..machines(&addresses, process, limit) };
        let run = enumerate(Arc::new(Tiles), &machines, &how(folder.path()), |_, _, _| {});
        let Err(ClusterError::Network(message)) = run else { panic!("{run:?}") };
        assert!(message.contains(&format!("process {}", 1 - process)), "{message}");
        assert!(message.contains("within 0.2 s"), "{message}");
    }
}

#[test]
fn other_arguments_than_the_others_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let addresses = free_addresses(2);
    std::thread::scope(|scope| {
        let runs = [0, 1].map(|process| {
            let mut how = how(folder.path());
            how.depth = Some(process);
            let machines = machines(&addresses, process as usize, Duration::from_secs(60));
            scope.spawn(move || enumerate(Arc::new(Tiles), &machines, &how, |_, _, _| {}))
        });
        for run in runs {
            let run = run.join().expect("no panic");
            assert!(matches!(run, Err(ClusterError::Mismatch(_))), "{run:?}");
        }
    });
}
