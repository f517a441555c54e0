//! State shared by all requests.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tremaux_service::Ceilings;

use crate::slots::Slots;

/// The address, the limits and the free slots of a server, for each request.
#[derive(Clone, Debug)]
pub(crate) struct ServerState(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    address: SocketAddr,
    ceilings: Ceilings,
    patience: Duration,
    slots: Slots,
}

impl ServerState {
    /// The state of a server that listens at `address`.
    pub(crate) fn new(
        address: SocketAddr,
        ceilings: Ceilings,
        patience: Duration,
        slots: Slots,
    ) -> Self {
        Self(Arc::new(Inner { address, ceilings, patience, slots }))
    }

    /// The address it listens on.
    pub(crate) fn address(&self) -> SocketAddr {
        self.0.address
    }

    /// Upper limits for every request.
    pub(crate) fn ceilings(&self) -> &Ceilings {
        &self.0.ceilings
    }

    /// Timeout for clients that neither send nor read.
    pub(crate) fn patience(&self) -> Duration {
        self.0.patience
    }

    /// The searches that run.
    pub(crate) fn slots(&self) -> &Slots {
        &self.0.slots
    }
}
