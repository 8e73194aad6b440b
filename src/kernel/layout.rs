//! Which cells a game has. A cell is a zone of a player, or one position of such a zone; it is the unit of storage.

use super::{CellId, P, ZoneId};

/// Who sees the faces of the cards of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sees {
    /// Nobody.
    Nobody,
    /// The player whose zone it is.
    Owner,
    /// The player whose zone it is, and everybody those that lie face up.
    OwnerAndFaceUp,
    /// Everybody, unless a card lies face down.
    All,
    /// Everybody, also those that lie face down.
    Everybody,
}

/// A row of a game's table of zones.
#[derive(Debug, Clone, Copy)]
pub struct ZoneSpec {
    /// Its word in the vocabulary.
    pub name: &'static str,
    /// The names of its positions; a zone without positions has one cell and no name for it.
    pub positions: &'static [&'static str],
    /// Who sees the cards.
    pub sees: Sees,
    /// Its order means something: decks, clocks. The first card is the bottom.
    pub ordered: bool,
    /// Continuous effects are computed for the cards in it.
    pub computed: bool,
    /// Part of the board: cards have states there, and what leaves it is spoken of as it last was (final information).
    pub board: bool,
    /// Cards come in face down unless something else is said.
    pub face_down: bool,
    /// Cards leave it one at a time, never together.
    pub serial: bool,
    /// Whatever leaves it is taken from the top; nobody picks a card out of the pile.
    pub from_top: bool,
    /// Its cards are a deck of their own: what lies in it unseen belongs there, and what is unseen elsewhere does not.
    pub apart: bool,
}

/// A cell: which zone, whose, which position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellSpec {
    /// The zone.
    pub zone: ZoneId,
    /// Whose.
    pub player: P,
    /// The position in the zone.
    pub position: u8,
}

/// All cells of a game, made from its table of zones once.
#[derive(Debug)]
pub struct Layout {
    zones: Vec<ZoneSpec>,
    cells: Vec<CellSpec>,
    first: Vec<[u8; 2]>,
    /// Stretches of computed cells: the first, and the one behind the last.
    computed: Vec<(CellId, CellId)>,
    /// The cells of piles whose cards leave from the top, a bit for each.
    from_top: [u64; 4],
}

impl Layout {
    /// Lays out the cells: player by player, zone by zone, position by position.
    pub fn new(zones: &[ZoneSpec]) -> Layout {
        let mut cells = Vec::new();
        let mut first = vec![[0u8; 2]; zones.len()];
        for player in P::BOTH {
            for (z, spec) in zones.iter().enumerate() {
                if let Some(slot) = first.get_mut(z).and_then(|f| f.get_mut(player.ix())) {
                    *slot = u8::try_from(cells.len()).unwrap_or(u8::MAX);
                }
                for position in 0..spec.positions.len().max(1) {
                    cells.push(CellSpec {
                        zone: ZoneId(u8::try_from(z).unwrap_or(u8::MAX)),
                        player,
                        position: u8::try_from(position).unwrap_or(u8::MAX),
                    });
                }
            }
        }
        let mut layout = Layout {
            zones: zones.to_vec(),
            cells,
            first,
            computed: Vec::new(),
            from_top: [0; 4],
        };
        for (cell, spec) in layout.cells.iter().enumerate() {
            let top = zones.get(spec.zone.ix()).is_some_and(|zone| zone.from_top);
            if let Some(word) = layout.from_top.get_mut(cell / 64).filter(|_| top) {
                *word |= 1 << (cell % 64);
            }
        }
        for player in P::BOTH {
            for (z, _) in zones.iter().enumerate().filter(|(_, spec)| spec.computed) {
                let (from, to) = layout.span(player, ZoneId(u8::try_from(z).unwrap_or(u8::MAX)));
                match layout.computed.last_mut() {
                    Some(last) if last.1 == from => last.1 = to,
                    _ => layout.computed.push((from, to)),
                }
            }
        }
        layout
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The table of zones.
    pub fn zones(&self) -> &[ZoneSpec] {
        &self.zones
    }

    /// The row of a zone; of no zone at all, the first row.
    #[inline]
    pub fn zone(&self, zone: ZoneId) -> &ZoneSpec {
        static NOWHERE: ZoneSpec = ZoneSpec {
            name: "",
            positions: &[],
            sees: Sees::Nobody,
            ordered: true,
            computed: false,
            board: false,
            face_down: true,
            serial: false,
            from_top: false,
            apart: false,
        };
        self.zones.get(zone.ix()).unwrap_or(&NOWHERE)
    }

    /// What a cell is.
    #[inline]
    pub fn cell(&self, cell: CellId) -> CellSpec {
        self.cells.get(cell.ix()).copied().unwrap_or(CellSpec {
            zone: ZoneId(u8::MAX),
            player: P::ONE,
            position: 0,
        })
    }

    /// Whether whatever leaves a cell is taken from its top.
    #[inline]
    pub fn is_from_top(&self, cell: CellId) -> bool {
        let word = self.from_top.get(cell.ix() / 64);
        word.is_some_and(|word| word >> (cell.ix() % 64) & 1 == 1)
    }

    /// The first cell of a player's zone.
    #[inline]
    pub fn of(&self, player: P, zone: ZoneId) -> CellId {
        CellId(
            self.first
                .get(zone.ix())
                .and_then(|f| f.get(player.ix()))
                .copied()
                .unwrap_or(u8::MAX),
        )
    }

    /// A position of a player's zone.
    #[inline]
    pub fn at(&self, player: P, zone: ZoneId, position: u8) -> CellId {
        CellId(self.of(player, zone).0.saturating_add(position))
    }

    /// The cells of a player's zone, in order.
    #[inline]
    pub fn cells_of(&self, player: P, zone: ZoneId) -> impl Iterator<Item = CellId> + use<> {
        let (from, to) = self.span(player, zone);
        (from.0..to.0).map(CellId)
    }

    /// The first cell of a player's zone, and the one behind its last.
    #[inline]
    pub fn span(&self, player: P, zone: ZoneId) -> (CellId, CellId) {
        let first = self.of(player, zone);
        let n = u8::try_from(self.zone(zone).positions.len().max(1)).unwrap_or(1);
        (first, CellId(first.0.saturating_add(n)))
    }

    /// The stretches of cells for whose cards continuous effects are computed: the first cell, and the one behind the last.
    #[inline]
    pub fn computed(&self) -> &[(CellId, CellId)] {
        &self.computed
    }

    /// The zone with this name.
    pub fn zone_named(&self, name: &str) -> Option<ZoneId> {
        let at = self.zones.iter().position(|z| z.name == name)?;
        u8::try_from(at).ok().map(ZoneId)
    }

    /// The cell of a player's position with this name, or of the zone of this name if it has no positions.
    pub fn position_named(&self, player: P, name: &str) -> Option<CellId> {
        self.zones.iter().enumerate().find_map(|(z, spec)| {
            let position = match spec.positions {
                [] if spec.name == name => 0,
                positions => positions.iter().position(|p| *p == name)?,
            };
            let zone = ZoneId(u8::try_from(z).ok()?);
            Some(self.at(player, zone, u8::try_from(position).ok()?))
        })
    }

    /// The name of a cell: its position, else its zone.
    pub fn cell_name(&self, cell: CellId) -> &'static str {
        let spec = self.cell(cell);
        let zone = self.zone(spec.zone);
        zone.positions
            .get(usize::from(spec.position))
            .copied()
            .unwrap_or(zone.name)
    }
}
