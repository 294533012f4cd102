//! What names stand for is pasted in where they are used; here is how much of it may be.

use serde::Serialize;

use super::{Ctx, Local, Lower};
use crate::diagnostic::codes;
use crate::ir::{Num, Place};
use crate::source::Span;
use crate::syntax::ast;

/// Names pasted in within each other at most.
const DEEPEST: usize = 64;

/// Bytes pasted in at most: as much as the longest file has. Names that use others twice would
/// otherwise double with each step.
const MOST: usize = crate::source::MAX_BYTES;

impl Lower<'_> {
    /// Makes room for so many bytes to be pasted in for a name; reports it where there is none.
    pub(super) fn paste(&mut self, name: &ast::Ident, bytes: usize, ctx: &Ctx) -> bool {
        if ctx.calls.len() < DEEPEST {
            return self.paste_text(name, bytes);
        }
        self.paste_text(name, usize::MAX)
    }

    fn paste_text(&mut self, name: &ast::Ident, bytes: usize) -> bool {
        let before = self.pasted;
        self.pasted = before.saturating_add(bytes);
        if self.pasted <= MOST {
            return true;
        }
        // Once there is no more room, one message is enough.
        if before <= MOST {
            self.error(
                &codes::TOO_MUCH,
                name.span,
                format!("with `{}` the file's names stand for too much", name.text),
                &format!("use fewer names within names: at most {DEEPEST} within each other, and not each twice"),
            );
        }
        false
    }

    /// What a name stands for within its block.
    pub(super) fn local(&mut self, name: &ast::Ident, ctx: &Ctx) -> Option<Local> {
        let local = ctx.local(&name.text)?;
        let fits = match local {
            Local::Num(n) => self.paste_text(name, weight(n)),
            Local::Place(p) => self.paste_text(name, weight(p)),
            // A name again, not what it stands for.
            Local::Let(_) => true,
        };
        Some(match local {
            _ if fits => local.clone(),
            Local::Num(_) => Local::Num(Num::Const(0)),
            Local::Place(_) => Local::Place(Place::It),
            Local::Let(kind) => Local::Let(*kind),
        })
    }

    /// The index of the next `let` or choice.
    pub(super) fn index(&mut self, next: usize, span: Span) -> Option<u16> {
        let index = u16::try_from(next).ok();
        if index.is_none() {
            self.error(
                &codes::TOO_MUCH,
                span,
                format!("a file can't have more than {} of these", usize::from(u16::MAX) + 1),
                "is this the file that was meant?",
            );
        }
        index
    }
}

/// How large a part of the kernel is: its bytes as data.
fn weight(part: &impl Serialize) -> usize {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // Counting can't fail.
    let _ = serde_json::to_writer(&mut count, part);
    count.0
}
