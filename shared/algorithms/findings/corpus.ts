import { ROLE_NAMES, ROLES, type Role, roleAt } from '../../domain/dialogue.ts';
import type { DialogueField } from '../../domain/dialogue-filter.ts';
import { formatAmount, formatPart, formatShare } from '../../domain/figure-text.ts';
import type { Finding, SentencePart } from '../../domain/finding.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import type { TaggedRows } from '../automaton/corpus/symbol-corpus.ts';
import { OTHER_LANGUAGE } from '../moves/moves-model.ts';
import { OTHER_TAG } from '../overview/one-symbol.ts';
import type { TurnTimes } from '../performance/measure-flow.ts';
import { type Activities, activitiesOf, type EdgeTurns, edgeTurns } from '../variants/variants.ts';

export const sentence = (...parts: (string | SentencePart | readonly SentencePart[])[]): SentencePart[] =>
  parts.flatMap((part) => (typeof part === 'string' ? { text: part } : part));

export const strong = (text: string): SentencePart => ({ text, strong: true });

export const percent = (share: number): string =>
  formatShare(share, { rough: share < 0.995 || share > 0.999 });

/** "95 % interval 25–30 %". A narrow interval has decimals: "95 % interval 97.1–97.4 %" */
export const shareInterval = ({ low, high }: { readonly low: number; readonly high: number }): string => {
  const digits = high - low < 0.02 ? 1 : 0;
  return `95 % interval ${(100 * low).toFixed(digits)}–${(100 * high).toFixed(digits)} %`;
};

export const pointsText = (difference: number, low: number, high: number): string => {
  const signed = (share: number): string => {
    const points = Math.round(100 * share);
    return points < 0 ? `−${-points}` : String(points);
  };
  return `${difference > 0 ? '+' : ''}${signed(difference)} points (95 % interval ${signed(low)} to ${signed(high)})`;
};

export const partText = (count: number, n: number): string => formatPart(count, n, 'dialogue');

/** "285 of 293 dialogues with tags", if some dialogues have no tags */
export const taggedText = ({ tagged, taken }: FindingsCorpus, count: number): string =>
  `${partText(count, tagged.length)}${tagged.length < taken.length ? ' with tags' : ''}`;

export const dialoguesText = (count: number): string => formatAmount(count, 'dialogue');

/** From one turn of a dialogue to another, both included; −1 is the start, and `AT_END` is only the end. */
export type Span = readonly [from: number, to: number];
const DIALOGUE_END = Number.POSITIVE_INFINITY;
export const AT_END: Span = [DIALOGUE_END, DIALOGUE_END];

export interface Evidence {
  readonly dialogues: readonly number[];
  spansOf(dialogue: number): readonly Span[];
}

/** A finding with its evidence and its weight among others: effect times certainty, 0 … 1. */
export interface RankedFinding extends Finding {
  readonly evidence: Evidence;
  readonly weight: number;
}

export interface LitPaths {
  readonly pathOffsets: Int32Array;
  readonly pathStates: Int32Array;
  readonly pathTurns: Int32Array;
  indexOf(dialogue: number): number | undefined;
}

interface Highlight {
  readonly states: readonly number[];
  readonly transitions: readonly { readonly from: number; readonly to: number }[];
  readonly ends: readonly number[];
}

/** The most states to highlight. More would be most of the graph. */
const MOST_STATES = 8;
/** States are left out if they have a smaller share of the most common state's dialogues. */
const LEAST_SHARE = 0.1;

/**
 * Returns the states that dialogues visit in the turns of their evidence, most common first, with their transitions.
 */
