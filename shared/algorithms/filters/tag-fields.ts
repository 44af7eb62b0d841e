import { type OutcomeChoice, type Role, roleAt } from '../../domain/dialogue.ts';
import type { DialogueField, FieldKind, NamedMove, SequenceTest } from '../../domain/dialogue-filter.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import type { TaggedRows } from '../automaton/corpus/symbol-corpus.ts';
import {
  abandonedDialogues,
  closesMatter,
  raisesMatter,
  type TurnTimes,
} from '../performance/measure-flow.ts';
import { type Activities, activitiesOf, edgeTurns } from '../variants/variants.ts';

export type FieldBuilder = ReturnType<typeof createFieldBuilder>;

export function createFieldBuilder(name: string) {
  const idOf = new Map<string, number>();
  const ends: number[] = [];
  const valueIds: number[] = [];
  return {
    add(dialogue: number, value: string) {
      while (ends.length < dialogue) ends.push(valueIds.length);
      const id = idOf.get(value) ?? idOf.size;
      idOf.set(value, id);
      const start = ends[dialogue - 1] ?? 0;
      if (valueIds.indexOf(id, start) === -1) valueIds.push(id);
    },
    finish(dialogues: number) {
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

export interface TaggedTurns {
  readonly rows: Pick<TaggedRows, 'turnOffsets' | 'turnRoles' | 'tagOffsets' | 'tagIds' | 'tagNames'>;
  /** length = turns; seconds, NaN if no time is known */
  readonly times: () => Float64Array;
  readonly shown?: readonly SymbolInfo[];
}

/** Length = dialogues; 1 if the dialogue passes. */
export function passesSequence(test: SequenceTest, { rows, times, shown }: TaggedTurns): Uint8Array {
  const first = carrying(rows, test.move);
  const edges = edgeTurns(rows, shown);
  const edge = test.kind === 'starts' ? edges.first : edges.last;
  const next = test.kind === 'order' ? carrying(rows, test.next) : first;
  const timed = test.kind === 'order' && test.time !== null ? times() : null;
  const passed = new Uint8Array(rows.turnOffsets.length - 1);
  for (let dialogue = 0; dialogue < passed.length; dialogue++) {
    const turns: number[] = [];
    for (let turn = rows.turnOffsets[dialogue]; turn < rows.turnOffsets[dialogue + 1]; turn++)
      if (rows.tagOffsets[turn] < rows.tagOffsets[turn + 1]) turns.push(turn);
    if (turns.length > 0 && holds(test, turns, edge[dialogue], first, next, timed)) passed[dialogue] = 1;
  }
  return passed;
}

function holds(
  test: SequenceTest,
  turns: readonly number[],
  edge: number,
  first: Uint8Array,
  next: Uint8Array,
  times: Float64Array | null,
): boolean {
  const isFirst = (at: number): boolean => first[turns[at]] === 1;
  switch (test.kind) {
    case 'starts':
    case 'ends':
      return first[edge] === 1;
    case 'repeats':
      return turns.filter((turn) => first[turn] === 1).length >= test.least;
    case 'returns': {
      let visits = 0;
      for (let at = 0; at < turns.length; at++) if (isFirst(at) && (at === 0 || !isFirst(at - 1))) visits++;
      return visits > 1;
    }
    case 'order': {
      const from = turns.findIndex((turn) => first[turn] === 1);
      if (from === -1) return false;
      if (test.order === 'never') return !turns.some((turn, at) => at > from && next[turn] === 1);
      for (let at = from; at < turns.length; at++) {
        if (!isFirst(at)) continue;
        const after =
          test.order === 'directly'
            ? next[turns[at + 1] ?? -1] === 1
              ? at + 1
              : -1
            : turns.findIndex((turn, place) => place > at && next[turn] === 1);
        if (after === -1) {
          if (test.order === 'later') return false;
          continue;
        }
        if (test.time === null || times === null) return true;
        const seconds = times[turns[after]] - times[turns[at]];
        if (test.time.kind === 'within' ? seconds <= test.time.seconds : seconds > test.time.seconds)
          return true;
      }
      return false;
    }
  }
}

function carrying(rows: TaggedTurns['rows'], { role, tag }: NamedMove): Uint8Array {
  const wanted = tag.trim().toLowerCase();
  const isMeant = rows.tagNames.map((name) => name?.toLowerCase() === wanted);
  const carries = new Uint8Array(rows.turnRoles.length);
  for (let turn = 0; turn < carries.length; turn++) {
    if (role !== null && roleAt(rows.turnRoles[turn]) !== role) continue;
    for (let at = rows.tagOffsets[turn]; at < rows.tagOffsets[turn + 1]; at++)
      if (isMeant[rows.tagIds[at]]) carries[turn] = 1;
  }
  return carries;
}

export const TAG_FIELDS = ['tags seen', 'outcome', 'abandoned', 'reopened', 'corrected'] as const;

const USER = 1;

interface TagFacts extends Pick<TaggedTurns, 'rows' | 'shown'> {
  readonly times: Pick<TurnTimes, 'ends'> | null;
  readonly outcome: OutcomeChoice | null;
  readonly isCorrected: (dialogue: number) => boolean;
}

/**
 * Returns the fields that come from tags. A dialogue is reopened if the customer raises something after a closing turn;
 * the field is empty if nothing was closed.
 */
export function tagFields({ rows, times, outcome, isCorrected, shown }: TagFacts): DialogueField[] {
  const { turnOffsets, turnRoles, tagOffsets, tagIds, tagNames } = rows;
  const dialogues = turnOffsets.length - 1;
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
    for (let turn = turnOffsets[dialogue]; turn < turnOffsets[dialogue + 1]; turn++) {
      const [from, to] = [tagOffsets[turn], tagOffsets[turn + 1]];
      if (from === to) continue;
      last = tagIds[from];
      const isUser = turnRoles[turn] === USER;
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
