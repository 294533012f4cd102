//! Pieces to lines.

use super::pieces::{Piece, Word};
use super::{Inside, Printer, WIDTH};
use crate::source::display_width;
use crate::syntax::document::{Block, Entry, Part, Statement};
use crate::syntax::lex::Kind;

/// A printed entry of a block.
struct Printed {
    lines: Vec<String>,
    /// For a rule on one line: how wide it is before its `=>`, and the rest.
    rule: Option<(String, String)>,
    comment: Option<String>,
    blank_before: bool,
}

impl Printer<'_> {
    /// The lines of a block's inside.
    pub(super) fn body(&self, block: &Block, indent: usize, inside: Inside) -> Vec<String> {
        let mut printed: Vec<Printed> = Vec::new();
        let mut last_end: Option<usize> = None;
        for entry in &block.entries {
            let (first, last) = extent(entry);
            let gap = last_end.map_or(0, |end| self.lines_between(end, first));
            last_end = Some(last);
            match entry {
                Entry::Comment(i) if gap == 0 && !printed.is_empty() => {
                    let comment = self.comment(*i);
                    let slot = printed.last_mut().map(|p| &mut p.comment);
                    slot.into_iter().for_each(|c| *c = Some(joined(c.take(), comment.clone())));
                }
                Entry::Comment(i) => printed.push(Printed {
                    lines: vec![format!("{}{}", pad(indent), self.comment(*i))],
                    rule: None,
                    comment: None,
                    blank_before: gap > 1,
                }),
                Entry::Statement(s) => printed.push(self.entry(s, indent, inside, gap > 1)),
            }
        }
        align(&mut printed);
        let mut lines = Vec::new();
        for p in printed {
            if p.blank_before {
                lines.push(String::new());
            }
            let mut own = p.lines;
            if let (Some(comment), Some(line)) = (p.comment, own.last_mut()) {
                line.push(' ');
                line.push_str(&comment);
            }
            lines.append(&mut own);
        }
        lines
    }

    fn lines_between(&self, end: usize, start: usize) -> u32 {
        let end = self.source.line(self.tokens[end].end.saturating_sub(1));
        self.source.line(self.tokens[start].start).saturating_sub(end)
    }

    fn entry(&self, statement: &Statement, indent: usize, inside: Inside, blank_before: bool) -> Printed {
        let comment = self.trailing(statement);
        let pieces = self.pieces(statement, inside);
        let next = self.next_inside(statement);
        if let Some(flat) = self.flat(&pieces, next).filter(|f| indent + display_width(f) <= WIDTH) {
            let rule = self.halves(&pieces, next).map(|(a, b)| (format!("{}{a}", pad(indent)), b));
            return Printed { lines: vec![format!("{}{flat}", pad(indent))], rule, comment, blank_before };
        }
        let lines = Lines::new(self, indent, next).fill(&pieces);
        Printed { lines, rule: None, comment, blank_before }
    }

    /// What the blocks of a statement are.
    fn next_inside(&self, statement: &Statement) -> Inside {
        match statement.parts.first() {
            Some(Part::Token(i)) if self.tokens[*i].text(self.source) == "example" => Inside::Example,
            _ => Inside::Other,
        }
    }

    /// A statement on one line, if nothing in it needs more.
    fn flat(&self, pieces: &[Piece<'_>], inside: Inside) -> Option<String> {
        let mut line = String::new();
        for piece in pieces {
            match piece {
                Piece::Word(word) => push_word(&mut line, word),
                Piece::Block(block) => push(&mut line, &self.flat_block(block, inside)?, 1),
                Piece::Comment(..) => return None,
            }
        }
        Some(line)
    }

    /// A block on one line, if it may stand so.
    fn flat_block(&self, block: &Block, inside: Inside) -> Option<String> {
        if self.is_opened(block) {
            return None;
        }
        let mut list = Vec::new();
        for entry in &block.entries {
            let Entry::Statement(statement) = entry else { return None };
            if self.trailing(statement).is_some() {
                return None;
            }
            list.push(self.flat(&self.pieces(statement, inside), self.next_inside(statement))?);
        }
        Some(if list.is_empty() { "{ }".to_owned() } else { format!("{{ {} }}", list.join("; ")) })
    }

    /// Whether a newline or comment follows the brace, and something then.
    fn is_opened(&self, block: &Block) -> bool {
        let first = self.tokens[block.open + 1..=block.close].first();
        !block.entries.is_empty() && first.is_some_and(|t| matches!(t.kind, Kind::Newline | Kind::Comment))
    }

    /// A flat rule, before and from its arrow.
    fn halves(&self, pieces: &[Piece<'_>], inside: Inside) -> Option<(String, String)> {
        let arrow = pieces.iter().position(|p| matches!(p, Piece::Word(w) if w.text == "=>" && w.depth == 0))?;
        Some((self.flat(&pieces[..arrow], inside)?, self.flat(&pieces[arrow..], inside)?))
    }
}

/// Lines of a statement that doesn't fit on one.
struct Lines<'p, 'a> {
    printer: &'p Printer<'a>,
    indent: usize,
    inside: Inside,
    done: Vec<String>,
    line: String,
}

impl<'p, 'a> Lines<'p, 'a> {
    fn new(printer: &'p Printer<'a>, indent: usize, inside: Inside) -> Self {
        Lines { printer, indent, inside, done: Vec::new(), line: pad(indent) }
    }

    fn fill(mut self, pieces: &[Piece<'_>]) -> Vec<String> {
        // Blocks are opened all together, unless some are open already and this one fits.
        let some_open = pieces.iter().any(|p| match p {
            Piece::Block(b) => self.printer.flat_block(b, self.inside).is_none(),
            _ => false,
        });
        let mut words: Vec<&Word> = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Word(word) => words.push(word),
                Piece::Block(block) => {
                    self.words(&std::mem::take(&mut words), 0, 2);
                    self.block(block, some_open);
                }
                Piece::Comment(comment, own_line) => {
                    self.words(&std::mem::take(&mut words), 0, 0);
                    if *own_line {
                        self.new_line(0);
                    }
                    self.push_text(comment);
                    self.new_line(0);
                }
            }
        }
        self.words(&words, 0, 0);
        if !self.line.trim().is_empty() {
            self.done.push(self.line);
        }
        self.done
    }

    fn block(&mut self, block: &Block, may_be_flat: bool) {
        let flat = self.printer.flat_block(block, self.inside);
        if block.entries.is_empty() {
            return self.push_text("{ }");
        }
        if let Some(flat) = flat.filter(|f| may_be_flat && display_width(&self.line) + 1 + display_width(f) <= WIDTH) {
            return self.push_text(&flat);
        }
        self.push_text("{");
        let line = std::mem::take(&mut self.line);
        // A block at the end of a line that goes on from another is as deep as that line.
        let indent = line.len() - line.trim_start().len();
        self.done.push(line);
        self.done.append(&mut self.printer.body(block, indent + 2, self.inside));
        self.line = format!("{}}}", pad(indent));
    }

    /// Fills lines with words, and leaves `room` for what comes then. Where a part between two
    /// places to break is too long for a line, it is broken within its parentheses.
    fn words(&mut self, words: &[&Word], depth: usize, room: usize) {
        let mut start = 0;
        for end in 1..=words.len() {
            if end < words.len() && !(words[end].may_begin && words[end].depth <= depth) {
                continue;
            }
            let part = &words[start..end];
            let room = if end == words.len() { room } else { 0 };
            self.part(part, depth, room);
            start = end;
        }
    }

    fn part(&mut self, part: &[&Word], depth: usize, room: usize) {
        let mut text = String::new();
        part.iter().for_each(|w| push_word(&mut text, w));
        let Some(first) = part.first() else { return };
        let width = display_width(&text) + room;
        let fresh = self.line.trim().is_empty();
        let here = display_width(&self.line) + if fresh { 0 } else { first.blanks };
        if here + width <= WIDTH {
            let blanks = first.blanks;
            return push(&mut self.line, &text, if fresh { 0 } else { blanks });
        }
        if !fresh && first.may_begin {
            self.new_line(first.depth);
        }
        let deeper = part.iter().skip(1).filter(|w| w.may_begin).map(|w| w.depth).min();
        match deeper.filter(|_| display_width(&self.line) + width > WIDTH) {
            Some(deeper) if deeper > depth => self.words(part, deeper, room),
            _ => {
                let blanks = if self.line.trim().is_empty() { 0 } else { first.blanks };
                push(&mut self.line, &text, blanks);
            }
        }
    }

    fn push_text(&mut self, text: &str) {
        let blanks = usize::from(!self.line.trim().is_empty());
        push(&mut self.line, text, blanks);
    }

    /// Goes on in a new line, two columns deeper than the statement, and more within parentheses.
    fn new_line(&mut self, depth: usize) {
        let line = std::mem::replace(&mut self.line, pad(self.indent + 2 + 2 * depth));
        if !line.trim().is_empty() {
            self.done.push(line);
        }
    }
}

