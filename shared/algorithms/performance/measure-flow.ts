import type { Automaton } from '../../domain/automaton.ts';
import { roleAt } from '../../domain/dialogue.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import type { TaggedRows } from '../automaton/corpus/symbol-corpus.ts';
import { isFromStart } from '../automaton/reading/visits.ts';
import { quantile } from '../metrics/bootstrap.ts';

export type Waits = 'customer' | 'agent' | 'both';

export interface FlowSubject {
  readonly isTaken: (dialogue: number) => boolean;
  readonly times: TurnTimes | null;
  readonly waits: Waits;
  /** length = dialogues; index of the last tagged turn, -1 for none */
  readonly lastTurns: Int32Array;
  readonly isAbandoned: (dialogue: number) => boolean;
  /** length = dialogues; 1 for a good outcome, 0 for another, -1 if unknown. Null if nobody defined a good outcome. */
  readonly outcomes: Int8Array | null;
  /** length = dialogues; NaN if missing. Null if not requested. */
  readonly numbers: Float64Array | null;
}

/** Seconds since an arbitrary moment, turn by turn; NaN if unknown. Turn r of dialogue d is at `offsets[d] + r`. */
export interface TurnTimes {
  readonly offsets: Int32Array;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
}

interface PlaceFigures {
  readonly dialogues: Int32Array;
  readonly visits: Int32Array;
  /** Seconds. */
  readonly median: Float64Array;
  readonly p90: Float64Array;
  readonly total: Float64Array;
  /** Share of good outcomes among the known ones. */
  readonly good: Float64Array;
  readonly mean: Float64Array;
  /** Dialogues through the place that are abandoned, here or later. */
  readonly dropped: Int32Array;
  /** Mean number of tagged turns of the dialogues through here, and the median of their duration in seconds. */
  readonly turns: Float64Array;
  readonly duration: Float64Array;
}

export interface FlowFigures {
  readonly dialogues: number;
  readonly states: PlaceFigures & {
    readonly ends: Int32Array;
    readonly dropOffs: Int32Array;
  };
  readonly transitions: PlaceFigures & {
    readonly from: Int32Array;
    readonly to: Int32Array;
    /** Share of the visits to the state, including visits that end there. */
    readonly exits: Float64Array;
  };
}

export function measureFlow(automaton: Automaton, subject: FlowSubject): FlowFigures {
  const { stateCount, dialogueCount, pathOffsets, pathStates, pathTurns } = automaton;
  const { isTaken, times, lastTurns, isAbandoned } = subject;
  const isTimed = timedVisits(automaton, subject.waits);
  // A main path ends before its dialogues do, but all of them count as ended.
  const allEnd = automaton.ends.reduce((sum, count) => sum + count, 0) === dialogueCount;
  const transitionOf = new Map<number, number>();
  const from: number[] = [];
  const to: number[] = [];
  // By visit: its transition, and the wait from its turn to the next one.
  const taken = new Int32Array(pathStates.length).fill(-1);
  const waitSeconds = new Float64Array(pathStates.length).fill(Number.NaN);
  const ends = new Int32Array(stateCount);
  const dropOffs = new Int32Array(stateCount);
  const isDropped = new Uint8Array(dialogueCount);
  const durations = new Float64Array(dialogueCount).fill(Number.NaN);
  let dialogues = 0;

  for (let dialogue = 0; dialogue < dialogueCount; dialogue++) {
    if (!isTaken(dialogue)) continue;
    dialogues++;
    const last = pathOffsets[dialogue + 1] - 1;
    const base = times?.offsets[dialogue] ?? 0;
    if (times) durations[dialogue] = durationOf(times, dialogue);
    let state = 0;
    for (let visit = pathOffsets[dialogue]; visit <= last; visit++) {
      const next = pathStates[visit];
      if (state !== 0 || isFromStart(automaton, dialogue)) {
        const key = state * stateCount + next;
        let transition = transitionOf.get(key);
        if (transition === undefined) {
          transition = from.push(state) - 1;
          to.push(next);
          transitionOf.set(key, transition);
        }
        taken[visit] = transition;
      }
      const turn = base + pathTurns[visit];
      if (times && turn + 1 < times.offsets[dialogue + 1] && isTimed(visit, visit === last)) {
        const wait = times.starts[turn + 1] - times.ends[turn];
        if (wait >= 0) waitSeconds[visit] = wait;
      }
      state = next;
    }
    if (last < pathOffsets[dialogue] || automaton.ends[state] === 0) continue;
    const isWhole = pathTurns[last] >= lastTurns[dialogue];
    if (!isWhole && !allEnd) continue;
    ends[state]++;
    if (!isWhole || !isAbandoned(dialogue)) continue;
    dropOffs[state]++;
    isDropped[dialogue] = 1;
  }

  const about = { ...subject, automaton, isDropped, durations };
  const stateFigures = measurePlaces(
    stateCount,
    about,
    (visit) => pathStates[visit],
    (visit) => waitSeconds[visit],
  );
  stateFigures.dialogues[0] = dialogues;
  const transitionFigures = measurePlaces(
    from.length,
    about,
    (visit) => taken[visit],
    // The wait begins at the transition's source state. It does not count if the path skips the next turn.
    (visit, isFirst) =>
      !isFirst && pathTurns[visit] === pathTurns[visit - 1] + 1 ? waitSeconds[visit - 1] : Number.NaN,
  );
  const visitsOf = Int32Array.from(ends);
  transitionFigures.visits.forEach((visits, transition) => {
    visitsOf[from[transition]] += visits;
  });
  // Every dialogue begins at the start, even if the graph shows none of its turns.
  visitsOf[0] = dialogues;
  return {
    dialogues,
    states: { ...stateFigures, ends, dropOffs },
    transitions: {
      ...transitionFigures,
      from: Int32Array.from(from),
      to: Int32Array.from(to),
      exits: Float64Array.from(
        transitionFigures.visits,
        (visits, transition) => visits / visitsOf[from[transition]],
      ),
    },
  };
}

