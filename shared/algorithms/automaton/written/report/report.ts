import type { AutomatonStructure } from '../../../../domain/automaton.ts';
import { ROLE_NAMES, ROLES } from '../../../../domain/dialogue.ts';
import {
  formatAmount,
  formatCount,
  formatDuration,
  formatPart,
  formatShare,
} from '../../../../domain/figure-text.ts';
import { LEAST_SHARED } from '../../../../domain/sharing.ts';
import type { SymbolInfo } from '../../../../domain/symbols.ts';
import type { FlowFigures } from '../../../performance/measure-flow.ts';
import { type AutomataDifference, compareAutomata } from '../../difference/compare-automata.ts';
import type { ComparedAutomaton } from '../../difference/match-states.ts';
import { eachTransition, shortestPaths } from '../../reading/transitions.ts';
import { moveName } from '../diagrams.ts';

export interface ReportFacts {
  readonly variants: readonly Variant[];
  readonly waits: FlowFigures['transitions'] | null;
  readonly since: Since | null;
  readonly certainty: readonly Certainty[];
}

interface Variant {
  readonly moves: readonly SymbolInfo[];
  readonly dialogues: number;
}

export interface Since {
  readonly before: string;
  readonly difference: AutomataDifference;
  readonly structure: AutomatonStructure;
}

export interface Certainty {
  readonly what: string;
  readonly figure: string;
}

export const changesSince = (before: ComparedAutomaton, after: ComparedAutomaton, named: string): Since => ({
  before: named,
  difference: compareAutomata(before, after),
  structure: before.structure,
});

interface StateCell {
  readonly state: number;
  readonly text: string;
}
export type Cell = string | number | StateCell;

export interface Section {
  readonly heading: string;
  readonly text: string;
  readonly see: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** True if the rows are the states. Other tables link to these rows. */
  readonly isOfStates?: boolean;
}

export interface ReportedFinding {
  readonly kind: string;
  readonly sentence: string;
  readonly basis: string;
  readonly picture: string | null;
  readonly examples: readonly string[];
}

export interface Report {
  readonly title: string;
  readonly summary: string;
  readonly findings: readonly ReportedFinding[];
  readonly definitions: readonly (readonly [word: string, meaning: string])[];
  readonly lines: readonly string[];
  readonly sections: readonly Section[];
}

interface ReportInput {
  readonly automaton: AutomatonStructure;
  readonly whole?: AutomatonStructure;
  readonly title: string;
  readonly about: readonly string[];
  readonly names: readonly string[];
  /** length = states of the part; their numbers in the app. Without it they are the same. */
  readonly numbers?: ArrayLike<number>;
  readonly facts?: ReportFacts;
  readonly findings?: readonly ReportedFinding[];
  readonly least?: number;
}

const MOST_STATES = 40;
const MOST_ROWS = 12;
const MOST_NEXT = 3;
const MOST_MOVES = 12;