export function litBy({ dialogues, spansOf }: Evidence, paths: LitPaths): Highlight {
  const states = new Map<number, number>();
  const transitions = new Map<string, { from: number; to: number; count: number }>();
  const ends = new Map<number, number>();
  for (const dialogue of dialogues) {
    const index = paths.indexOf(dialogue);
    if (index === undefined) continue;
    const spans = spansOf(dialogue);
    const seen = new Set<number | string>();
    const isIn = (one: number): boolean =>
      spans.length === 0 || spans.some(([from, to]) => one >= from && one <= to);
    let before = 0;
    let isBeforeIn = isIn(-1);
    for (let at = paths.pathOffsets[index]; at < paths.pathOffsets[index + 1]; at++) {
      const [state, turn] = [paths.pathStates[at], paths.pathTurns[at]];
      const isTurnIn = isIn(turn);
      if (isTurnIn && !seen.has(state)) {
        seen.add(state);
        states.set(state, (states.get(state) ?? 0) + 1);
      }
      const key = `${before} ${state}`;
      if (isTurnIn && isBeforeIn && !seen.has(key)) {
        seen.add(key);
        const transition = transitions.get(key) ?? { from: before, to: state, count: 0 };
        transition.count++;
        transitions.set(key, transition);
      }
      before = state;
      isBeforeIn = isTurnIn;
    }
    if (isBeforeIn && isIn(DIALOGUE_END)) ends.set(before, (ends.get(before) ?? 0) + 1);
  }
  const most = Math.max(0, ...states.values());
  const kept = [...states]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .filter(([, count]) => count >= LEAST_SHARE * most)
    .slice(0, MOST_STATES)
    .map(([state]) => state);
  const isKept = new Set([0, ...kept]);
  return {
    states: kept,
    transitions: [...transitions.values()]
      .filter(({ from, to, count }) => isKept.has(from) && isKept.has(to) && count >= LEAST_SHARE * most)
      .sort((a, b) => a.from - b.from || a.to - b.to)
      .map(({ from, to }) => ({ from, to })),
    ends: kept.filter((state) => (ends.get(state) ?? 0) >= LEAST_SHARE * most),
  };
}

export interface FindingsSubject {
  readonly rows: TaggedRows;
  readonly shown?: readonly SymbolInfo[];
  readonly fields: readonly DialogueField[];
  readonly times: TurnTimes | null;
  readonly isTaken: (dialogue: number) => boolean;
}

interface Wait {
  readonly dialogue: number;
  /** Index of the customer's turn, from 0. The answer is the next one. */
  readonly turn: number;
  readonly move: number;
  readonly seconds: number;
}

export interface FindingsCorpus extends FindingsSubject {
  readonly activities: Activities;
  readonly edges: EdgeTurns;
  readonly taken: readonly number[];
  readonly tagged: readonly number[];
  /** length = all dialogues; 1 abandoned, 0 not, −1 unknown: without a move, or agents are missing from most */
  readonly abandoned: Int8Array;
  /** length = all dialogues; 1 reopened, 0 not, −1 if nothing was closed */
  readonly reopened: Int8Array;
  readonly waits: readonly Wait[];
  turnsOf(dialogue: number): number;
  roleOf(dialogue: number, turn: number): Role;
  fieldNamed(name: string): DialogueField | undefined;
}

export const LEAST_DIALOGUES = 30;

export function createCorpus(subject: FindingsSubject): FindingsCorpus {
  const { rows, fields, times, isTaken } = subject;
  const activities = activitiesOf(rows, subject.shown, true);
  const { offsets } = activities;
  const all = rows.keys.length;
  const taken = Array.from({ length: all }, (_, dialogue) => dialogue).filter(isTaken);
  const fieldNamed = (name: string) => fields.find((field) => field.name === name);
  /** 1 = yes, 0 = no, -1 = no value. */
  const answersOf = (name: string): Int8Array => {
    const answers = new Int8Array(all).fill(-1);
    const field = fieldNamed(name);
    for (let dialogue = 0; field && dialogue < all; dialogue++)
      for (let at = field.offsets[dialogue]; at < field.offsets[dialogue + 1]; at++)
        answers[dialogue] = field.values[field.valueIds[at]] === 'yes' ? 1 : 0;
    return answers;
  };
  return {
    ...subject,
    activities,
    edges: edgeTurns(rows, subject.shown),
    taken,
    tagged: taken.filter((dialogue) => offsets[dialogue] < offsets[dialogue + 1]),
    // If agents are missing from most dialogues, their silence says nothing.
    abandoned:
      taken.filter((dialogue) => speaks(rows, dialogue, 'system')).length < taken.length / 2
        ? new Int8Array(all).fill(-1)
        : answersOf('abandoned'),
    reopened: answersOf('reopened'),
    waits: times === null ? [] : waitsOf(taken, rows, times, activities),
    turnsOf: (dialogue) => rows.turnOffsets[dialogue + 1] - rows.turnOffsets[dialogue],
    roleOf: (dialogue, turn) => roleAt(rows.turnRoles[rows.turnOffsets[dialogue] + turn]),
    fieldNamed,
  };
}

