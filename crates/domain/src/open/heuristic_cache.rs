//! Built heuristics, kept for the next instance.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::refuse::RegistryError;
use crate::run::TableSource;

/// A cache of built heuristics, reused for the next instance with the same goal.
#[derive(Default)]
pub struct HeuristicCache {
    built: Mutex<HashMap<String, Box<dyn Any + Send>>>,
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

    pub(super) fn get_or_build<T: Any + Clone + Send>(
        &self,
        key: &str,
        build: impl FnOnce() -> Result<T, RegistryError>,
    ) -> Result<T, RegistryError> {
        let mut cache = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(there) = cache.get(key).and_then(|there| there.downcast_ref::<T>()) {
            return Ok(there.clone());
        }
        let built = build()?;
        cache.insert(key.to_owned(), Box::new(built.clone()));
        Ok(built)
    }
}
