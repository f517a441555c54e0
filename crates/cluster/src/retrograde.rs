//! Retrograde analysis of games with numbered positions.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::Capability;
use timely::dataflow::operators::core::feedback::{ConnectLoop, Feedback};
use timely::dataflow::operators::generic::OutputBuilder;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::dataflow::operators::generic::operator::Operator;
use timely::worker::Worker;
use tremaux_core::{IndexedGame, Player, Turn, ZeroSumGame};
use tremaux_tables::EndgameValue;

use crate::failure::{ClusterError, fail};
use crate::machines::{Machines, run_to_end};
use crate::parcel::{Parcel, Parcels};

/// The positions of a chunk, whose moves are sent before others get their turn.
const CHUNK: usize = 1024;

/// Solves a game for two players whose positions are numbered, backwards from its ends: the values
/// of all positions for the player to move, as `retrograde_analysis` of one process has them.
///
/// Positions are dealt out by number. Each thread sends the moves of its positions to the owners
/// of what they lead to; then the positions solved with each number of plies are sent back to
/// those from which a move leads there. The timestamp of timely dataflow is that number.
///
/// All processes call it with the same arguments, but for [`Machines::process`]. Returns the values
/// in process 0, `None` in the others. n positions and m moves take O(n + m) time and, over all
/// threads, 14 bytes a position and 12 a move.
///
/// # Errors
///
/// Fails if the processes cannot be connected or were started with different arguments, or the game
/// has more than 2³² positions or another number of players. Later failures
/// [end the process](crate), a game with chance too.
pub fn retrograde<G: IndexedGame + ZeroSumGame + Send + Sync + 'static>(
    game: Arc<G>,
    name: &str,
    machines: &Machines,
) -> Result<Option<Vec<EndgameValue>>, ClusterError> {
    if u32::try_from(game.position_count()).is_err() || game.player_count() != 2 {
        let message = "expected a game for two players with at most 4294967295 positions";
        return Err(ClusterError::Problem(message.into()));
    }
    let agreed = format!("retrograde {name} {}", game.position_count());
    let mut results = machines.run(&agreed, move |worker| run(worker, &game))?;
    Ok((machines.process == 0).then(|| results.swap_remove(0)).flatten())
}

/// The positions of a thread: every so many-th.
struct Part<G> {
    game: Arc<G>,
    me: usize,
    workers: usize,
    values: Vec<EndgameValue>,
    /// The player to move; 2 for none.
    movers: Vec<Player>,
    /// The moves of each position that are not known to lose.
    moves_left: Vec<u32>,
    /// Moves: the place of where they lead, and the number of where they begin.
    moves: Vec<(u32, u32)>,
    /// The latter, sorted by the former, and where those of each place begin.
    froms: Vec<u32>,
    starts: Vec<u32>,
    /// The places whose value is new, with the winner.
    solved: Vec<(u32, Player)>,
    parcels: Parcels,
    /// What arrived and is not answered yet, by time.
    arrived: BTreeMap<u32, Arrived>,
}

const NO_PLAYER: Player = 2;

impl<G: IndexedGame + ZeroSumGame> Part<G> {
    fn new(game: &Arc<G>, me: usize, workers: usize) -> Self {
        let count = game.position_count().saturating_sub(me).div_ceil(workers);
        Self {
            game: Arc::clone(game),
            me,
            workers,
            values: Vec::with_capacity(count),
            movers: Vec::with_capacity(count),
            moves_left: Vec::with_capacity(count),
            moves: Vec::new(),
            froms: Vec::new(),
            starts: Vec::new(),
            solved: Vec::new(),
            parcels: Parcels::new(workers),
            arrived: BTreeMap::new(),
        }
    }