/** Describes dialogues in text and tables, from counts and templates only. */
export function reportOf({
  automaton,
  whole = automaton,
  title,
  about,
  names,
  numbers,
  facts,
  findings = [],
  least = 1,
}: ReportInput): Report {
  const { dialogueCount, stateCount, support, ends, depths, roles } = automaton;
  const transitions = [...eachTransition(automaton)]
    .map((transition) => ({ ...transition, tag: moveName(transition.symbol) }))
    .sort((a, b) => b.support - a.support);
  const leading = new Map<number, string>();
  for (const { to, tag } of transitions) if (!leading.has(to)) leading.set(to, tag);
  const numberOf = (state: number): number => numbers?.[state] ?? state;
  const plain = Array.from(
    { length: stateCount },
    (_, state) => names[state] || leading.get(state) || 'state',
  );
  const nameOf = (state: number): string =>
    plain.filter((name) => name === plain[state]).length > 1
      ? `${plain[state]} (${numberOf(state)})`
      : (plain[state] ?? '');
  const cellOf = (state: number): StateCell => ({
    state: numberOf(state),
    text: state === 0 ? 'Start' : nameOf(state),
  });
  const stateAt = new Map(Array.from({ length: stateCount }, (_, state) => [numberOf(state), state]));
  const shareOf = (count: number, of: number): string =>
    formatShare(count / Math.max(1, of), { rough: true });
  const states = Array.from({ length: stateCount }, (_, state) => state).slice(1);
  const strongest = states.toSorted((a, b) => support[b] - support[a] || a - b);
  const ending = states.filter((state) => ends[state] > 0).sort((a, b) => ends[b] - ends[a] || a - b);
  const back = transitions.filter(({ from, to }) => to === from || depths[to] < depths[from]);
  const next = (state: number): string =>
    transitions
      .filter(({ from }) => from === state)
      .slice(0, MOST_NEXT)
      .map(({ tag, support: count }) => `${tag} ${shareOf(count, support[state])}`)
      .join(', ');
  const { pathTo } = shortestPaths(automaton);
  const ended = ending.reduce((sum, state) => sum + ends[state], 0);

  const variants = (facts?.variants ?? []).filter(({ dialogues }) => dialogues >= least);
  const covered = variants.slice(0, MOST_ROWS).reduce((sum, { dialogues }) => sum + dialogues, 0);
  const sections: Section[] = [
    {
      heading: 'How dialogues begin',
      text: 'The first move, and the number of dialogues that begin with it.',
      see: 'Explore, Graph, Start',
      columns: ['Who', 'Move', 'Dialogues', 'Share'],
      rows: transitions
        .filter(({ from }) => from === 0)
        .slice(0, MOST_ROWS)
        .map(({ role, tag, support: count }) => [
          ROLE_NAMES[role],
          tag,
          count,
          shareOf(count, dialogueCount),
        ]),
    },
    {
      heading: 'The most common paths',
      text: `Paths from beginning to end, with repeated moves counted once. The table shows ${variants.length > MOST_ROWS ? `the ${MOST_ROWS} most common of ` : ''}${formatAmount(variants.length, 'path')}${least > 1 ? ` that at least ${least} dialogues take` : ''}, which cover ${shareOf(covered, dialogueCount)} of the dialogues.`,
      see: 'Explore, Paths, Variants',
      columns: ['Dialogues', 'Share', 'Path'],
      rows: variants
        .slice(0, MOST_ROWS)
        .map(({ moves, dialogues }) => [
          dialogues,
          shareOf(dialogues, dialogueCount),
          pathText(moves.map(moveName)),
        ]),
    },
    {
      heading: 'States',
      text:
        states.length > MOST_STATES
          ? `The ${MOST_STATES} states with the most dialogues, out of ${formatCount(states.length)} states.`
          : 'All states, the most common first.',
      see: 'Explore, Table',
      columns: ['State', 'After', 'Dialogues', 'Share', 'End here', 'What follows'],
      rows: strongest.slice(0, MOST_STATES).map((state) => [
        cellOf(state),
        roleOf(roles[state]),
        support[state],
        shareOf(support[state], dialogueCount),
        // A shared part hides small counts.
        ends[state] < least && least > 1 ? `< ${least}` : ends[state],
        next(state),
      ]),
      isOfStates: true,
    },
    {
      heading: 'Where dialogues end',
      text: `${formatCount(ended)} of ${formatAmount(dialogueCount, 'dialogue')} end in one of these states. The table shows the shortest path to each state.`,
      see: 'Explore, Table, sorted by ends',
      columns: ['State', 'End here', 'Share', 'Path'],
      rows: ending
        .slice(0, MOST_ROWS)
        .map((state) => [
          cellOf(state),
          ends[state],
          shareOf(ends[state], dialogueCount),
          pathText(pathTo(state).map(moveName)),
        ]),
    },
    {
      heading: 'Where dialogues go back',
      text: 'Transitions back to the same state, or to a state closer to the start.',
      see: 'Explore, Paths, Transitions',
      columns: ['From', 'Move', 'To', 'Dialogues'],
      rows: back
        .slice(0, MOST_ROWS)
        .map(({ from, to, tag, support: count }) => [cellOf(from), tag, cellOf(to), count]),
    },
    {
      heading: 'Where time goes',
      text: `Transitions with the longest total wait, from the end of one turn to the start of the next. After a customer's turn the customer waits, and after an agent's turn the agent waits. Only transitions that at least ${LEAST_SHARED} dialogues take are included.`,
      see: 'Explore, Paths, Transitions, sorted by total wait',
      columns: ['From', 'To', 'Dialogues', 'Median wait', '90th percentile', 'Total wait'],
      rows: waitRows(facts, stateAt, Math.max(least, LEAST_SHARED)).map(
        ({ from, to, dialogues, median, p90, total }) => [
          cellOf(from),
          cellOf(to),
          dialogues,
          formatDuration(median),
          formatDuration(p90),
          formatDuration(total),
        ],
      ),
    },
    ...(facts?.since ? [changeSection(facts.since, automaton, { cellOf, stateAt, least })] : []),
    {
      heading: 'How reliable the automaton is',
      text: 'Figures measured when the automaton was learned, and how many dialogues reach its states.',
      see: 'Explore, About this automaton',
      columns: ['What', 'Figure'],
      rows: [
        ...(facts?.certainty ?? []).map(({ what, figure }) => [what, figure]),
        [
          `States with fewer than ${FEW} dialogues, whose shares may be due to chance`,
          `${formatCount(states.filter((state) => support[state] < FEW).length)} of ${formatCount(states.length)}`,
        ],
      ],
    },
  ];
  return {
    title,
    summary: summaryOf(dialogueCount, findings),
    findings,
    definitions: DEFINITIONS,
    lines: [
      `${formatAmount(dialogueCount, 'dialogue')}, ${formatPart(stateCount, whole.stateCount, 'state')}, ${formatPart(transitions.length, whole.transitionTargets.length, 'transition')}.`,
      ...about,
    ],
    sections: sections.filter(({ rows }) => rows.length > 0),
  };
}

