//! Random ladders.

use super::LadderWords;
use crate::Random;

impl LadderWords {
    /// Two random words between which there is a ladder, different ones. The first is any word
    /// that has a neighbour, the other any word that a ladder reaches from there. `None` if no word
    /// has a neighbour.
    ///
    /// Takes time proportional to the number of words and of their neighbours.
    pub fn random_pair(&self, random: &mut Random) -> Option<[u32; 2]> {
        let all = 0..self.len() as u32;
        let starts: Vec<u32> = all.filter(|&word| !self.is_isolated(word)).collect();
        let start = *starts.get(random.below(starts.len() as u64) as usize)?;
        let mut is_reached = vec![false; self.len()];
        is_reached[start as usize] = true;
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(&word) = reached.get(next) {
            next += 1;
            for place in 0..self.length() {
                for other in self.neighbours(word, place) {
                    if !std::mem::replace(&mut is_reached[other as usize], true) {
                        reached.push(other);
                    }
                }
            }
        }
        let goal = reached[1 + random.below(reached.len() as u64 - 1) as usize];
        Some([start, goal])
    }
}
