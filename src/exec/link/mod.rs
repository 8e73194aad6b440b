//! The linker: ability IR in, linked code out.

use super::pool::{LinkError, Pool, Source};
use super::seam::Kernel;

/// Links cards into a pool.
pub(super) fn pool(kernel: &'static dyn Kernel, cards: &[Source<'_>]) -> Result<Pool, Vec<LinkError>> {
    let _ = cards;
    Ok(Pool::empty(kernel))
}
