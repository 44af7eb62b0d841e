/**
 * What a command is: features declare theirs, and the shortcuts, the palette and the help sheet read all of them.
 * What a command does is said where it can be done, see use-command.ts.
 */

/** The groups of the help sheet in its order, and where the keys of each are heard; everywhere where nothing is said. */
const GROUPS = [
  { group: 'Project' },
  { group: 'Corpus, tags, automaton' },
  { group: 'Edit' },
  { group: 'View' },
  { group: 'Review', heard: 'while turns are reviewed' },
  { group: 'Simulator', heard: 'while the focus is in the simulator' },
  { group: 'Vocabulary', heard: 'while the tags are shown' },
  { group: 'Moves', heard: 'while the moves are shown' },
  { group: 'Topics', heard: 'while the topics are shown' },
  { group: 'Teach', heard: 'while moves are taught' },
  { group: 'Flows', heard: 'while the flows are shown' },
  { group: 'Worksheets', heard: 'while worksheets are shown' },
  { group: 'Comparison', heard: 'while turns are compared' },
  { group: 'Dialogue', heard: 'while the focus is in the list or in the transcript' },
  { group: 'Merges', heard: 'while the focus is on the merges' },
  { group: 'Automaton', heard: 'while the focus is on the graph' },
  { group: 'Help' },
] as const satisfies readonly { readonly group: string; readonly heard?: string }[];

export interface Command {
  /** Names the command in what a person's choice of keys is kept under, so it stays. */
  readonly id: string;
  readonly title: string;
  readonly group: (typeof GROUPS)[number]['group'];
  /** As the app comes; a person may choose others, so ask `keysOf` for those that hold. */
  readonly keys: readonly string[];
  /** Where the keys are heard: everywhere, or where `useKeyScope` or a view's own listener names the scope. */
  readonly scope: string;
  /** Keys that belong to a kind of control, such as the arrows of a list, and so cannot be changed. */
  readonly fixed?: boolean;
  /** A key held down decides once: else it would decide on what nobody has seen. Arrows move on. */
  readonly once?: boolean;
  /** A text field has the same command of its own, which goes first there. */
  readonly yieldsToText?: boolean;
}

export type CommandSet = Readonly<Record<string, Command>>;

/**
 * Commands of one family: "tag" with "add" makes "tag.add".
 * @param shared what all of them have, unless one says otherwise; without keys and heard everywhere if nobody does
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

/** Makes commands known to shortcuts, palette and help sheet. Called once, when the page starts. */
export function registerCommands(commands: readonly Command[]): void {
  known = GROUPS.flatMap(({ group }) => commands.filter((command) => command.group === group));
}

/** Every command of the app, in the order in which lists show them. */
export function allCommands(): readonly Command[] {
  return known;
}

/** Commands by their group, in the order of the groups. */
export function commandGroups() {
  return GROUPS.map((group) => ({
    heard: null,
    ...group,
    commands: known.filter((command) => command.group === group.group),
  }));
}

/** Commands whose title holds every word of the query; a title that begins with it comes first. */
export function findCommands(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const begins = (command: Command) => command.title.toLowerCase().startsWith(words.join(' '));
  return commands
    .filter((command) => words.every((word) => command.title.toLowerCase().includes(word)))
    .sort((a, b) => Number(begins(b)) - Number(begins(a)));
}
