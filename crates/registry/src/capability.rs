//! What a problem can do beyond being a state space, as types.
//!
//! Rust has no way to ask within a generic function whether a type has a trait. So a
//! [`Problem`](crate::Problem) names [`With`] or [`Without`] for each capability, and the
//! compiler checks that it does not claim one that its space lacks. An algorithm that needs
//! a capability hands a visitor to it: with the capability the visitor is called where the
//! trait is known to hold, without it nothing happens and the algorithm is not offered.

use tremaux_core::{BackwardSpace, IndexedSpace, StateSpace, TypedActions, UndoSpace};
use tremaux_search::IntegerCost;

/// The problem has the capability.
#[derive(Clone, Copy, Debug)]
pub enum With {}

/// The problem lacks the capability.
#[derive(Clone, Copy, Debug)]
pub enum Without {}

macro_rules! capability {
    ($capability:ident, $visitor:ident, $what:literal, $($bound:tt)*) => {
        #[doc = concat!("Whether there are ", $what, ": [`With`] or [`Without`].")]
        pub trait $capability<S: StateSpace> {
            /// Whether there are.
            const IS_OFFERED: bool;

            /// Calls `visitor` if there are.
            fn visit<V: $visitor<S>>(visitor: V) -> Option<V::Output>;
        }

        #[doc = concat!("Something that needs ", $what, ".")]
        pub trait $visitor<S: StateSpace> {
            /// What comes of it.
            type Output;

            /// Does it.
            fn visit(self) -> Self::Output
            where
                $($bound)*;
        }

        impl<S: StateSpace> $capability<S> for With
        where
            $($bound)*
        {
            const IS_OFFERED: bool = true;

            fn visit<V: $visitor<S>>(visitor: V) -> Option<V::Output> {
                Some(visitor.visit())
            }
        }

        impl<S: StateSpace> $capability<S> for Without {
            const IS_OFFERED: bool = false;

            fn visit<V: $visitor<S>>(_visitor: V) -> Option<V::Output> {
                None
            }
        }
    };
}

capability!(Typed, TypedVisitor, "actions as small values ([`TypedActions`])", S: TypedActions);
capability!(Undo, UndoVisitor, "actions that can be taken back ([`UndoSpace`])", S: UndoSpace);
capability!(Backward, BackwardVisitor, "predecessors ([`BackwardSpace`])", S: BackwardSpace);
capability!(Indexed, IndexedVisitor, "numbered states ([`IndexedSpace`])", S: IndexedSpace);
capability!(Integer, IntegerVisitor, "whole costs ([`IntegerCost`])", S::Cost: IntegerCost);

#[cfg(test)]
mod tests {
    use super::{With, Without};

    struct Line;

    impl tremaux_core::StateSpace for Line {
        type State = u8;
        type Packed = u8;
        type Action = ();
        type Cost = u32;

        fn initial_state(&self) -> u8 {
            0
        }
        fn is_goal(&self, &state: &u8) -> bool {
            state == 3
        }
        fn actions(&self, _state: &u8, actions: &mut Vec<()>) {
            actions.push(());
        }
        fn cost(&self, _state: &u8, (): ()) -> u32 {
            1
        }
        fn apply(&self, state: &mut u8, (): ()) {
            *state += 1;
        }
        fn pack(&self, &state: &u8) -> u8 {
            state
        }
        fn unpack(&self, &packed: &u8) -> u8 {
            packed
        }
    }

    impl tremaux_core::BackwardSpace for Line {
        fn goal_states(&self, goals: &mut Vec<u8>) {
            goals.push(3);
        }
        fn predecessors(&self, &state: &u8, to: &mut Vec<tremaux_core::Predecessor<Self>>) {
            to.extend(state.checked_sub(1).map(|before| ((), 1, before)));
        }
    }

    struct CountGoals(Line);

    impl super::BackwardVisitor<Line> for CountGoals {
        type Output = usize;

        fn visit(self) -> usize
        where
            Line: tremaux_core::BackwardSpace,
        {
            let mut goals = Vec::new();
            tremaux_core::BackwardSpace::goal_states(&self.0, &mut goals);
            goals.len()
        }
    }

    #[test]
    fn a_visitor_is_called_only_where_there_is_what_it_needs() {
        assert_eq!(<With as super::Backward<Line>>::visit(CountGoals(Line)), Some(1));
        assert_eq!(<Without as super::Backward<Line>>::visit(CountGoals(Line)), None);
    }
}
