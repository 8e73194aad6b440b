//! Arenas with typed ids.

use super::{Ability, Cond, Cost, Event, Expr, Objects, Place, Spans, Src, Stmt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

macro_rules! arenas {
    ($( $(#[$doc:meta])* $id:ident $field:ident $node:ident $add:ident $empty:expr; )*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
            #[serde(transparent)]
            pub struct $id(pub u32);
        )*

        /// The nodes of one card, by kind.
        #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        pub struct Code {
            $(
                $(#[$doc])*
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                pub $field: Vec<$node>,
            )*
            /// Where each statement was written, by statement id.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub stmt_src: Vec<Src>,
            /// Which phrase each node comes from.
            #[serde(skip)]
            pub spans: Spans,
        }

        impl Code {
            $(
                /// Adds a node and names it.
                pub fn $add(&mut self, node: $node) -> $id {
                    let id = $id(u32::try_from(self.$field.len()).unwrap_or(u32::MAX));
                    self.$field.push(node);
                    self.spans.push(Arena::$node as usize, id.0);
                    id
                }
            )*

            /// Whether there is no node at all.
            pub fn is_empty(&self) -> bool {
                true $(&& self.$field.is_empty())*
            }
        }

        /// The arenas by number.
        #[derive(Clone, Copy)]
        enum Arena {
            $( $node, )*
        }

        $(
            impl NodeId for $id {
                fn place(self) -> (usize, u32) {
                    (Arena::$node as usize, self.0)
                }
            }
        )*

        $(
            impl std::ops::Index<$id> for Code {
                type Output = $node;

                /// The node of an id; an id of another card gives an empty node, never a panic.
                fn index(&self, id: $id) -> &$node {
                    static EMPTY: LazyLock<$node> = LazyLock::new(|| $empty);
                    self.$field.get(id.0 as usize).unwrap_or(&EMPTY)
                }
            }
        )*
    };
}

arenas! {
    /// Names an ability.
    AbilityId abilities Ability add_ability Ability::empty();
    /// Names a statement.
    StmtId stmts Stmt add_stmt Stmt::Block(Vec::new());
    /// Names a number.
    ExprId exprs Expr add_expr Expr::Num(0);
    /// Names a condition.
    CondId conds Cond add_cond Cond::And(Vec::new());
    /// Names objects: cards, abilities, players.
    ObjId objects Objects add_object Objects::Join(Vec::new());
    /// Names a place.
    PlaceId places Place add_place Place::nowhere();
    /// Names an event.
    EventId events Event add_event Event::none();
    /// Names a cost.
    CostId costs Cost add_cost Cost::default();
}

/// Names a node of any kind.
pub trait NodeId {
    /// Its arena and its number there.
    fn place(self) -> (usize, u32);
}

impl Code {
    /// The phrase that a node comes from, if the card was just compiled.
    pub fn phrase(&self, id: impl NodeId) -> Option<Src> {
        let (arena, id) = id.place();
        self.spans.get(arena, id)
    }

    /// Adds a statement with its place in the source.
    pub fn stmt_at(&mut self, stmt: Stmt, src: Src) -> StmtId {
        let id = self.add_stmt(stmt);
        self.stmt_src.push(src);
        id
    }
}
