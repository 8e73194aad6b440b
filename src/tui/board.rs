//! The board as lines of text, as one player sees it. Everything comes from the view of that player; what else is told of a card is told of cards that lie
//! open on the board.

use super::wide::{cut, fill, width};
use crate::exec::{CardView, Game, View, player_word};
use crate::games;
use crate::kernel::{CellId, Flag, P, ZoneId, ZoneSpec};
use crate::style::{BoardPlan, Row, Show};
use std::fmt::Write as _;

/// The board of a game for one viewer.
#[derive(Debug)]
pub(super) struct Board<'g> {
    game: &'g Game,
    view: &'g View,
    plan: &'static BoardPlan,
}

impl<'g> Board<'g> {
    pub(super) fn new(game: &'g Game, view: &'g View) -> Board<'g> {
        Board {
            game,
            view,
            plan: games::board(game.kernel().name()),
        }
    }

    /// A player's side on lines of this width. The viewer's own side has its front row on top; the other side is turned round.
    pub(super) fn side(&self, p: P, columns: usize) -> Vec<String> {
        let own = p == self.view.viewer;
        let mut blocks: Vec<Vec<String>> = self
            .plan
            .rows
            .iter()
            .map(|row| self.row(row, p, columns, own))
            .collect();
        let others = self.others(p);
        if !others.is_empty() {
            match blocks.last_mut().and_then(|block| block.last_mut()) {
                Some(line) if width(line) + width(&others) + 2 <= columns => {
                    line.push_str("  ");
                    line.push_str(&others);
                }
                _ => blocks.push(vec![cut(&others, columns)]),
            }
        }
        if !own {
            blocks.reverse();
        }
        blocks.into_iter().flatten().collect()
    }

    /// The numbers of a player, and how many cards they hold.
    pub(super) fn numbers(&self, p: P) -> String {
        let names = self.game.kernel().tables().player_attrs;
        let values = self.view.players.get(p.ix()).map_or(&[][..], Vec::as_slice);
        let hand = self.game.layout().of(p, self.game.kernel().tables().hand);
        let mut out = vec![format!("hand {}", self.view.cell(hand).len())];
        for (wanted, word) in self.plan.player {
            let at = names.iter().position(|n| n == wanted);
            if let Some(value) = at.and_then(|at| values.get(at)) {
                out.push(format!("{word} {value}"));
            }
        }
        out.extend(self.purse(p));
        out.join(", ")
    }

    /// The icons a player has to pay with.
    fn purse(&self, p: P) -> Option<String> {
        let icons = self.game.kernel().tables().icons;
        let purse = self.game.state.players.get(p.ix())?;
        let held: Vec<String> = icons
            .iter()
            .zip(purse.purse.iter())
            .filter(|(_, n)| **n > 0)
            .map(|(icon, n)| format!("{n} {icon}"))
            .collect();
        (!held.is_empty()).then(|| format!("will {}", held.join(" ")))
    }

    /// The names of the cards in the viewer's hand.
    pub(super) fn hand(&self) -> Vec<String> {
        let hand = self
            .game
            .layout()
            .of(self.view.viewer, self.game.kernel().tables().hand);
        self.view.cell(hand).iter().map(|card| self.name(card)).collect()
    }

    fn row(&self, row: &Row, p: P, columns: usize, own: bool) -> Vec<String> {
        match row {
            Row::Spots(names) => self.spots(names, p, columns, own),
            Row::List(zone, lines) => self.list(zone, *lines, p, columns),
            Row::Piles(piles) => {
                let mut lines = vec![String::new()];
                for pile in piles.iter().filter_map(|(zone, show)| self.pile(zone, *show, p)) {
                    let used = lines.last().map_or(0, |line| width(line));
                    if used > 0 && used + 2 + width(&pile) > columns {
                        lines.push(String::new());
                    }
                    if let Some(line) = lines.last_mut() {
                        line.push_str(if line.is_empty() { "" } else { "  " });
                        line.push_str(&pile);
                    }
                }
                lines.iter().map(|line| cut(line, columns)).collect()
            }
        }
    }

    fn spots(&self, names: &[&str], p: P, columns: usize, own: bool) -> Vec<String> {
        let each = columns / names.len().max(1);
        let mut top = String::new();
        let mut bottom = String::new();
        // Seen from the other side, left is right.
        let order: Vec<&&str> = if own {
            names.iter().collect()
        } else {
            names.iter().rev().collect()
        };
        for name in order {
            let (first, second) = match self.game.layout().position_named(p, name) {
                Some(cell) if !name.is_empty() => self.spot(cell, name),
                _ => (String::new(), String::new()),
            };
            top.push_str(&fill(&first, each));
            bottom.push_str(&fill(&second, each));
        }
        // A row without a card needs no line for numbers.
        let lines = [top.trim_end().to_owned(), bottom.trim_end().to_owned()];
        lines.into_iter().filter(|line| !line.is_empty()).collect()
    }

    fn spot(&self, cell: CellId, name: &str) -> (String, String) {
        let cards = self.view.cell(cell);
        let front = self.game.kernel().foremost(self.game, cell);
        let place = self.game.state.cells.cards(cell);
        let at = front
            .and_then(|card| place.iter().position(|ix| *ix == card.ix))
            .unwrap_or(0);
        let Some(card) = cards.get(at) else {
            return (format!("{name} -"), String::new());
        };
        let more = if cards.len() > 1 {
            format!(" (+{})", cards.len() - 1)
        } else {
            String::new()
        };
        let facts = self.facts(cell, at, card);
        (format!("{name} {}{more}", self.name(card)), format!("   {facts}"))
    }

    /// A zone whose cards are shown one behind the other; those of one name on the board are numbered as answers number them.
    fn list(&self, zone: &str, lines: usize, p: P, columns: usize) -> Vec<String> {
        let layout = self.game.layout();
        let cells: Vec<CellId> = layout
            .zone_named(zone)
            .into_iter()
            .flat_map(|z| layout.cells_of(p, z))
            .collect();
        let mut entries: Vec<String> = Vec::new();
        for cell in cells {
            let cards = self.view.cell(cell);
            for (n, card) in cards.iter().enumerate() {
                let copies = cards.iter().filter(|c| c.def.is_some() && c.def == card.def).count();
                let mut entry = self.name(card);
                if copies > 1 {
                    let _ = write!(entry, " #{}", n + 1);
                }
                let facts = self.facts(cell, n, card);
                if !facts.is_empty() {
                    entry.push(' ');
                    entry.push_str(&facts);
                }
                entries.push(entry);
            }
        }
        let mut out = vec![format!("{zone}:")];
        if entries.is_empty() {
            out = vec![format!("{zone}: -")];
        }
        let mut left = entries.len();
        for entry in entries {
            let room = out.last().map_or(0, |line| columns.saturating_sub(width(line)));
            if room < width(&entry) + 3 && out.len() < lines {
                out.push(" ".repeat(2));
            }
            let full = out.len() >= lines;
            let Some(line) = out.last_mut() else { break };
            let room = columns.saturating_sub(width(line));
            if full && room < width(&entry) + 8 && left > 1 || room < width(&entry) + 2 {
                let _ = write!(line, " … +{left}");
                break;
            }
            line.push(' ');
            line.push_str(&entry);
            left -= 1;
            if left > 0 {
                line.push(';');
            }
        }
        out.iter().map(|line| cut(line, columns)).collect()
    }

    fn pile(&self, zone: &str, show: Show, p: P) -> Option<String> {
        let layout = self.game.layout();
        let cells = layout.cells_of(p, layout.zone_named(zone)?);
        let cards: Vec<&CardView> = cells.flat_map(|cell| self.view.cell(cell)).collect();
        let short = short(zone);
        Some(match show {
            Show::Some if cards.is_empty() => return None,
            Show::Names if cards.is_empty() => format!("{short} -"),
            Show::Names | Show::Some => {
                let names: Vec<String> = cards.iter().map(|card| self.pile_name(card)).collect();
                format!("{short} {}", names.join(", "))
            }
            Show::Top => match cards.last().filter(|card| card.def.is_some()) {
                Some(top) => format!("{short} {} ({})", cards.len(), self.name(top)),
                None => format!("{short} {}", cards.len()),
            },
            Show::Count => format!("{short} {}", cards.len()),
        })
    }

    fn pile_name(&self, card: &CardView) -> String {
        let name = self.name(card);
        match self.orient(card) {
            "" => name,
            word => format!("{name} {word}"),
        }
    }

    /// Zones that the plan does not name, as far as they hold cards.
    fn others(&self, p: P) -> String {
        let layout = self.game.layout();
        let hand = self.game.kernel().tables().hand;
        let nowhere = self.game.kernel().tables().nowhere;
        let mut out = Vec::new();
        for (z, spec) in layout.zones().iter().enumerate() {
            let zone = ZoneId(u8::try_from(z).unwrap_or(u8::MAX));
            let count: usize = layout.cells_of(p, zone).map(|cell| self.view.cell(cell).len()).sum();
            if zone != hand
                && Some(zone) != nowhere
                && count > 0
                && !names(self.plan, spec)
                && !self.plan.hidden.contains(&spec.name)
            {
                out.push(format!("{} {count}", short(spec.name)));
            }
        }
        out.join("  ")
    }

    /// What a card is called, as far as the viewer knows.
    pub(super) fn name(&self, card: &CardView) -> String {
        match card.def {
            Some(def) if card.face_down => format!("[{}]", self.game.pool.def(def).name),
            Some(def) => self.game.pool.def(def).name.clone(),
            None => "[hidden]".to_owned(),
        }
    }

    fn orient(&self, card: &CardView) -> &'static str {
        let orients = self.game.kernel().tables().orients;
        let word = orients.get(usize::from(card.orient)).copied().unwrap_or("");
        if card.orient == 0 { "" } else { word }
    }

    /// Numbers and states of a card of the board.
    fn facts(&self, cell: CellId, n: usize, card: &CardView) -> String {
        let tables = self.game.kernel().tables();
        let mut out: Vec<String> = Vec::new();
        if let (Some(attrs), false) = (card.attrs, card.face_down) {
            let numbers = self.plan.numbers.iter().filter_map(|name| {
                let at = tables.attrs.iter().position(|a| a == name)?;
                attrs.get(at).filter(|_| self.has(cell, n, at)).map(i32::to_string)
            });
            let numbers: Vec<String> = numbers.collect();
            if !numbers.is_empty() {
                out.push(numbers.join("/"));
            }
        }
        out.extend(Some(self.orient(card).to_owned()).filter(|word| !word.is_empty()));
        let computed = self.game.layout().zone(self.game.zone_of(cell)).computed;
        let open = computed && card.def.is_some();
        if let Some(ix) = self.game.state.cells.cards(cell).get(n).copied().filter(|_| open) {
            let damage = self.game.state.laid(ix).damage;
            if damage != 0 {
                out.push(format!("damage {damage}"));
            }
            for counter in self.game.state.counters.iter().filter(|c| c.card == ix && c.n != 0) {
                out.push(format!("{} {}", counter.n, self.game.pool.counter_name(counter.kind)));
            }
            let card = self.game.state.now(ix);
            for (n, word) in tables.states.iter().enumerate() {
                let state = u8::try_from(n).unwrap_or(u8::MAX);
                if self.plan.states.contains(word) && self.game.kernel().state(self.game, card, state) {
                    out.push((*word).to_owned());
                }
            }
            if self.game.state.card(ix).is(Flag::Token) {
                out.push("token".to_owned());
            }
            let under = self.under(cell);
            if under > 0 {
                out.push(format!("+{under} under"));
            }
        }
        out.join(" ")
    }

    /// Whether a card of the board has the number at all: an event has no power.
    fn has(&self, cell: CellId, n: usize, attr: usize) -> bool {
        let card = self
            .game
            .state
            .cells
            .cards(cell)
            .get(n)
            .map(|ix| self.game.state.now(*ix));
        card.is_some_and(|card| self.game.info(card).has >> attr & 1 == 1)
    }

    /// How many cards lie under a place.
    fn under(&self, cell: CellId) -> usize {
        let layout = self.game.layout();
        let spec = layout.cell(cell);
        match self.game.kernel().tables().under {
            Some((below, of)) if of == spec.zone => self.view.cell(layout.at(spec.player, below, spec.position)).len(),
            _ => 0,
        }
    }

    /// All zones of both players with their sizes, the viewer's first: the line, and the cells.
    pub(super) fn zones(&self) -> Vec<(String, Vec<CellId>)> {
        let layout = self.game.layout();
        let nowhere = self.game.kernel().tables().nowhere;
        let mut out = Vec::new();
        for p in [self.view.viewer, self.view.viewer.other()] {
            for (z, spec) in layout.zones().iter().enumerate() {
                let zone = ZoneId(u8::try_from(z).unwrap_or(u8::MAX));
                let cells: Vec<CellId> = layout.cells_of(p, zone).collect();
                let count: usize = cells.iter().map(|cell| self.view.cell(*cell).len()).sum();
                if Some(zone) != nowhere && !self.plan.hidden.contains(&spec.name) {
                    out.push((format!("{} {}: {count}", player_word(p), spec.name), cells));
                }
            }
        }
        out
    }

    /// The cards of some cells, one a line, the top first where there is an order.
    pub(super) fn contents(&self, cells: &[CellId]) -> Vec<String> {
        let layout = self.game.layout();
        let mut out = Vec::new();
        for cell in cells {
            let several = !layout.zone(layout.cell(*cell).zone).positions.is_empty();
            for (n, card) in self.view.cell(*cell).iter().enumerate().rev() {
                let place = if several {
                    format!("{} ", layout.cell_name(*cell))
                } else {
                    String::new()
                };
                let facts = self.facts(*cell, n, card);
                out.push(format!("{place}{} {facts}", self.name(card)).trim_end().to_owned());
            }
        }
        out
    }
}

/// The word for a zone on the board.
fn short(zone: &str) -> &str {
    let plain = zone.strip_suffix("-zone").or_else(|| zone.strip_suffix("-area"));
    plain.unwrap_or(zone)
}

/// Whether a row of the plan names the zone, or a position of it.
fn names(plan: &BoardPlan, zone: &ZoneSpec) -> bool {
    plan.rows.iter().any(|row| match row {
        Row::Spots(spots) => spots.contains(&zone.name) || zone.positions.iter().any(|p| spots.contains(p)),
        Row::List(name, _) => *name == zone.name,
        Row::Piles(piles) => piles.iter().any(|(name, _)| *name == zone.name),
    })
}