const MOST_SUMMED_UP = 4;

function summaryOf(dialogues: number, findings: readonly ReportedFinding[]): string {
  const first = findings.filter(({ kind }, at) => findings.findIndex((one) => one.kind === kind) === at);
  const sentences = first.slice(0, MOST_SUMMED_UP).map(({ sentence }) => sentence);
  return [`This report is about ${formatAmount(dialogues, 'dialogue')}.`, ...sentences].join(' ');
}

const DEFINITIONS = [
  ['Dialogue', 'One conversation or support ticket.'],
  ['Move', 'A tag that says what a turn does, such as “asks for details”.'],
  [
    'State',
    'A point that dialogues reach. A state is named after the move that leads to it, unless you renamed it.',
  ],
  ['Transition', 'A step from one state to the next. Its number says how many dialogues take this step.'],
  ['Share', 'The percentage of all dialogues, unless the text says otherwise.'],
  ['End', 'The state in which a dialogue stops.'],
  [
    '95 % interval',
    'The range that contains the true value with 95 % confidence, if these dialogues are a random sample of all dialogues.',
  ],
] as const;

/** With fewer dialogues the interval of a share is wider than a third. */
const FEW = 30;

function roleOf(number: number): string {
  const role = ROLES[number];
  return role ? ROLE_NAMES[role] : '';
}

function pathText(moves: readonly string[]): string {
  if (moves.length <= MOST_MOVES) return moves.join(' → ');
  const half = MOST_MOVES / 2;
  const left = moves.length - MOST_MOVES;
  return [...moves.slice(0, half), `… ${left} more …`, ...moves.slice(-half)].join(' → ');
}

function waitRows(facts: ReportFacts | undefined, stateAt: ReadonlyMap<number, number>, least: number) {
  const waits = facts?.waits;
  if (!waits) return [];
  return Array.from(waits.from, (from, transition) => ({
    from: stateAt.get(from) ?? -1,
    to: stateAt.get(waits.to[transition]) ?? -1,
    dialogues: waits.dialogues[transition],
    median: waits.median[transition],
    p90: waits.p90[transition],
    total: waits.total[transition],
  }))
    .filter(({ from, to, dialogues, total }) => from !== -1 && to !== -1 && dialogues >= least && total > 0)
    .sort((a, b) => b.total - a.total || a.from - b.from || a.to - b.to)
    .slice(0, MOST_ROWS);
}

/** New, removed and most changed states, unless a count is too small to share. */
function changeSection(
  { before, difference, structure }: Since,
  automaton: AutomatonStructure,
  {
    cellOf,
    stateAt,
    least,
  }: {
    readonly cellOf: (state: number) => StateCell;
    readonly stateAt: ReadonlyMap<number, number>;
    readonly least: number;
  },
): Section {
  const told = (count: number): boolean => count === 0 || count >= least;
  const tags = strongestTags(structure);
  const changes = [
    ...difference.gone.map((state) => ({ was: structure.support[state], is: 0, before: state, now: -1 })),
    ...difference.new.map((state) => ({ was: 0, now: stateAt.get(state) ?? -1, before: -1 })),
    ...difference.changed.map(({ before: old, after }) => ({
      was: structure.support[old],
      now: stateAt.get(after) ?? -1,
      before: old,
    })),
  ]
    .map((change) => ({ ...change, is: change.now === -1 ? 0 : automaton.support[change.now] }))
    .filter(
      ({ was, is, now, before: old }) => told(was) && told(is) && was !== is && (now !== -1 || old !== -1),
    )
    .filter(({ now, before: old }) => now !== -1 || difference.gone.includes(old))
    .sort((a, b) => Math.abs(b.is - b.was) - Math.abs(a.is - a.was));
  return {
    heading: 'What changed',
    text: `Since ${before}: ${formatAmount(difference.new.length, 'new state')}, ${formatCount(difference.gone.length)} gone, ${formatCount(difference.changed.length)} with different dialogues or transitions. Transitions: ${formatCount(difference.transitionsNew)} new, ${formatCount(difference.transitionsGone)} gone.`,
    see: 'Explore, the Automaton menu',
    columns: ['State', 'Before', 'Now', 'Difference'],
    rows: changes
      .slice(0, MOST_ROWS)
      .map(({ was, is, now, before: old }) => [
        now === -1 ? `gone: ${tags(old)}` : cellOf(now),
        was,
        is,
        `${is > was ? '+' : '−'}${formatCount(Math.abs(is - was))}`,
      ]),
  };
}

function strongestTags(structure: AutomatonStructure): (state: number) => string {
  const best = new Map<number, { tag: string; support: number }>();
  for (const { to, tag, support } of eachTransition(structure))
    if (support > (best.get(to)?.support ?? 0)) best.set(to, { tag: moveName({ tag }), support });
  return (state) => best.get(state)?.tag ?? String(state);
}