fn extent(entry: &Entry) -> (usize, usize) {
    match entry {
        Entry::Comment(i) => (*i, *i),
        Entry::Statement(s) => (s.parts.first().map_or(0, Part::first), s.parts.last().map_or(0, Part::last)),
    }
}

fn pad(indent: usize) -> String {
    " ".repeat(indent)
}

fn joined(before: Option<String>, comment: String) -> String {
    before.map_or(comment.clone(), |b| format!("{b} {comment}"))
}

fn push(line: &mut String, text: &str, blanks: usize) {
    let blanks = if line.is_empty() { 0 } else { blanks };
    line.extend(std::iter::repeat_n(' ', blanks));
    line.push_str(text);
}

fn push_word(line: &mut String, word: &Word) {
    push(line, &word.text, word.blanks);
}

/// Puts the arrows of neighbouring rules under each other, where all still fit.
fn align(printed: &mut [Printed]) {
    let mut start = 0;
    while start < printed.len() {
        let mut end = start + 1;
        while end < printed.len() && printed[end].rule.is_some() && !printed[end].blank_before {
            end += 1;
        }
        let group = &mut printed[start..end];
        start = end;
        let widest = group.iter().filter_map(|p| p.rule.as_ref()).map(|r| display_width(&r.0)).max().unwrap_or(0);
        let fits = |p: &Printed| p.rule.as_ref().is_none_or(|r| widest + 1 + display_width(&r.1) <= WIDTH);
        if !group.iter().all(fits) {
            continue;
        }
        for p in group {
            if let Some((before, after)) = &p.rule {
                let gap = pad(widest + 1 - display_width(before));
                p.lines = vec![format!("{before}{gap}{after}")];
            }
        }
    }
}
