//! A server in a thread, and a test that talks to it.

use std::io::{self, BufReader, PipeReader, Write};
use std::ops::{Deref, DerefMut};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use tremaux_testkit::Dialogue;

/// A function that serves, such as [`tremaux_protocol::uci::serve`].
pub(crate) type Serve = fn(BufReader<PipeReader>, &mut dyn Write) -> io::Result<()>;

/// A dialogue with a server.
pub(crate) struct Served {
    dialogue: Dialogue,
    /// What the server returns.
    result: Receiver<io::Result<()>>,
}

impl Served {
    pub(crate) fn new(serve: Serve) -> Self {
        let (reader, input) = io::pipe().expect("a pipe");
        let (output, mut writer) = io::pipe().expect("a pipe");
        let (sender, result) = mpsc::channel();
        thread::spawn(move || {
            let served = serve(BufReader::new(reader), &mut writer);
            drop(writer);
            let _ = sender.send(served);
        });
        Self { dialogue: Dialogue::new(input, output), result }
    }

    /// Ends the input and returns the rest of the output, when the server has ended.
    pub(crate) fn end(self) -> Vec<String> {
        let rest = self.dialogue.end();
        result(&self.result).expect("the output is open");
        rest
    }

    /// Closes the output while the input stays open, and returns what the server returns.
    pub(crate) fn close_output(self) -> io::Result<()> {
        let _input = self.dialogue.close_output();
        result(&self.result)
    }
}

fn result(result: &Receiver<io::Result<()>>) -> io::Result<()> {
    result.recv_timeout(Dialogue::TIME_OUT).expect("the server ends without a panic")
}

impl Deref for Served {
    type Target = Dialogue;

    fn deref(&self) -> &Dialogue {
        &self.dialogue
    }
}

impl DerefMut for Served {
    fn deref_mut(&mut self) -> &mut Dialogue {
        &mut self.dialogue
    }
}
