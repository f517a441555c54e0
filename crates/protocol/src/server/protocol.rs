//! What a protocol adds to a session: it translates.

use std::io::{self, Write};
use std::time::Instant;

use super::engine::{Engine, Iteration, Report};
use super::session::{Event, Outcome, Session};

/// The move of the engine of a protocol.
type MoveOf<P> = <<P as Protocol>::Engine as Engine>::Move;

/// A protocol: translates lines of input into commands for a [`Session`], and what comes of them
/// into lines of output.
pub(crate) trait Protocol {
    /// The engine.
    type Engine: Engine;

    /// The session.
    fn session(&mut self) -> &mut Session<Self::Engine>;

    /// Where the lines of output go.
    fn output(&mut self) -> &mut dyn Write;

    /// Executes a line of input that came at `at`.
    fn execute(&mut self, line: &str, at: Instant) -> io::Result<()>;

    /// Says what is wrong with the input.
    fn refuse(&mut self, problem: &str) -> io::Result<()>;

    /// Shows an iteration of the search.
    fn show_iteration(&mut self, iteration: Iteration<MoveOf<Self>>) -> io::Result<()>;

    /// Shows the progress of the search; by default only its iterations.
    fn show(&mut self, report: Report<MoveOf<Self>>) -> io::Result<()> {
        match report {
            Report::Iteration(iteration) => self.show_iteration(iteration),
            Report::Counts(_) | Report::Moves(_) | Report::Text(_) => Ok(()),
        }
    }

    /// Answers with the result of the search.
    fn answer(&mut self, outcome: Outcome<MoveOf<Self>>) -> io::Result<()>;

    /// Answers the command `quit`.
    fn quit(&mut self, _line: &str) -> io::Result<()> {
        Ok(())
    }

    /// Serves until the command `quit` or the end of the input. A search that runs then is stopped
    /// and answered.
    fn serve(&mut self) -> io::Result<()> {
        loop {
            match self.session().next() {
                Event::Input(line, at) => self.execute(&line, at)?,
                Event::TooLong => self.refuse("a line that is too long was ignored")?,
                Event::EndOfInput => break,
                Event::Quit(line) => {
                    self.end_search()?;
                    self.quit(&line)?;
                    break;
                }
                Event::Report(report) => self.show(report)?,
                Event::Finished(outcome) => self.answer(outcome)?,
            }
            self.output().flush()?;
        }
        self.end_search()?;
        self.output().flush()
    }

    /// Stops the search, if one runs, and answers with its result. Input waits meanwhile.
    fn end_search(&mut self) -> io::Result<()> {
        self.session().stop();
        self.finish_search()
    }

    /// Waits for the search, if one runs, and answers with its result. Input waits meanwhile.
    fn finish_search(&mut self) -> io::Result<()> {
        while let Some(event) = self.session().next_of_search() {
            match event {
                Event::Report(report) => self.show(report)?,
                // The answer may start another search.
                Event::Finished(outcome) => return self.answer(outcome),
                Event::Input(..) | Event::TooLong | Event::EndOfInput | Event::Quit(_) => {}
            }
        }
        Ok(())
    }
}
