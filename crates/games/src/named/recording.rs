//! Recording the steps of a search, if that is requested.

use tremaux_core::{GameDepict, GameNotation, GameObserver};
use tremaux_trace::{GameRecorder, Sink, WatchGame};

use super::kind::Recording;

/// The observer of a search, if its steps are recorded: a search is compiled once for both.
pub(crate) type Observer<'a, 'b, G, V> = &'a mut Option<&'b mut dyn GameObserver<G, V>>;

/// The steps of a search of `game` on their way to a sink, if there is one.
pub(crate) struct StepRecorder<'a, 's, G: GameNotation + GameDepict> {
    game: &'a G,
    recorder: Option<(GameRecorder<G>, &'s mut dyn Sink)>,
}

impl<'a, 's, G: GameNotation + GameDepict> StepRecorder<'a, 's, G> {
    /// A recorder of a search of `root`; `settings` completes it.
    pub(crate) fn new(
        game: &'a G,
        root: &G::State,
        recording: Recording<'s>,
        settings: impl FnOnce(GameRecorder<G>) -> GameRecorder<G>,
    ) -> Self {
        let recorder = recording
            .map(|(selection, sink)| (settings(GameRecorder::new(root.clone(), selection)), sink));
        Self { game, recorder }
    }

    /// Runs a part of the search with the observer.
    pub(crate) fn observed<V, T>(&mut self, search: impl FnOnce(Observer<'_, '_, G, V>) -> T) -> T
    where
        for<'w> WatchGame<'w, G>: GameObserver<G, V>,
    {
        match &mut self.recorder {
            Some((recorder, sink)) => {
                search(&mut Some(&mut recorder.watch(self.game, &mut **sink)))
            }
            None => search(&mut None),
        }
    }

    /// Records the best line and the end.
    pub(crate) fn finish(self, line: &[G::Move], is_whole: bool) {
        if let Some((recorder, sink)) = self.recorder {
            let status = if is_whole { "solved" } else { "limit" };
            recorder.finish(self.game, line, status, sink);
        }
    }
}