    /// Reads the next positions, and says whether there are more.
    fn read_chunk(&mut self) -> bool {
        let mut moves = Vec::new();
        for _ in 0..CHUNK {
            let index = self.values.len() * self.workers + self.me;
            if index >= self.game.position_count() {
                return false;
            }
            let (mut value, mut mover, mut count) = (EndgameValue::Invalid, NO_PLAYER, 0);
            if let Some(mut state) = self.game.position(index) {
                value = EndgameValue::Draw;
                match self.game.turn(&state) {
                    Turn::Chance => fail("a game with chance cannot be analyzed backwards"),
                    Turn::Over => {
                        let score = self.game.final_score(&state, 0).get();
                        if score != 0 {
                            let is_won = score > 0;
                            let (win, loss) = (EndgameValue::Win(0), EndgameValue::Loss(0));
                            value = if is_won { win } else { loss };
                            let place = self.values.len() as u32;
                            self.solved.push((place, Player::from(!is_won)));
                        }
                    }
                    Turn::Player(player) => {
                        moves.clear();
                        self.game.moves(&state, &mut moves);
                        (mover, count) = (player, moves.len() as u32);
                        for &mv in &moves {
                            let undo = self.game.play(&mut state, mv);
                            let to = self.game.index(&state);
                            self.game.undo(&mut state, mv, undo);
                            self.add_move(to, index as u32);
                        }
                    }
                }
            }
            self.values.push(value);
            self.movers.push(mover);
            self.moves_left.push(count);
        }
        true
    }

    fn add_move(&mut self, to: usize, from: u32) {
        let (owner, place) = (to % self.workers, (to / self.workers) as u32);
        if owner == self.me {
            self.moves.push((place, from));
        } else {
            let parcel = self.parcels.of(owner);
            parcel.extend_from_slice(&place.to_le_bytes());
            parcel.extend_from_slice(&from.to_le_bytes());
        }
    }

