//! A picture of a report: win rates with their intervals, how long games take, and the cards. SVG, the same for the same games.

#![expect(
    clippy::float_arithmetic,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a picture is drawn with real numbers; no game depends on them"
)]

use super::report::Figures;
use super::stats::{Interval, Rate};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The width of the picture, and the place that names take of it.
const WIDTH: i32 = 860;
const NAMES: i32 = 300;
/// The height of a line, of the head above a part, and of the part about turns.
const LINE: i32 = 22;
const HEAD: i32 = 44;
const TURNS: i32 = 170;
const EDGE: i32 = 24;

const INK: RGBColor = RGBColor(40, 44, 52);
const PALE: RGBColor = RGBColor(205, 209, 216);
const RATE: RGBColor = RGBColor(0, 114, 178);
const CARD: RGBColor = RGBColor(213, 94, 0);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// The picture of a report, or why it cannot be drawn.
pub fn svg(figures: &Figures) -> Result<String, String> {
    let mut out = String::new();
    let lines = |count: usize| i32::try_from(count).unwrap_or(i32::MAX / LINE).saturating_mul(LINE);
    let rates = HEAD + lines(figures.rates.len());
    let cards = HEAD + lines(figures.cards.len());
    let turns = HEAD + TURNS;
    let height = (2 * EDGE + HEAD + rates + turns).saturating_add(cards);
    {
        let size = (WIDTH.unsigned_abs(), height.unsigned_abs());
        let area = SVGBackend::with_string(&mut out, size).into_drawing_area();
        draw(&area, figures, rates, turns).map_err(|error| error.to_string())?;
        area.present().map_err(|error| error.to_string())?;
    }
    Ok(out)
}

fn draw(area: &Area<'_>, figures: &Figures, rates: i32, turns: i32) -> Drawn {
    area.fill(&WHITE)?;
    let top = EDGE;
    text(area, &figures.title, (EDGE, top), 18, HPos::Left)?;
    let top = top + HEAD;
    let named = |(kind, name, rate): &(&'static str, String, Rate)| (format!("{kind}: {name}"), *rate);
    let won: Vec<(String, Rate)> = figures.rates.iter().map(named).collect();
    intervals(
        area,
        "Win rate, with the interval that holds it 95 of 100 times",
        &won,
        top,
        RATE,
    )?;
    bars(area, &figures.turns, top + rates)?;
    intervals(area, "Won when played", &figures.cards, top + rates + turns, CARD)
}

fn text(area: &Area<'_>, words: &str, at: (i32, i32), size: i32, side: HPos) -> Drawn {
    let style = ("sans-serif", size)
        .into_font()
        .color(&INK)
        .pos(Pos::new(side, VPos::Top));
    area.draw(&Text::new(words.to_owned(), at, style))?;
    Ok(())
}

/// Where a share of one stands in the part of the picture right of the names.
fn across(share: f64) -> i32 {
    let wide = f64::from(WIDTH - NAMES - 3 * EDGE);
    EDGE + NAMES + (share * wide).round() as i32
}

/// A line for each rate: its interval, and the rate as a point on it.
fn intervals(area: &Area<'_>, title: &str, rows: &[(String, Rate)], top: i32, color: RGBColor) -> Drawn {
    if rows.is_empty() {
        return Ok(());
    }
    text(area, title, (EDGE, top), 15, HPos::Left)?;
    let first = top + HEAD / 2 + 4;
    let last = first + i32::try_from(rows.len()).unwrap_or(0) * LINE;
    for (share, name) in [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")] {
        let x = across(share);
        area.draw(&PathElement::new(vec![(x, first), (x, last)], PALE))?;
        text(area, name, (x, top + 4), 11, HPos::Center)?;
    }
    for (row, (name, rate)) in (0i32..).zip(rows) {
        let middle = first + row * LINE + LINE / 2;
        text(area, &short(name), (EDGE + NAMES - 12, middle - 7), 13, HPos::Right)?;
        let Interval { low, high } = rate.interval();
        area.draw(&PathElement::new(
            vec![(across(low), middle), (across(high), middle)],
            color.stroke_width(2),
        ))?;
        area.draw(&Circle::new((across(rate.value()), middle), 4, color.filled()))?;
    }
    Ok(())
}

/// A bar for each class of turns.
fn bars(area: &Area<'_>, classes: &[(u32, u32, u64)], top: i32) -> Drawn {
    let most = classes.iter().map(|(_, _, games)| *games).max().unwrap_or(0);
    if most == 0 {
        return Ok(());
    }
    text(area, "How many turns a game takes", (EDGE, top), 15, HPos::Left)?;
    let floor = top + HEAD / 2 + TURNS - 30;
    let wide = (WIDTH - 2 * EDGE) / i32::try_from(classes.len()).unwrap_or(1).max(1);
    for (at, (from, to, games)) in (0i32..).zip(classes) {
        let high = *games as f64 / most as f64 * f64::from(TURNS - 50);
        let left = EDGE + at * wide;
        let corners = [(left + 2, floor - high.round() as i32), (left + wide - 2, floor)];
        area.draw(&Rectangle::new(corners, RATE.filled()))?;
        let name = if from == to {
            from.to_string()
        } else {
            format!("{from}\u{2013}{to}")
        };
        text(area, &name, (left + wide / 2, floor + 4), 11, HPos::Center)?;
        text(
            area,
            &games.to_string(),
            (left + wide / 2, floor - high.round() as i32 - 14),
            11,
            HPos::Center,
        )?;
    }
    Ok(())
}

/// A name that fits beside its line.
fn short(name: &str) -> String {
    const MOST: usize = 40;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    name.chars().take(MOST - 1).chain(['\u{2026}']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_shows_what_the_report_says() {
        let figures = Figures {
            title: "game: 4 games".to_owned(),
            rates: vec![("decks", "Lamps & <Tea>".to_owned(), Rate { hits: 3, of: 4 })],
            turns: vec![(5, 6, 3), (7, 8, 1)],
            cards: vec![("Mio".to_owned(), Rate { hits: 1, of: 2 })],
        };
        let picture = svg(&figures).expect("a picture");
        assert!(
            picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"),
            "{picture}"
        );
        for words in [
            "game: 4 games",
            "decks: Lamps &amp; &lt;Tea&gt;",
            "5\u{2013}6",
            "Mio",
            "Won when played",
        ] {
            assert!(picture.contains(words), "{words}");
        }
        assert_eq!(picture, svg(&figures).expect("the same picture"));
        assert_eq!(across(0.0), EDGE + NAMES);
        assert!(svg(&Figures::default()).is_ok());
    }
}
