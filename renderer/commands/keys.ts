/**
 * Keys as text: "Mod+Shift+Z", "?", "ArrowDown". "Mod" is Command on a Mac and Ctrl elsewhere.
 * A symbol is matched as typed, so that "?" works on every keyboard; a letter is matched without Shift.
 */

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

interface Chord {
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly key: string;
}

function parse(keys: string): Chord {
  const parts = keys === '+' ? ['+'] : keys.split('+');
  const key = parts[parts.length - 1] || '+';
  return { mod: parts.includes('Mod'), alt: parts.includes('Alt'), shift: parts.includes('Shift'), key };
}

function isLetter(key: string): boolean {
  return /^\p{L}$/u.test(key);
}

/** True if the press is exactly this chord. */
export function matchesKeys(press: KeyPress, keys: string, mac: boolean): boolean {
  const chord = parse(keys);
  const mod = mac ? press.metaKey : press.ctrlKey;
  const other = mac ? press.ctrlKey : press.metaKey;
  if (mod !== chord.mod || other || press.altKey !== chord.alt) return false;
  if (press.key.toLowerCase() !== chord.key.toLowerCase()) return false;
  // Symbols need Shift on some keyboards only, so Shift is ignored for them.
  const sign = chord.key.length === 1 && !isLetter(chord.key);
  return sign || press.shiftKey === chord.shift;
}

const MODIFIERS: readonly string[] = ['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'CapsLock', 'Dead'];

/** Returns the press as keys that `matchesKeys` accepts; null for a modifier alone. */
export function keysOfPress(press: KeyPress, mac: boolean): string | null {
  if (MODIFIERS.includes(press.key)) return null;
  const mod = mac ? press.metaKey : press.ctrlKey;
  const other = mac ? press.ctrlKey : press.metaKey;
  if (other) return null;
  const letter = isLetter(press.key);
  const sign = press.key.length === 1 && !letter;
  const parts = [mod && 'Mod', press.altKey && 'Alt', press.shiftKey && !sign && 'Shift'];
  const key = letter ? press.key.toUpperCase() : press.key;
  return [...parts.filter((part) => part !== false), key].join('+');
}

/** True for one printable key without Ctrl, Command or Alt. These can be turned off (WCAG 2.1.4). */
export function isSingleKey(keys: string): boolean {
  const chord = parse(keys);
  return !chord.mod && !chord.alt && chord.key.length === 1;
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Backspace: 'Backspace',
  ' ': 'Space',
};

/** Returns the keys of a chord as printed: ["Ctrl", "Shift", "Z"] or ["⇧", "⌘", "Z"]. */
export function labelKeys(keys: string, mac: boolean): string[] {
  const chord = parse(keys);
  const name = NAMES[chord.key] ?? (isLetter(chord.key) ? chord.key.toUpperCase() : chord.key);
  const modifiers = mac
    ? [chord.alt && '⌥', chord.shift && '⇧', chord.mod && '⌘']
    : [chord.mod && 'Ctrl', chord.alt && 'Alt', chord.shift && 'Shift'];
  return [...modifiers.filter((part) => part !== false), name];
}

/** Returns a chord as text for tooltips and menus: "Ctrl+Shift+Z" or "⇧⌘Z". */
export function keysText(keys: string, mac: boolean): string {
  return labelKeys(keys, mac).join(mac ? '' : '+');
}

/** True on Apple's systems, which use Command instead of Ctrl. */
export function isMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
}
