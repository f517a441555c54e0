//! Pattern databases of another problem than sliding puzzles, their files and their cache.

use std::ops::ControlFlow;
use std::path::PathBuf;

use tremaux_tables::{
    BuildError, Builder, Cache, Loaded, Origin, PatternDatabase, PatternSpace, TableFileError,
    Width,
};

/// Where the largest pancakes of a stack are; the others are all alike.
///
/// The cells of `known` pancakes as the digits of a number, of which those with two pancakes
/// in one place are never reached.
struct Pancakes {
    count: usize,
    known: usize,
}

impl Pancakes {
    fn digits(&self, index: usize) -> Vec<usize> {
        (0..self.known)
            .scan(index, |rest, _| {
                let digit = *rest % self.count;
                *rest /= self.count;
                Some(digit)
            })
            .collect()
    }

    fn index(&self, places: &[usize]) -> usize {
        places.iter().rev().fold(0, |index, place| index * self.count + place)
    }

    fn of_stack(&self, stack: &[usize]) -> usize {
        let place = |pancake| stack.iter().position(|&it| it == pancake).expect("it is there");
        let places: Vec<usize> = (self.count - self.known..self.count).map(place).collect();
        self.index(&places)
    }
}

impl PatternSpace for Pancakes {
    type Block = usize;

    fn name(&self) -> String {
        format!("pancakes-{}-{}", self.count, self.known)
    }

    fn description(&self) -> String {
        format!("the {} largest of {} pancakes", self.known, self.count)
    }

    fn block_count(&self) -> usize {
        self.count
    }

    fn block_len(&self) -> usize {
        self.count.pow(self.known as u32 - 1)
    }

    fn block(&self, number: usize) -> usize {
        number
    }

    fn goals(&self, goals: &mut Vec<(usize, u8)>) {
        let places: Vec<usize> = (self.count - self.known..self.count).collect();
        goals.push((self.index(&places), 0));
    }

    fn predecessors(
        &self,
        block: &usize,
        within: usize,
        parts: u8,
        mut visit: impl FnMut(usize, usize, u8),
    ) {
        assert_eq!(parts, 1);
        let places = self.digits(block * self.block_len() + within);
        for flipped in 2..=self.count {
            let turned: Vec<usize> = places
                .iter()
                .map(|&place| if place < flipped { flipped - 1 - place } else { place })
                .collect();
            let index = self.index(&turned);
            visit(index / self.block_len(), index % self.block_len(), 0);
        }
    }
}

/// Distances of all stacks from the sorted one, by a plain search over lists.
fn distances(count: usize) -> std::collections::HashMap<Vec<usize>, u8> {
    let sorted: Vec<usize> = (0..count).collect();
    let mut distances = std::collections::HashMap::from([(sorted.clone(), 0)]);
    let mut queue = std::collections::VecDeque::from([sorted]);
    while let Some(stack) = queue.pop_front() {
        let distance = distances[&stack];
        for flipped in 2..=count {
            let mut child = stack.clone();
            child[..flipped].reverse();
            if !distances.contains_key(&child) {
                distances.insert(child.clone(), distance + 1);
                queue.push_back(child);
            }
        }
    }
    distances
}