function timedVisits({ symbols, pathTurns, pathSymbols }: Automaton, waits: Waits) {
  const speaker = (visit: number) => symbols[pathSymbols[visit]].role;
  const waiting = waits === 'customer' ? 'user' : 'system';
  return (visit: number, isLast: boolean): boolean => {
    const isNextKnown = !isLast && pathTurns[visit + 1] <= pathTurns[visit] + 1;
    // Several tags of one turn are several visits.
    if (isNextKnown && pathTurns[visit + 1] === pathTurns[visit]) return false;
    if (waits === 'both') return true;
    return speaker(visit) === waiting && !(isNextKnown && speaker(visit + 1) === waiting);
  };
}

interface MeasuredFlow extends FlowSubject {
  readonly automaton: Automaton;
  readonly isDropped: Uint8Array;
  readonly durations: Float64Array;
}

/** Measures each place. `placeOf` returns −1 for no place, `waitOf` returns seconds, or NaN for none. */
function measurePlaces(
  count: number,
  { automaton, isTaken, outcomes, numbers, lastTurns, isDropped, durations }: MeasuredFlow,
  placeOf: (visit: number) => number,
  waitOf: (visit: number, isFirst: boolean) => number,
): PlaceFigures {
  const { dialogueCount, pathOffsets } = automaton;
  const dialogues = new Int32Array(count);
  const visits = new Int32Array(count);
  const dropped = new Int32Array(count);
  const turns = createMeans(count);
  const good = createMeans(count);
  const mean = createMeans(count);
  const seconds = createSamples(count);
  const lasted = createSamples(count);
  const lastSeen = new Int32Array(count).fill(-1);
  for (let dialogue = 0; dialogue < dialogueCount; dialogue++) {
    if (!isTaken(dialogue)) continue;
    for (let visit = pathOffsets[dialogue]; visit < pathOffsets[dialogue + 1]; visit++) {
      const place = placeOf(visit);
      if (place === -1) continue;
      visits[place]++;
      const wait = waitOf(visit, visit === pathOffsets[dialogue]);
      if (wait >= 0) seconds.add(place, wait);
      if (lastSeen[place] === dialogue) continue;
      lastSeen[place] = dialogue;
      dialogues[place]++;
      dropped[place] += isDropped[dialogue];
      turns.add(place, lastTurns[dialogue] + 1);
      if (outcomes && outcomes[dialogue] >= 0) good.add(place, outcomes[dialogue]);
      if (numbers) mean.add(place, numbers[dialogue]);
      if (durations[dialogue] >= 0) lasted.add(place, durations[dialogue]);
    }
  }
  const waited = seconds.finish([0.5, 0.9]);
  return {
    dialogues,
    visits,
    dropped,
    median: waited.quantiles[0],
    p90: waited.quantiles[1],
    total: waited.totals,
    good: good.finish(),
    mean: mean.finish(),
    turns: turns.finish(),
    duration: lasted.finish([0.5]).quantiles[0],
  };
}

function durationOf({ offsets, starts, ends }: TurnTimes, dialogue: number): number {
  let first = Number.NaN;
  let last = Number.NaN;
  for (let turn = offsets[dialogue]; turn < offsets[dialogue + 1]; turn++) {
    if (!(starts[turn] >= first)) first = Number.isNaN(starts[turn]) ? first : starts[turn];
    if (!(ends[turn] <= last)) last = Number.isNaN(ends[turn]) ? last : ends[turn];
  }
  return last - first;
}

function createMeans(count: number) {
  const sums = new Float64Array(count);
  const counts = new Int32Array(count);
  return {
    add(place: number, value: number): void {
      if (Number.isNaN(value)) return;
      sums[place] += value;
      counts[place]++;
    },
    finish: (): Float64Array => sums.map((sum, place) => sum / counts[place]),
  };
}

