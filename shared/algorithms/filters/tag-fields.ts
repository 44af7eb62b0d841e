import { type OutcomeChoice, type Role, roleAt } from '../../domain/dialogue.ts';
import type { DialogueField, FieldKind, NamedMove, SequenceTest } from '../../domain/dialogue-filter.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import type { TaggedRows } from '../automaton/corpus/symbol-corpus.ts';
import {
  abandonedDialogues,
  closesMatter,
  type RoundTimes,
  raisesMatter,
} from '../performance/measure-flow.ts';
import { type Activities, activitiesOf, edgeTurns } from '../variants/variants.ts';

/** Collects the values of one field, in the order of dialogues. */
export interface FieldBuilder {
  /** @param dialogue not before that of the call before */
  add(dialogue: number, value: string): void;
  finish(dialogues: number): DialogueField;
}

export function createFieldBuilder(name: string): FieldBuilder {
  const idOf = new Map<string, number>();
  const ends: number[] = [];
  const valueIds: number[] = [];
  return {
    add(dialogue, value) {
      while (ends.length < dialogue) ends.push(valueIds.length);
      const id = idOf.get(value) ?? idOf.size;
      idOf.set(value, id);
      const start = ends[dialogue - 1] ?? 0;
      if (valueIds.indexOf(id, start) === -1) valueIds.push(id);
    },
    finish(dialogues) {
      while (ends.length < dialogues) ends.push(valueIds.length);
      const values = [...idOf.keys()];
      const kind = kindOf(values);
      return {
        name,
        kind,
        values,
        offsets: Int32Array.from([0, ...ends]),
        valueIds: Int32Array.from(valueIds),
      };
    },
  };
}

const DATE = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

function kindOf(values: readonly string[]): FieldKind {
  if (values.length === 0) return 'words';
  if (values.every((value) => value.trim() !== '' && Number.isFinite(Number(value)))) return 'number';
  return values.every((value) => DATE.test(value)) ? 'date' : 'words';
}

export interface TaggedRounds {
  readonly rows: Pick<TaggedRows, 'roundOffsets' | 'roundRoles' | 'tagOffsets' | 'tagIds' | 'tagNames'>;
  /** length = turns; seconds, NaN if no time is known */
  readonly times: () => Float64Array;
  /** The symbols of the graph, which decide where dialogues begin and end, and by which tag. */
  readonly shown?: readonly SymbolInfo[];
}

/**
 * Tests the order of moves in all dialogues.
 * @returns length = dialogues; 1 if it passes
 */
export function passesSequence(test: SequenceTest, { rows, times, shown }: TaggedRounds): Uint8Array {
  const first = carrying(rows, test.move);
  const edges = edgeTurns(rows, shown);
  const edge = test.kind === 'starts' ? edges.first : edges.last;
  const next = test.kind === 'order' ? carrying(rows, test.next) : first;
  const timed = test.kind === 'order' && test.time !== null ? times() : null;
  const passed = new Uint8Array(rows.roundOffsets.length - 1);
  for (let dialogue = 0; dialogue < passed.length; dialogue++) {
    const rounds: number[] = [];
    for (let round = rows.roundOffsets[dialogue]; round < rows.roundOffsets[dialogue + 1]; round++)
      if (rows.tagOffsets[round] < rows.tagOffsets[round + 1]) rounds.push(round);
    if (rounds.length > 0 && holds(test, rounds, edge[dialogue], first, next, timed)) passed[dialogue] = 1;
  }
  return passed;
}

/**
 * @param rounds the tagged turns of a dialogue, at least one
 * @param edge the turn with which it begins or ends
 */
function holds(
  test: SequenceTest,
  rounds: readonly number[],
  edge: number,
  first: Uint8Array,
  next: Uint8Array,
  times: Float64Array | null,
): boolean {
  const isFirst = (at: number): boolean => first[rounds[at]] === 1;
  switch (test.kind) {
    case 'starts':
    case 'ends':
      return first[edge] === 1;
    case 'repeats':
      return rounds.filter((round) => first[round] === 1).length >= test.least;
    case 'returns': {
      let visits = 0;
      for (let at = 0; at < rounds.length; at++) if (isFirst(at) && (at === 0 || !isFirst(at - 1))) visits++;
      return visits > 1;
    }
    case 'order': {
      const from = rounds.findIndex((round) => first[round] === 1);
      if (from === -1) return false;
      if (test.order === 'never') return !rounds.some((round, at) => at > from && next[round] === 1);
      for (let at = from; at < rounds.length; at++) {
        if (!isFirst(at)) continue;
        const after =
          test.order === 'directly'
            ? next[rounds[at + 1] ?? -1] === 1
              ? at + 1
              : -1
            : rounds.findIndex((round, place) => place > at && next[round] === 1);
        if (after === -1) {
          if (test.order === 'later') return false;
          continue;
        }
        if (test.time === null || times === null) return true;
        const seconds = times[rounds[after]] - times[rounds[at]];
        if (test.time.kind === 'within' ? seconds <= test.time.seconds : seconds > test.time.seconds)
          return true;
      }
      return false;
    }
  }
}

