//! Where the cards lie that something is forbidden of: what is forbidden of cards on the board is laid on each of them; of cards elsewhere it is asked when
//! it would happen; and of cards that lie where it never happens nothing can be forbidden.

use super::super::tables::{EventWord, SendFrom, VerbKind};
use super::object::Noun;
use super::refusal::Fail;
use super::{CardLinker, Linked};
use crate::ir::{Deed, ObjId, Objects, PlaceKind, Quant, Role, Selector, Subject};
use crate::kernel::{Note, ZoneId};

/// Where the cards of a description lie.
struct Lie {
    /// The zones (bits); all if none is meant.
    zones: u32,
    /// The text says so itself.
    said: bool,
    /// Any card is meant.
    any: bool,
}

impl CardLinker<'_, '_> {
    /// Whether something is forbidden of cards wherever they are: they are described when it would happen. To be played is forbidden where cards are
    /// played from.
    pub(super) fn is_open(&self, subject: &Subject, deeds: &[Deed], roles: &[Role]) -> bool {
        let open = |deed: &Deed| deed.passive && self.tables().open_verbs.contains(&deed.verb.as_ref());
        if deeds.iter().all(open) {
            return true;
        }
        let played = deeds.iter().any(|deed| deed.passive && deed.verb == "play");
        let Some(lie) = self
            .lie(subject)
            .filter(|lie| !played && !lie.said && !says_from(roles))
        else {
            return false;
        };
        let happens = self.deeds_happen(deeds);
        let meets = happens == 0 || lie.zones & happens != 0;
        // What cannot be meant where cards usually are is meant where it happens.
        !meets && lie.any || meets && (lie.zones & !self.computed_zones() != 0)
    }

    /// Cards that lie where it never happens.
    pub(super) fn happens_there(&self, subject: &Subject, deed: &Deed, roles: &[Role]) -> Linked<()> {
        let happens = self.deeds_happen(std::slice::from_ref(deed));
        let asked = deed.passive && happens != 0 && !says_from(roles);
        let Some(lie) = self.lie(subject).filter(|_| asked) else {
            return Ok(());
        };
        // Cards that wait to resolve are meant by what they will be.
        let waiting = self.is_of_stack(&deed.verb) && !lie.said;
        if lie.zones & happens != 0 || lie.any && !lie.said || waiting {
            return Ok(());
        }
        let (meant, from) = (self.zone_words(lie.zones), self.zone_words(happens));
        Err(Fail::wording(
            format!(
                "`{}` happens to cards in {from}, and these are cards in {meant}: nothing would be forbidden",
                deed.verb
            ),
            format!("say which cards in {from} are meant, or who cannot do it: `you cannot …`, `opponent cannot …`"),
        ))
    }

    /// The zones from which cards always come that move with this word; none if they come from anywhere.
    pub(super) fn moves_from(&self, tag: Note) -> u32 {
        let tables = self.tables();
        if tag == tables.note.draw {
            return tables.deck.bit();
        }
        if tables.stack_moves.contains(&tag) {
            return tables.stack_zone.map_or(0, ZoneId::bit);
        }
        let mut rows = tables.verbs.iter();
        let row = rows.find(|row| row.event == Some(EventWord::Moved(tag)));
        match row.map(|row| row.command) {
            Some(VerbKind::Send(_, _, SendFrom::Hand)) => tables.hand.bit(),
            Some(VerbKind::Send(_, _, SendFrom::Zone(zone))) => zone.bit(),
            _ => 0,
        }
    }

    /// Where the cards lie to which happens what is forbidden, if that is always so.
    fn deeds_happen(&self, deeds: &[Deed]) -> u32 {
        let tables = self.tables();
        let of = |deed: &Deed| {
            let row = tables.verbs.iter().find(|row| row.word == deed.verb.as_ref());
            match row.and_then(|row| row.event) {
                Some(EventWord::Moved(tag)) => self.moves_from(tag),
                None if deed.verb == "draw" => self.moves_from(tables.note.draw),
                _ => 0,
            }
        };
        let all: Vec<u32> = deeds.iter().map(of).collect();
        if all.contains(&0) {
            return 0;
        }
        all.into_iter().fold(0, |all, zones| all | zones)
    }

    fn computed_zones(&self) -> u32 {
        let zones = (0u8..).map(ZoneId).zip(self.tables().zones);
        let computed = zones.filter(|(_, spec)| spec.computed);
        computed.fold(0, |all, (zone, _)| all | zone.bit())
    }

    fn zone_words(&self, bits: u32) -> String {
        let zones = (0u8..).map(ZoneId).zip(self.tables().zones);
        let named: Vec<&str> = zones
            .filter(|(zone, _)| zone.bit() & bits != 0)
            .map(|(_, spec)| spec.name)
            .collect();
        named.join(" or ")
    }

    /// Where cards lie that are described in general; none of chosen cards, and of those that a text speaks of again.
    fn lie(&self, subject: &Subject) -> Option<Lie> {
        let Subject::Objects(id) = subject else { return None };
        self.lie_of(*id)
    }

    fn lie_of(&self, id: ObjId) -> Option<Lie> {
        let Objects::Select(selector) = &self.code()[id] else {
            return None;
        };
        let Selector {
            quant: Quant::Bare | Quant::A | Quant::Any | Quant::All | Quant::Each,
            descs,
            places,
            default_zones,
            among: None,
            target: false,
            random: false,
            next: false,
            ..
        } = selector.as_ref()
        else {
            return None;
        };
        let card = |desc: &crate::ir::Desc| desc.noun.as_ref().is_some_and(|n| self.noun(n) == Noun::Card(0));
        let any = default_zones.is_empty() && descs.iter().all(card);
        let mut zones = 0;
        for place in places {
            let PlaceKind::Zone(names, filters) = &self.code()[*place].kind else {
                return None;
            };
            if !filters.is_empty() {
                return None;
            }
            zones |= names.iter().fold(0, |all, name| all | self.bits_of(name));
        }
        if !places.is_empty() {
            return (zones != 0).then_some(Lie { zones, said: true, any });
        }
        if default_zones.is_empty() && !any {
            return None;
        }
        let usual = self.tables().card_zones;
        zones = match (any, usual) {
            (false, _) => default_zones.iter().fold(0, |all, name| all | self.bits_of(name)),
            (true, []) => u32::MAX,
            (true, usual) => usual.iter().fold(0, |all, zone| all | zone.bit()),
        };
        Some(Lie {
            zones,
            said: false,
            any,
        })
    }

    fn bits_of(&self, name: &str) -> u32 {
        let cells = self.zone_cells(name);
        cells.iter().fold(0, |all, (zone, _)| all | zone.bit())
    }
}

/// Whether a text says where the cards come from: that is where they are meant.
fn says_from(roles: &[Role]) -> bool {
    roles.iter().any(|role| role.name == "from")
}
