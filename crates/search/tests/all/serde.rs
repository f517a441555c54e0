//! Options and reports are read as they were written; names that are not known are refused.

use std::fmt::Debug;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, from_value, to_string, to_value};
use tremaux_core::{NoHeuristic, Termination};
use tremaux_search::*;
use tremaux_testkit::Lines;

fn check_value<T: Serialize + DeserializeOwned + Debug>(value: &T, is_option: bool) {
    let text = to_string(value).expect("JSON");
    let read: T = from_str(&text).unwrap_or_else(|error| panic!("{value:?}: {error}"));
    assert_eq!((format!("{read:?}"), to_string(&read).unwrap()), (format!("{value:?}"), text));
    if let (Value::Object(mut fields), true) = (to_value(value).unwrap(), is_option) {
        fields.insert("unknown".to_owned(), Value::Null);
        assert!(from_value::<T>(fields.into()).is_err(), "{value:?}");
    }
}

fn check<T: Serialize + DeserializeOwned + Debug>(value: &T) {
    check_value(value, true);
}

#[test]
fn options_are_read_as_they_were_written() {
    check(&(GPlusH, G, H, Discovery, AnyOrder, HighG, LowH, Fifo, Lifo, NoTable, AsListed));
    check(&(ByEstimate, Fringe, EnforcedHillClimbing, MemoryBounded, FrontierBreadthFirst));
    check(&BidirectionalBreadthFirst);
    check(&BestFirst::a_star().reopening(Reopening::Never).plan_count(3));
    check(&BestFirst::by(Weighted::new(3, 2)).ties(HighG).goal_test(GoalTest::OnGeneration));
    check(&Weighted::new(3, 2));
    check(&[Reopening::OnBetterG, Reopening::OnBetterScore, Reopening::KeepFirst]);
    check(&Reopening::OnBetterScoreWhileOpen);
    check(&DepthFirst::bounded(7).plan_count(2));
    check(&DepthFirst::iterative_deepening());
    check(&IdaStar::in_place().plan_count(4));
    check(&IdaStar::new().parallel(2));
    check(&BranchAndBound::budgeted());
    check(&BranchAndBound::new().plan_count(2).hashed(1 << 16));
    check(&BranchAndBound::ida_star().table(SchemedStates::new(1 << 16, Scheme::LeastCost)));
    check(&BranchAndBound::ida_star().table(FullStates::with_bytes(1 << 16)));
    check(&[Scheme::TwoLevel, Scheme::Cluster, Scheme::Always]);
    check(&RecursiveBestFirst::in_place());
    check(&NearOptimalBidirectional::new());
    check(&NoHeuristic);
    check(&AnytimeAStar::from_weight(2500));
    check(&KBest::new(5));
    check(&KBest::new(5).loopless());
    check(&Beam::new(9));
    check(&IterativeBroadening::new(11));
    check(&IslandDriven::<Lines>::through(Vec::new()));
    assert_eq!(to_string(&IdaStar::new()).unwrap(), r#"{"plan_count":1}"#);
    assert_eq!(to_string(&Reopening::OnBetterG).unwrap(), r#""on-better-g""#);
    // What is missing has its default.
    check(&from_str::<IdaStar>("{}").unwrap());
    check(&from_str::<AnytimeAStar>("{}").unwrap());
}

#[test]
fn reports_are_read_as_they_were_written() {
    check_value(&LayerProgress { depth: 2, states: 3, total: 6 }, false);
    let (layers, elapsed) = (vec![1, 2, 3], Duration::from_millis(7));
    let termination = Termination::Exhausted;
    check_value(&DistanceHistogram { layers, termination, peak_bytes: 99, elapsed }, false);
}