function carrying(rows: TaggedRounds['rows'], { role, tag }: NamedMove): Uint8Array {
  const wanted = tag.trim().toLowerCase();
  const isMeant = rows.tagNames.map((name) => name?.toLowerCase() === wanted);
  const carries = new Uint8Array(rows.roundRoles.length);
  for (let round = 0; round < carries.length; round++) {
    if (role !== null && roleAt(rows.roundRoles[round]) !== role) continue;
    for (let at = rows.tagOffsets[round]; at < rows.tagOffsets[round + 1]; at++)
      if (isMeant[rows.tagIds[at]]) carries[round] = 1;
  }
  return carries;
}

export const TAG_FIELDS = ['tags seen', 'outcome', 'abandoned', 'reopened', 'corrected'] as const;

const USER = 1;

interface TagFacts extends Pick<TaggedRounds, 'rows' | 'shown'> {
  /** The times of the turns; null if no times are known. */
  readonly times: Pick<RoundTimes, 'ends'> | null;
  /** The rule for how dialogues ended, if it uses tags; otherwise null. */
  readonly outcome: OutcomeChoice | null;
  readonly isCorrected: (dialogue: number) => boolean;
}

/**
 * Returns the fields that come from tags: the tags, how the dialogue ended, whether it was abandoned or reopened, and
 * whether a person decided on a tag. A dialogue is reopened if the customer raises a request, problem or complaint
 * after a closing turn; the field is empty if nothing was closed.
 */
export function tagFields({ rows, times, outcome, isCorrected, shown }: TagFacts): DialogueField[] {
  const { roundOffsets, roundRoles, tagOffsets, tagIds, tagNames } = rows;
  const dialogues = roundOffsets.length - 1;
  const [seen, ended, abandoned, reopened, corrected] = TAG_FIELDS.map(createFieldBuilder);
  const closesFor = (role: Role) =>
    tagNames.map((name) => name !== undefined && closesMatter({ role, tag: name }));
  const closes = { user: closesFor('user'), system: closesFor('system') };
  const isAbandoned = abandonedDialogues(rows, times);
  const ending = outcome !== null && outcome.kind !== 'tags' ? activitiesOf(rows, shown) : null;
  const raises = tagNames.map((name) => name !== undefined && raisesMatter(name));
  for (let dialogue = 0; dialogue < dialogues; dialogue++) {
    const found = new Set<number>();
    let last = -1;
    let isAnswered = false;
    let isClosed = false;
    let isReopened = false;
    for (let round = roundOffsets[dialogue]; round < roundOffsets[dialogue + 1]; round++) {
      const [from, to] = [tagOffsets[round], tagOffsets[round + 1]];
      if (from === to) continue;
      last = tagIds[from];
      const isUser = roundRoles[round] === USER;
      let isRaising = false;
      // A customer's thanks closes nothing if it comes with something else.
      let isClosing = isUser && closes.user[last];
      for (let at = from; at < to; at++) {
        found.add(tagIds[at]);
        if (isUser && raises[tagIds[at]]) isRaising = true;
        if (!isUser && closes.system[tagIds[at]]) isClosing = true;
      }
      if (isRaising && isClosed) isReopened = true;
      // Thanks before any answer, or with a request, closes nothing.
      if (isClosing && !isRaising && (!isUser || isAnswered)) isClosed = true;
      if (!isUser) isAnswered = true;
    }
    for (const tag of found) seen.add(dialogue, tagNames[tag] ?? '');
    const end = outcome?.kind === 'tags' ? oneOf(outcome.tags, found, tagNames) : lastOf(ending, dialogue);
    if (end !== null) ended.add(dialogue, end);
    if (last !== -1) abandoned.add(dialogue, isAbandoned[dialogue] === 1 ? 'yes' : 'no');
    if (isClosed) reopened.add(dialogue, isReopened ? 'yes' : 'no');
    corrected.add(dialogue, isCorrected(dialogue) ? 'yes' : 'no');
  }
  return [seen, ended, abandoned, reopened, corrected]
    .map((builder) => builder.finish(dialogues))
    .filter(({ valueIds }) => valueIds.length > 0);
}

function oneOf(
  wanted: readonly string[],
  found: ReadonlySet<number>,
  tagNames: readonly (string | undefined)[],
): string {
  const names = new Set(Array.from(found, (tag) => tagNames[tag]));
  return wanted.find((tag) => names.has(tag)) ?? 'none of these';
}

function lastOf(activities: Activities | null, dialogue: number): string | null {
  if (activities === null) return null;
  const { symbols, offsets, steps } = activities;
  const end = offsets[dialogue + 1];
  return end === offsets[dialogue] ? null : symbols[steps[end - 1]].tag;
}
