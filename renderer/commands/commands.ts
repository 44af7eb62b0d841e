/** "Mod+Shift+Z", "?", "ArrowDown". "Mod" is Command on a Mac and Ctrl elsewhere. Letters match without Shift. */

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

function parse(keys: string) {
  const parts = keys === '+' ? ['+'] : keys.split('+');
  const key = parts[parts.length - 1] || '+';
  return { mod: parts.includes('Mod'), alt: parts.includes('Alt'), shift: parts.includes('Shift'), key };
}

function isLetter(key: string): boolean {
  return /^\p{L}$/u.test(key);
}

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

export function labelKeys(keys: string, mac: boolean): string[] {
  const chord = parse(keys);
  const name = NAMES[chord.key] ?? (isLetter(chord.key) ? chord.key.toUpperCase() : chord.key);
  const modifiers = mac
    ? [chord.alt && '⌥', chord.shift && '⇧', chord.mod && '⌘']
    : [chord.mod && 'Ctrl', chord.alt && 'Alt', chord.shift && 'Shift'];
  return [...modifiers.filter((part) => part !== false), name];
}

export function keysText(keys: string, mac: boolean): string {
  return labelKeys(keys, mac).join(mac ? '' : '+');
}

export function isMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
}

/** `heard` describes when the keys of a group work; without `heard`, they always work. */
const GROUPS = [
  { group: 'Project' },
  { group: 'Corpus, tags, automaton' },
  { group: 'Edit' },
  { group: 'View' },
  { group: 'Review', heard: 'while you review turns' },
  { group: 'Simulator', heard: 'while the focus is in the simulator' },
  { group: 'Vocabulary', heard: 'while the list of tags is open' },
  { group: 'Moves', heard: 'while the moves are open' },
  { group: 'Topics', heard: 'while the topics are open' },
  { group: 'Teach', heard: 'while you teach moves' },
  { group: 'Flows', heard: 'while the flows are open' },
  { group: 'Worksheets', heard: 'while worksheets are open' },
  { group: 'Comparison', heard: 'while you compare turns' },
  { group: 'Dialogue', heard: 'while the focus is in the list or in the transcript' },
  { group: 'Merges', heard: 'while the focus is on the list of similar states' },
  { group: 'Automaton', heard: 'while the focus is on the graph' },
  { group: 'Help' },
] as const satisfies readonly { readonly group: string; readonly heard?: string }[];

export interface Command {
  /** Must never change, because people's own keys are stored under this id. */
  readonly id: string;
  readonly title: string;
  readonly group: (typeof GROUPS)[number]['group'];
  readonly keys: readonly string[];
  /** The scope of the keys: everywhere, or where `useKeyScope` or a view's own listener names it. */
  readonly scope: string;
  readonly fixed?: boolean;
  /** True if holding the key runs the command only once, so that nobody decides on something unseen. */
  readonly once?: boolean;
  /** True if the command does not run in a text field, which uses these keys itself. */
  readonly yieldsToText?: boolean;
}

export type CommandSet = Readonly<Record<string, Command>>;

/**
 * Defines the commands of a family: "tag" with "add" makes "tag.add".
 * Without `shared` defaults, commands have no keys and work everywhere.
 */
export function defineCommands<Name extends string>(
  family: string,
  shared: Pick<Command, 'group'> & Partial<Command>,
  commands: Readonly<Record<Name, Pick<Command, 'title'> & Partial<Command>>>,
): Readonly<Record<Name, Command>> {
  const complete = ([name, own]: [string, Pick<Command, 'title'> & Partial<Command>]) => [
    name,
    { id: `${family}.${name}`, keys: [], scope: 'everywhere', ...shared, ...own },
  ];
  return Object.fromEntries(
    Object.entries<Pick<Command, 'title'> & Partial<Command>>(commands).map(complete),
  );
}

let known: readonly Command[] = [];

export function registerCommands(commands: readonly Command[]): void {
  known = GROUPS.flatMap(({ group }) => commands.filter((command) => command.group === group));
}

export function allCommands(): readonly Command[] {
  return known;
}

export function commandGroups() {
  return GROUPS.map((group) => ({
    heard: null,
    ...group,
    commands: known.filter((command) => command.group === group.group),
  }));
}

export function findCommands(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const begins = (command: Command) => command.title.toLowerCase().startsWith(words.join(' '));
  return commands
    .filter((command) => words.every((word) => command.title.toLowerCase().includes(word)))
    .sort((a, b) => Number(begins(b)) - Number(begins(a)));
}