export function speaks({ turnOffsets, turnRoles }: TaggedRows, dialogue: number, role: Role): boolean {
  for (let turn = turnOffsets[dialogue]; turn < turnOffsets[dialogue + 1]; turn++)
    if (roleAt(turnRoles[turn]) === role) return true;
  return false;
}

/** Returns waits from a customer's last words to the agent's next turn. Turns with unknown or decreasing times are skipped. */
function waitsOf(
  taken: readonly number[],
  { turnOffsets, turnRoles }: TaggedRows,
  times: TurnTimes,
  { offsets, steps, turns }: Activities,
): Wait[] {
  const waits: Wait[] = [];
  for (const dialogue of taken) {
    const [first, base] = [turnOffsets[dialogue], times.offsets[dialogue]];
    let step = offsets[dialogue];
    for (let turn = 0; first + turn + 1 < turnOffsets[dialogue + 1]; turn++) {
      while (step < offsets[dialogue + 1] && turns[step] < turn) step++;
      if (roleAt(turnRoles[first + turn]) !== 'user' || roleAt(turnRoles[first + turn + 1]) !== 'system')
        continue;
      const seconds = times.starts[base + turn + 1] - times.ends[base + turn];
      if (!(seconds >= 0)) continue;
      const isTagged = step < offsets[dialogue + 1] && turns[step] === turn;
      waits.push({ dialogue, turn, move: isTagged ? steps[step] : -1, seconds });
    }
  }
  return waits;
}

export const isNamed = ({ activities: { symbols } }: FindingsCorpus, symbol: number): boolean =>
  symbol >= 0 && symbols[symbol].tag !== OTHER_TAG && symbols[symbol].tag !== OTHER_LANGUAGE;

/** Returns true if the tagger could not read one of the turns, so that moves are unknown. */
export const isInOtherLanguage = (corpus: FindingsCorpus, dialogue: number): boolean =>
  movesOf(corpus, dialogue).some((step) => corpus.activities.symbols[step].tag === OTHER_LANGUAGE);

export const movesOf = ({ activities: { offsets, steps } }: FindingsCorpus, dialogue: number): Int32Array =>
  steps.subarray(offsets[dialogue], offsets[dialogue + 1]);

/** Returns the first or last move as on the graph; −1 if that turn has no tag. */
export function edgeMove(corpus: FindingsCorpus, dialogue: number, edge: 'begins' | 'ends'): number {
  const { activities, edges, rows } = corpus;
  const { offsets, turns, steps } = activities;
  if (offsets[dialogue] === offsets[dialogue + 1]) return -1;
  const at = edge === 'begins' ? offsets[dialogue] : offsets[dialogue + 1] - 1;
  const turn = (edge === 'begins' ? edges.first : edges.last)[dialogue];
  return rows.turnOffsets[dialogue] + turns[at] === turn ? steps[at] : -1;
}

/** Returns, for example, ", not counting agent turns, which have no tags"; empty if both speakers have tags. */
export function passedOver({ taken, rows, activities }: FindingsCorpus): string {
  const silent = ROLES.find(
    (role) =>
      activities.symbols.every((symbol) => symbol.role !== role) &&
      taken.some((dialogue) => speaks(rows, dialogue, role)),
  );
  return silent ? `, not counting ${ROLE_NAMES[silent]} turns, which have no tags` : '';
}

export const turnOfMove = (
  { activities: { offsets, turns } }: FindingsCorpus,
  dialogue: number,
  at: number,
): number => turns[offsets[dialogue] + at];
