//! Built heuristics, kept for the next instance.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::refuse::RegistryError;
use crate::run::TableSource;

type Cached = Arc<dyn Any + Send + Sync>;

/// A cache of built heuristics, reused for the next instance with the same goal.
#[derive(Default)]
pub struct HeuristicCache {
    built: Mutex<HashMap<String, Cached>>,
    tables: TableSource,
}

impl HeuristicCache {
    /// An empty cache, for heuristics whose tables come from `tables`.
    pub fn new(tables: TableSource) -> Self {
        Self { built: Mutex::default(), tables }
    }

    /// Where tables come from.
    pub const fn tables(&self) -> &TableSource {
        &self.tables
    }

    pub(super) fn get_or_build(
        &self,
        key: &str,
        build: &mut dyn FnMut() -> Result<Cached, RegistryError>,
    ) -> Result<Cached, RegistryError> {
        let mut cache = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(there) = cache.get(key) {
            return Ok(Arc::clone(there));
        }
        let built = build()?;
        cache.insert(key.to_owned(), Arc::clone(&built));
        Ok(built)
    }
}
