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
    let made = tokio::task::spawn_blocking(move || (work(&limits), slot));
    let (made, slot) = made.await.map_err(|_| Refusal::Busy)?;
    drop(waiting);
    Ok((slot, made?))
}
