//! The forms of erased spaces for which every algorithm is compiled.

use tremaux_core::codes::Key;
use tremaux_core::{Cost, FloatCost};

use super::instance::Instance;
use super::instance_parts::InstanceParts;
use crate::algorithms::{StartSearch, any_costs, whole_costs};
use crate::describe::NamedAlgorithm;
use crate::erased::{Erased, StateKey};

/// A form of erased spaces; every algorithm is compiled for it in this crate, and nowhere else.
pub trait ErasedForm<C: Cost>: StateKey {
    /// Every algorithm for spaces of this form.
    fn algorithms() -> Vec<NamedAlgorithm<StartSearch<Erased<Self, C>>>>;

    /// An instance of a problem of this form.
    fn instance(parts: InstanceParts<Self, C>) -> Box<dyn Instance>;
}

macro_rules! erased_form {
    ($key:ty, $cost:ty, $algorithms:ident) => {
        impl ErasedForm<$cost> for $key {
            fn algorithms() -> Vec<NamedAlgorithm<StartSearch<Erased<Self, $cost>>>> {
                $algorithms()
            }

            fn instance(parts: InstanceParts<Self, $cost>) -> Box<dyn Instance> {
                Box::new(parts)
            }
        }
    };
}

erased_form!(u64, u32, whole_costs);
erased_form!(Key, u32, whole_costs);
erased_form!(u64, u64, whole_costs);
erased_form!(u64, FloatCost, any_costs);
