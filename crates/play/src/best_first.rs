//! Lists of moves, best first.

/// Sorts `items` by falling `value`; equal ones keep their order.
///
/// By insertion: a move or two changes places between iterations, and the code is a hundredth of
/// the library's sort, of which every game needs a copy.
pub(crate) fn sort_best_first<T, V: PartialOrd>(items: &mut [T], value: impl Fn(&T) -> V) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && value(&items[at - 1]) < value(&items[at]) {
            items.swap(at - 1, at);
            at -= 1;
        }
    }
}