    /// Sorts the moves by where they lead.
    fn sort_moves(&mut self) {
        let moves = std::mem::take(&mut self.moves);
        self.starts = vec![0; self.values.len() + 1];
        for &(place, _) in &moves {
            self.starts[place as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.froms = vec![0; moves.len()];
        for (place, from) in moves {
            let start = &mut self.starts[place as usize];
            *start -= 1;
            self.froms[*start as usize] = from;
        }
    }

    /// Tells the owners of the positions from which a move leads to those that are new.
    fn tell(&mut self) {
        for (place, winner) in std::mem::take(&mut self.solved) {
            let range = self.starts[place as usize]..self.starts[place as usize + 1];
            for &from in &self.froms[range.start as usize..range.end as usize] {
                let parcel = self.parcels.of(from as usize % self.workers);
                parcel.extend_from_slice(&(from / self.workers as u32).to_le_bytes());
                parcel.extend_from_slice(&u32::from(winner).to_le_bytes());
            }
        }
    }

    /// A move from here leads to a position that `winner` wins, `plies` being counted from here.
    fn solve(&mut self, place: u32, winner: Player, plies: u16) {
        let at = place as usize;
        // Solved positions are done.
        if self.values[at] != EndgameValue::Draw {
            return;
        }
        if self.movers[at] == winner {
            self.values[at] = EndgameValue::Win(plies);
        } else {
            self.moves_left[at] -= 1;
            if self.moves_left[at] > 0 {
                return;
            }
            self.values[at] = EndgameValue::Loss(plies);
        }
        self.solved.push((place, winner));
    }

    /// The parcels that arrived at a time, with this capability to answer if they are the first.
    fn arrived_at(
        &mut self,
        time: u32,
        capability: impl FnOnce() -> Capability<u32>,
    ) -> &mut Vec<Parcel> {
        let new = || Arrived { capability: capability(), parcels: Vec::new() };
        &mut self.arrived.entry(time).or_insert_with(new).parcels
    }

    /// Takes what arrived at the first time, if that is all, and tells what follows from it.
    /// Returns the capability to answer.
    fn answer(&mut self, is_all: impl Fn(&u32) -> bool) -> Option<Capability<u32>> {
        let entry = self.arrived.first_entry().filter(|entry| is_all(entry.key()))?;
        let (time, Arrived { capability, parcels }) = entry.remove_entry();
        if time - MOVES > u32::from(EndgameValue::MAX_PLIES) {
            fail("a win takes more plies than a table can store");
        }
        for parcel in parcels {
            self.receive(time, &parcel.bytes.0);
        }
        if time == MOVES {
            self.sort_moves();
        }
        self.tell();
        Some(capability)
    }

    /// Writes the values into the parcel for thread 0, which [`read_values`] reads.
    fn write_values(&mut self) {
        let bytes = self.parcels.of(0);
        for value in &self.values {
            bytes.extend_from_slice(&value.code().to_le_bytes());
        }
    }

    /// Takes what arrived at a time: moves, then what is known about positions.
    fn receive(&mut self, time: u32, bytes: &[u8]) {
        for record in bytes.chunks_exact(8) {
            let number =
                |at: usize| u32::from_le_bytes(record[at..at + 4].try_into().expect("four bytes"));
            if time == MOVES {
                self.moves.push((number(0), number(4)));
            } else {
                self.solve(number(0), number(4) as Player, (time - MOVES) as u16);
            }
        }
    }
}

/// Puts the values of a thread, which the parcel names, where they belong.
fn read_values(parcel: &Parcel, workers: usize, whole: &mut Vec<EndgameValue>) {
    for (at, bytes) in parcel.bytes.0.chunks_exact(2).enumerate() {
        let code = u16::from_le_bytes(bytes.try_into().expect("two bytes"));
        let number = at * workers + parcel.note as usize;
        whole.resize(whole.len().max(number + 1), EndgameValue::Invalid);
        whole[number] = EndgameValue::from_code(code);
    }
}

/// The time when moves arrive. Values of n plies arrive n later.
const MOVES: u32 = 1;

/// What arrived at a time, and a capability to answer.
struct Arrived {
    capability: Capability<u32>,
    parcels: Vec<Parcel>,
}

fn run<G: IndexedGame + ZeroSumGame + Send + Sync + 'static>(
    worker: &mut Worker,
    game: &Arc<G>,
) -> Option<Vec<EndgameValue>> {
    let (me, workers) = (worker.index(), worker.peers());
    let mut part = Part::new(game, me, workers);
    let whole = Rc::new(RefCell::new(Vec::new()));
    let sink = Rc::clone(&whole);
    worker.dataflow::<u32, _, _>(|scope| {
        let (handle, cycle) = scope.feedback::<Vec<Parcel>>(1);
        let mut builder = OperatorBuilder::new("plies".into(), scope);
        let mut input = builder.new_input(cycle, Exchange::new(|parcel: &Parcel| parcel.to));
        let (output, parcels) = builder.new_output::<Vec<Parcel>>();
        let (values, results) = builder.new_output::<Vec<Parcel>>();
        let mut output = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(output);
        let mut values = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(values);
        let activator = scope.activator_for(builder.operator_info().address);
        builder.build(move |mut capabilities| {
            let mut for_values = capabilities.pop();
            let mut reading = capabilities.pop();
            move |frontiers| {
                let (mut output, mut values) = (output.activate(), values.activate());
                if let Some(capability) = reading.take() {
                    let is_more = part.read_chunk();
                    output.session(&capability).give_iterator(part.parcels.take(0));
                    if is_more {
                        reading = Some(capability);
                        activator.activate();
                    } else {
                        // To answer when all moves have arrived, even if none comes here.
                        part.arrived_at(MOVES, || capability.delayed(&MOVES));
                    }
                }
                input.for_each(|time, received| {
                    let Some(&at) = time.least() else { return };
                    let retained = || time.retain_least(0).expect("a time");
                    part.arrived_at(at, retained).append(received);
                });
                while let Some(capability) = part.answer(|time| !frontiers[0].less_equal(time)) {
                    output.session(&capability).give_iterator(part.parcels.take(0));
                }
                if frontiers[0].is_empty()
                    && let Some(capability) = for_values.take()
                {
                    part.write_values();
                    values.session(&capability).give_iterator(part.parcels.take(me as u64));
                }
            }
        });
        parcels.connect_loop(handle);
        results.sink(Exchange::new(|_: &Parcel| 0), "values", move |(input, _)| {
            input.for_each(|_, parcels| {
                let mut whole = sink.borrow_mut();
                parcels.drain(..).for_each(|it| read_values(&it, workers, &mut whole));
            });
        });
    });
    run_to_end(worker);
    (me == 0).then(|| whole.take())
}
