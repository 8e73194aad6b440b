//! Rates with their intervals, and spreads.

#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "statistics are about real numbers; no game depends on them"
)]

/// The number of standard deviations that 95 of 100 normal values lie within.
const Z: f64 = 1.959_963_984_540_054;

/// An interval of rates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// How often something happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rate {
    /// How often it happened.
    pub hits: u64,
    /// How often it could have.
    pub of: u64,
}

impl Rate {
    /// Counts one more time.
    pub fn count(&mut self, hit: bool) {
        self.of += 1;
        self.hits += u64::from(hit);
    }

    /// The rate; 0 if it could never have happened.
    pub fn value(self) -> f64 {
        if self.of == 0 {
            return 0.0;
        }
        self.hits as f64 / self.of as f64
    }

    /// Where the true rate lies, 95 of 100 times.
    pub fn interval(self) -> Interval {
        wilson(self.hits, self.of)
    }

    /// `53.2 % (50.1–56.3)`; a dash if there is nothing to tell.
    pub fn words(self) -> String {
        if self.of == 0 {
            return "–".to_owned();
        }
        let Interval { low, high } = self.interval();
        format!("{:.1} % ({:.1}–{:.1})", self.value() * 100.0, low * 100.0, high * 100.0)
    }
}

/// The score interval of Wilson at 95 %: good for few games and for rates near 0 and 1, too.
pub fn wilson(hits: u64, of: u64) -> Interval {
    if of == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = of as f64;
    let p = hits as f64 / n;
    let z2 = Z * Z;
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    Interval {
        low: (middle - half).max(0.0),
        high: (middle + half).min(1.0),
    }
}

/// How numbers are spread.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Spread {
    /// The least.
    pub least: u32,
    /// The middle one, or what lies between the two in the middle.
    pub median: f64,
    /// The mean.
    pub mean: f64,
    /// The greatest.
    pub most: u32,
    /// Classes of equal width: the first and the last number of each, and how many numbers are in it.
    pub classes: Vec<(u32, u32, u64)>,
}

impl Spread {
    /// The spread of numbers, in at most so many classes.
    pub fn of(mut numbers: Vec<u32>, most_classes: u32) -> Spread {
        numbers.sort_unstable();
        let (Some(least), Some(most)) = (numbers.first().copied(), numbers.last().copied()) else {
            return Spread::default();
        };
        let median = median(&numbers);
        let sum: u64 = numbers.iter().map(|n| u64::from(*n)).sum();
        let width = nice_width(most - least, most_classes.max(1));
        let mut classes: Vec<(u32, u32, u64)> = Vec::new();
        let mut start = least / width * width;
        while start <= most {
            let end = start.saturating_add(width - 1);
            let below = |limit: u32| numbers.partition_point(|n| *n < limit);
            let upto = numbers.partition_point(|n| *n <= end);
            classes.push((start, end, (upto - below(start)) as u64));
            match start.checked_add(width) {
                Some(next) => start = next,
                None => break,
            }
        }
        Spread {
            least,
            median,
            mean: sum as f64 / numbers.len() as f64,
            most,
            classes,
        }
    }
}

/// The middle of sorted numbers: of two in the middle, what lies between them.
fn median(numbers: &[u32]) -> f64 {
    let at = |place: usize| f64::from(numbers.get(place).copied().unwrap_or(0));
    let half = numbers.len() / 2;
    if numbers.len().is_multiple_of(2) {
        f64::midpoint(at(half.saturating_sub(1)), at(half))
    } else {
        at(half)
    }
}

/// The smallest width 1, 2, 5, 10, 20, 50 … that needs no more classes than allowed.
fn nice_width(range: u32, classes: u32) -> u32 {
    let mut decade: u32 = 1;
    loop {
        for step in [1, 2, 5] {
            let width = decade.saturating_mul(step);
            // One more class than the range asks for, as classes begin at multiples of the width.
            if (range / width).saturating_add(2) <= classes || width >= u32::MAX / 10 {
                return width;
            }
        }
        decade = decade.saturating_mul(10);
    }
}

#[cfg(test)]
mod tests {
    use super::{Rate, Spread, wilson};

    #[test]
    fn intervals_are_those_of_the_books() {
        // Newcombe 1998, table I: 81 of 263, and 0 of 20.
        let is = |hits, of, low: f64, high: f64| {
            let found = wilson(hits, of);
            assert!(
                (found.low - low).abs() < 0.0001 && (found.high - high).abs() < 0.0001,
                "{found:?}"
            );
        };
        is(81, 263, 0.2553, 0.3662);
        is(15, 148, 0.0624, 0.1605);
        is(0, 20, 0.0, 0.1611);
        is(29, 29, 0.8830, 1.0);
    }

    #[test]
    fn nothing_has_no_rate() {
        assert_eq!(Rate::default().words(), "–");
        assert_eq!(Rate { hits: 1, of: 2 }.words(), "50.0 % (9.5–90.5)");
    }

    #[test]
    fn the_median_is_in_the_middle() {
        let is = |numbers: &[u32], words: &str| {
            assert_eq!(Spread::of(numbers.to_vec(), 12).median.to_string(), words);
        };
        is(&[3, 1], "2");
        is(&[2, 1], "1.5");
        is(&[9, 1, 4], "4");
        is(&[7], "7");
        is(&[u32::MAX, u32::MAX], "4294967295");
    }

    #[test]
    fn classes_hold_every_number_once() {
        for numbers in [vec![3], vec![7, 7, 7], (0..1000).collect(), vec![0, u32::MAX]] {
            let spread = Spread::of(numbers.clone(), 12);
            let held: u64 = spread.classes.iter().map(|(_, _, n)| n).sum();
            assert_eq!(held, numbers.len() as u64);
            assert!(spread.classes.len() <= 12, "{spread:?}");
        }
        assert_eq!(Spread::of(Vec::new(), 12), Spread::default());
    }
}
