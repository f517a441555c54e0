//! Work that is answered as a whole, in a thread of its own.

use tremaux_core::{CancelToken, Limits};

use crate::limits::{Ceilings, JsonBody};
use crate::refusal::Refusal;
use crate::slots::Slot;

/// Cancels work when its client has left.
struct CancelOnDrop(CancelToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Runs `work` in a slot, within the ceilings. It is cancelled when the client leaves; the slot
/// stays occupied until the end even then, and is returned with the result.
pub(crate) async fn blocking<T: Send + 'static>(
    slot: Slot,
    ceilings: &Ceilings,
    work: impl FnOnce(&Limits) -> Result<T, Refusal> + Send + 'static,
) -> Result<(Slot, T), Refusal> {
    let waiting = CancelOnDrop(CancelToken::default());
    let limits = JsonBody::default().within(ceilings, &waiting.0);
    let (made, slot) = in_thread(move || (work(&limits), slot)).await?;
    drop(waiting);
    Ok((slot, made?))
}

/// Runs `work` in a thread of its own. It is refused if the system starts none: the runtime's
/// own threads for such work would panic.
pub(crate) async fn in_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refusal> {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    let started = std::thread::Builder::new().spawn(move || drop(sender.send(work())));
    started.map_err(|_| Refusal::Busy)?;
    receiver.await.map_err(|_| Refusal::Busy)
}