function createSamples(count: number) {
  const places: number[] = [];
  const values: number[] = [];
  return {
    add(place: number, value: number): void {
      places.push(place);
      values.push(value);
    },
    finish(shares: readonly number[]): { readonly quantiles: Float64Array[]; readonly totals: Float64Array } {
      const offsets = new Int32Array(count + 1);
      for (const place of places) offsets[place + 1]++;
      for (let place = 0; place < count; place++) offsets[place + 1] += offsets[place];
      const next = offsets.slice(0, count);
      const sorted = new Float64Array(values.length);
      for (const [at, place] of places.entries()) sorted[next[place]++] = values[at];
      const totals = new Float64Array(count).fill(Number.NaN);
      const quantiles = shares.map(() => new Float64Array(count).fill(Number.NaN));
      for (let place = 0; place < count; place++) {
        const own = sorted.subarray(offsets[place], offsets[place + 1]);
        if (own.length === 0) continue;
        own.sort();
        totals[place] = own.reduce((sum, value) => sum + value, 0);
        for (const [at, share] of shares.entries()) quantiles[at][place] = quantile(own, share)!;
      }
      return { quantiles, totals };
    },
  };
}

const RAISES =
  /^(ask|request|inquire|enquire|inform-intent|chase|report|complain|still|want|need|order|cancel|change)/;
/** The customer still wants something, even in the only turn. */
const STILL_WANTS = /^(ask|request|inquire|enquire|chase|report|still|want|need|order|cancel|change)/;
/** The customer still waits after these tags if the customer spoke before. */
const STILL_WAITS =
  /^(complain|gives?-details|inform|answer|provide|say-tried|say-unsure|has-tried|is-unsure)/;
const AGENT_WANTS = /^(ask|request|inquire|enquire|checks?-facts|check-details)/;
/** Questions that need no reply here: "anything else?", "please write privately", "bear with us". */
const NEEDS_NO_REPLY =
  /private|direct-message|\bdm\b|anything-else|more-help|req-?more|to-wait|patience|refer|rate/;

const wholeWords = (words: string): RegExp => new RegExp(`(^|[^a-z])(${words})($|[^a-z])`);
const CLOSES = wholeWords(
  'good-?bye|bye|farewell|clos(e|es|ed|ing)|(re)?solved|(re)?solution|end-(call|chat|conversation|dialogue)',
);
const NOT_SOLVED = /(^|[^a-z])(not-|un)(re)?solved/;
const CLOSES_FOR_CUSTOMER = wholeWords('thanks?|thank-?you');
const CLOSES_FOR_AGENT = wholeWords('you-?a?re-welcome');

const plain = (tag: string): string => tag.toLowerCase().replaceAll(/[_ ]/g, '-');

export const raisesMatter = (tag: string): boolean => RAISES.test(plain(tag));

/** Returns true for a closing turn. An agent's thanks close nothing, because agents thank for waiting. */
export function closesMatter({ role, tag }: SymbolInfo): boolean {
  const name = plain(tag);
  if (NOT_SOLVED.test(name)) return false;
  if (CLOSES.test(name)) return true;
  return role === 'user' ? CLOSES_FOR_CUSTOMER.test(name) : CLOSES_FOR_AGENT.test(name) || name === 'welcome';
}

const OFFERS_MORE = /anything-else|more-help|req-?more/;

export const endsMatter = (move: SymbolInfo): boolean =>
  closesMatter(move) || OFFERS_MORE.test(plain(move.tag));

/** In the support tickets, 90 % of the customers who reply do so within a day. */
const HOURS_UNTIL_ABANDONED = 24;
const SECONDS_OF_AN_HOUR = 3600;

type TaggedEnds = Pick<TaggedRows, 'turnOffsets' | 'turnRoles' | 'tagOffsets' | 'tagIds' | 'tagNames'>;

/**
 * Finds abandoned dialogues by the main tag of the last turn: an unanswered wish, or an agent's unanswered question.
 * Dialogues that are less than a day older than the newest message do not count.
 */
export function abandonedDialogues(
  { turnOffsets, turnRoles, tagOffsets, tagIds, tagNames }: TaggedEnds,
  times: Pick<TurnTimes, 'ends'> | null,
): Uint8Array {
  const names = tagNames.map((name) => plain(name ?? ''));
  let newest = Number.NEGATIVE_INFINITY;
  for (const end of times?.ends ?? []) if (end > newest) newest = end;
  const isAbandoned = new Uint8Array(turnOffsets.length - 1);
  for (let dialogue = 0; dialogue < isAbandoned.length; dialogue++) {
    const first = turnOffsets[dialogue]!;
    const last = turnOffsets[dialogue + 1]! - 1;
    if (last < first) continue;
    const tags = Array.from(tagIds.subarray(tagOffsets[last], tagOffsets[last + 1]), (id) => names[id]!);
    const [main] = tags;
    if (main === undefined) continue;
    if (times && newest - times.ends[last]! < HOURS_UNTIL_ABANDONED * SECONDS_OF_AN_HOUR) continue;
    const role = roleAt(turnRoles[last]!);
    const spokeBefore = turnRoles.subarray(first, last).includes(turnRoles[last]!);
    const isOpen =
      role === 'user'
        ? STILL_WANTS.test(main) || (spokeBefore && STILL_WAITS.test(main))
        : AGENT_WANTS.test(main) && !tags.some((tag) => NEEDS_NO_REPLY.test(tag));
    if (isOpen) isAbandoned[dialogue] = 1;
  }
  return isAbandoned;
}