/// A directory that is removed in the end.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tremaux-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory");
        Self(path)
    }

    fn files(&self) -> usize {
        std::fs::read_dir(&self.0).expect("a directory").count()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn pancakes_are_exact_where_all_are_known_and_never_too_far() {
    for count in 3..=7 {
        let exact = distances(count);
        for known in 1..=count {
            let space = Pancakes { count, known };
            let database = Builder::new().build(&space).expect("built");
            let mut least = vec![u8::MAX; space.index_count()];
            for (stack, &distance) in &exact {
                let index = space.of_stack(stack);
                assert!(database.get(index) <= distance);
                least[index] = least[index].min(distance);
            }
            // Stacks that look alike are one state: all of its flips are flips of each.
            for (index, &least) in least.iter().enumerate().filter(|(_, least)| **least < 99) {
                assert!(database.get(index) <= least);
                assert!(known < count - 1 || database.get(index) == least, "{count} {known}");
            }
        }
    }
}

#[test]
fn threads_and_widths_do_not_change_what_is_found() {
    let space = Pancakes { count: 8, known: 6 };
    let one = Builder::new().with_threads(1).build(&space).expect("built");
    assert_eq!(one.width(), Width::Nibble);
    let four = Builder::new().with_threads(4).build(&space).expect("built");
    assert_eq!(one.bytes(), four.bytes());
    let bytes = Builder::new().with_width(Width::Byte).build(&space).expect("built");
    assert_eq!(bytes.width(), Width::Byte);
    assert!((0..space.index_count()).all(|index| one.get(index) == bytes.get(index)));
}

#[test]
fn a_build_can_be_watched_limited_and_ended() {
    let space = Pancakes { count: 7, known: 5 };
    let needed = Builder::bytes(&space);
    let error = Builder::new().with_memory(needed - 1).build(&space).expect_err("too little");
    assert_eq!(error, BuildError::TooMuchMemory { needed, allowed: needed - 1 });
    let mut layers = Vec::new();
    let mut builder = Builder::new().with_memory(needed).with_progress(|progress| {
        layers.push((progress.distance, progress.found));
        ControlFlow::Continue(())
    });
    builder.build(&space).expect("enough");
    drop(builder);
    // Each of 7 * 6 * 5 * 4 * 3 places is found, the goal first, and then its six flips.
    assert_eq!(layers[0], (0, 1));
    assert_eq!(layers.last().expect("a layer").1, 2520);
    assert!(layers.windows(2).all(|pair| pair[0].0 + 1 == pair[1].0 && pair[0].1 <= pair[1].1));
    let mut left = 3;
    let mut builder = Builder::new().with_progress(|_| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let directory = Directory::new("ended");
    let cache = Cache::at(&directory.0);
    let error = cache.load_or_build(&space, &mut builder).expect_err("ended");
    assert_eq!(error, BuildError::Cancelled);
    assert_eq!(directory.files(), 0, "a build cut short leaves nothing");
}

/// Pancakes, and a nap for every block, longer than a build is silent.
struct Slow(Pancakes);

impl PatternSpace for Slow {
    type Block = <Pancakes as PatternSpace>::Block;

    fn name(&self) -> String {
        self.0.name()
    }
    fn description(&self) -> String {
        self.0.description()
    }
    fn block_count(&self) -> usize {
        self.0.block_count()
    }
    fn block_len(&self) -> usize {
        self.0.block_len()
    }
    fn block(&self, number: usize) -> Self::Block {
        std::thread::sleep(std::time::Duration::from_millis(60));
        self.0.block(number)
    }
    fn goals(&self, goals: &mut Vec<(usize, u8)>) {
        self.0.goals(goals);
    }
    fn predecessors(
        &self,
        block: &Self::Block,
        within: usize,
        parts: u8,
        visit: impl FnMut(usize, usize, u8),
    ) {
        self.0.predecessors(block, within, parts, visit);
    }
}

#[test]
fn a_build_is_watched_and_ended_within_a_layer() {
    for threads in [1, 2] {
        let mut told = Vec::new();
        let mut builder = Builder::new().with_threads(threads).with_progress(|progress| {
            told.push(progress);
            // The second time that a layer is told of, it is not yet complete.
            let is_within = told.len() > 1 && told[told.len() - 2].distance == progress.distance;
            if is_within { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let error = builder.build(&Slow(Pancakes { count: 8, known: 6 })).expect_err("ended");
        drop(builder);
        assert_eq!(error, BuildError::Cancelled);
        let last = told.last().expect("told");
        assert!(last.found > 0 && last.found < last.total, "{last:?}");
    }
}

/// A path longer than a byte counts.
struct Path(usize);

impl PatternSpace for Path {
    type Block = ();

    fn name(&self) -> String {
        "path".into()
    }
    fn description(&self) -> String {
        format!("a path of {}", self.0)
    }
    fn block_count(&self) -> usize {
        1
    }
    fn block_len(&self) -> usize {
        self.0
    }
    fn block(&self, _number: usize) {}
    fn goals(&self, goals: &mut Vec<(usize, u8)>) {
        goals.push((0, 0));
    }
    fn predecessors(
        &self,
        (): &(),
        at: usize,
        _parts: u8,
        mut visit: impl FnMut(usize, usize, u8),
    ) {
        if at + 1 < self.0 {
            visit(0, at + 1, 0);
        }
        if at > 0 {
            visit(0, at - 1, 0);
        }
    }
}

#[test]
fn distances_up_to_254_fit_and_greater_ones_are_an_error() {
    let database = Builder::new().build(&Path(255)).expect("254 fits");
    assert!((0..255).all(|index| usize::from(database.get(index)) == index));
    assert_eq!(database.width(), Width::Byte);
    assert_eq!(Builder::new().build(&Path(256)).expect_err("too far"), BuildError::TooGreat);
}

#[test]
fn every_flipped_byte_and_every_cut_is_recognised() {
    let directory = Directory::new("damage");
    let space = Pancakes { count: 5, known: 3 };
    let database = Builder::new().build(&space).expect("built");
    let path = directory.0.join("file");
    let description = space.description();
    database.save(&path, &description).expect("saved");
    assert_eq!(directory.files(), 1, "no other file is left");
    let file = std::fs::read(&path).expect("there");
    let read = PatternDatabase::read(&file, &description).expect("right");
    let mapped = PatternDatabase::open(&path, &description).expect("right");
    assert!(mapped.is_mapped() && !read.is_mapped());
    assert_eq!((read.bytes(), mapped.bytes()), (database.bytes(), database.bytes()));
    for at in 0..file.len() {
        for flip in [1, 0x80, 0xFF] {
            let mut damaged = file.clone();
            damaged[at] ^= flip;
            let result = PatternDatabase::read(&damaged, &description);
            assert!(result.is_err(), "byte {at} flipped by {flip}");
        }
    }
    for length in 0..file.len() {
        assert!(PatternDatabase::read(&file[..length], &description).is_err(), "cut at {length}");
    }
    for length in (0..file.len()).step_by(97).chain([63, 64, 65, 4095, 4096, 4097]) {
        std::fs::write(&path, &file[..length]).expect("written");
        assert!(PatternDatabase::open(&path, &description).is_err(), "cut at {length}");
    }
    let longer = [&file[..], &[0]].concat();
    let error = PatternDatabase::read(&longer, &description).expect_err("longer");
    assert!(matches!(error, TableFileError::Length { .. }), "{error}");
    let error = PatternDatabase::read(&file, "something else").expect_err("foreign");
    assert!(error.to_string().contains("the 3 largest of 5 pancakes"), "{error}");
}

#[test]
fn what_is_in_the_cache_is_mapped_and_what_is_wrong_built_again() {
    let directory = Directory::new("cache");
    let inner = directory.0.join("made").join("when needed");
    let cache = Cache::at(&inner);
    let space = Pancakes { count: 6, known: 4 };
    let path = cache.path(&space).expect("a directory");
    let load = || cache.load_or_build(&space, &mut Builder::new()).expect("built");
    let is_new = |loaded: &Loaded| {
        matches!(loaded.origin, Origin::Built { replaced: None, not_stored: None })
    };
    let first = load();
    assert!(is_new(&first) && first.database.is_mapped());
    let again = load();
    assert!(matches!(again.origin, Origin::Mapped));
    assert_eq!(again.database.bytes(), first.database.bytes());
    let right = std::fs::read(&path).expect("there");
    let mut damaged = right.clone();
    damaged[4500] ^= 4;
    let other = Pancakes { count: 6, known: 3 };
    cache.load_or_build(&other, &mut Builder::new()).expect("built");
    let foreign = std::fs::read(cache.path(&other).expect("a directory")).expect("there");
    let wrong = [&damaged[..], &foreign, &right[..4000], b"", b"a text\n"];
    let what = ["checksum", "another table", "bytes instead of", "not a pattern", "not a pattern"];
    for (bytes, what) in wrong.into_iter().zip(what) {
        // Not in place: what is mapped must not change.
        std::fs::remove_file(&path).expect("there");
        std::fs::write(&path, bytes).expect("written");
        let loaded = load();
        let Origin::Built { replaced: Some(error), not_stored: None } = loaded.origin else {
            panic!("{:?}", loaded.origin)
        };
        assert!(error.to_string().contains(what), "{error}");
        assert_eq!(loaded.database.bytes(), first.database.bytes());
        assert_eq!(std::fs::read(&path).expect("there"), right);
    }
    // Where nothing can be stored the database is there all the same.
    let blocked = directory.0.join("a file");
    std::fs::write(&blocked, b"").expect("written");
    let loaded = Cache::at(&blocked).load_or_build(&space, &mut Builder::new()).expect("built");
    assert!(matches!(loaded.origin, Origin::Built { not_stored: Some(_), .. }));
    assert_eq!(loaded.database.bytes(), first.database.bytes());
    let loaded = Cache::none().load_or_build(&space, &mut Builder::new()).expect("built");
    assert!(is_new(&loaded) && !loaded.database.is_mapped());
}
