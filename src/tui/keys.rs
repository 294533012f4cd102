//! What is pressed, apart from the terminal's way to tell it.

use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};

/// Something that a person does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A letter, digit or sign.
    Char(char),
    /// A letter with the control key.
    Ctrl(char),
    /// A function key.
    F(u8),
    /// Enter.
    Enter,
    /// Escape.
    Esc,
    /// Tab.
    Tab,
    /// Tab with the shift key.
    BackTab,
    /// The key that takes back a letter.
    Backspace,
    /// The key that takes away.
    Delete,
    /// Cursor left.
    Left,
    /// Cursor right.
    Right,
    /// Cursor up.
    Up,
    /// Cursor down.
    Down,
    /// To the beginning.
    Home,
    /// To the end.
    End,
    /// A page back.
    PageUp,
    /// A page on.
    PageDown,
    /// A click, by column and line.
    Click(u16, u16),
    /// The window has another size: columns and lines.
    Resize(u16, u16),
}

impl Key {
    /// What a terminal's event means; none for what nobody asked about.
    #[must_use]
    pub fn of(event: &Event) -> Option<Key> {
        match event {
            Event::Resize(columns, lines) => Some(Key::Resize(*columns, *lines)),
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => Some(Key::Click(mouse.column, mouse.row)),
                MouseEventKind::ScrollUp => Some(Key::Up),
                MouseEventKind::ScrollDown => Some(Key::Down),
                _ => None,
            },
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                Key::pressed(key.code, key.modifiers.contains(KeyModifiers::CONTROL))
            }
            _ => None,
        }
    }

    fn pressed(code: KeyCode, control: bool) -> Option<Key> {
        Some(match code {
            KeyCode::Char(c) if control => Key::Ctrl(c.to_ascii_lowercase()),
            KeyCode::Char(c) => Key::Char(c),
            KeyCode::F(n) => Key::F(n),
            KeyCode::Enter => Key::Enter,
            KeyCode::Esc => Key::Esc,
            KeyCode::Tab => Key::Tab,
            KeyCode::BackTab => Key::BackTab,
            KeyCode::Backspace => Key::Backspace,
            KeyCode::Delete => Key::Delete,
            KeyCode::Left => Key::Left,
            KeyCode::Right => Key::Right,
            KeyCode::Up => Key::Up,
            KeyCode::Down => Key::Down,
            KeyCode::Home => Key::Home,
            KeyCode::End => Key::End,
            KeyCode::PageUp => Key::PageUp,
            KeyCode::PageDown => Key::PageDown,
            _ => return None,
        })
    }
}
