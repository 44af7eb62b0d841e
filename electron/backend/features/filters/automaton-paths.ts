import { isFromStart, trackDialogues } from '#shared/algorithms/automaton/reading/visits.ts';
import { automatonFromParts } from '#shared/algorithms/automaton/written/serialise.ts';
import type { TaggedTurns } from '#shared/algorithms/filters/tag-fields.ts';
import { contextFromParts, type TrackedContext } from '#shared/algorithms/retrieval/context/context-parts.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Automaton } from '#shared/domain/automaton.ts';
import type { PathTest } from '#shared/domain/dialogue-filter.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { turnTimes } from '../../store/corpus/dialogue-fields.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { loadAutomaton } from '../../store/runs/automaton-table.ts';
import { findRun, IMPORTED_AUTOMATON, latestRun } from '../../store/runs/run-table.ts';
import { shownSymbols } from '../../store/runs/shown-symbols.ts';
import type { StoredTaggedRows } from '../../store/tags/learning-rows.ts';
import { residentRowsOf } from '../../store/tags/resident-rows.ts';

export interface ProjectTurns extends TaggedTurns {
  readonly rows: StoredTaggedRows;
  readonly dialogueIds: Int32Array;
  /** One entry per turn: its id in the project. */
  readonly turnIds: Int32Array;
  /** Returns the index of a dialogue's last tagged turn, from 0; -1 if no turn has a tag. */
  lastTaggedTurn(dialogue: DialogueId): number;
}

/** Returns the tagged turns. They are read once per connection; after that, only changes by edits are read. */
export function taggedTurns(
  database: ReadDatabase,
  tags: { readonly id: RunId; readonly tagger: string },
): ProjectTurns {
  const { whole } = residentRowsOf(database, tags.id, tags.tagger).now(database);
  const { dialogueIds, turnIds, turnOffsets, tagOffsets } = whole;
  let places: Map<number, number> | null = null;
  return {
    rows: whole,
    shown: shownSymbols(database, tags.id).symbols,
    dialogueIds,
    turnIds,
    times: () =>
      turnTimes(database, dialogueIds)?.starts ?? new Float64Array(turnIds.length).fill(Number.NaN),
    lastTaggedTurn(dialogue) {
      places ??= new Map(Array.from(dialogueIds, (id, place) => [id, place]));
      const place = places.get(dialogue);
      if (place === undefined) return -1;
      const first = turnOffsets[place]!;
      let turn = turnOffsets[place + 1]! - 1;
      while (turn >= first && tagOffsets[turn] === tagOffsets[turn + 1]) turn--;
      return turn - first;
    },
  };
}

interface AutomatonPaths {
  readonly states: number;
  readonly dialogueIds: Int32Array;
  atState(state: number): Int32Array | readonly number[];
  onEdge(from: number, to: number): Int32Array | readonly number[];
  ends(): Int32Array;
  /** Returns the dialogues that leave the automaton at this state: their path ends here, but more turns follow. */
  leavingAt(state: number, turnsOf: (dialogue: DialogueId) => number): readonly number[];
}

const kept = new WeakMap<ReadDatabase, { readonly run: RunId; readonly paths: AutomatonPaths }>();

/**
 * Returns the dialogues that take a path. Dialogues that the automaton has not learned from have no path.
 * @param lastTurnOf returns the index of a dialogue's last tagged turn, from 0; -1 for none
 * @throws DialogramError INVALID for an unknown automaton or state
 */
export function dialoguesOnPath(
  database: ReadDatabase,
  test: PathTest,
  lastTurnOf: (dialogue: DialogueId) => number,
): Set<DialogueId> {
  const paths = pathsOf(database, test.automaton);
  for (const state of test.kind === 'edge' ? [test.from, test.to] : [test.state])
    if (state >= paths.states)
      throw new DialogramError('INVALID', `There is no state ${state} in that automaton.`, {
        place: 'where',
        value: String(state),
        nextStep: `Its states are numbered 0 to ${paths.states - 1}.`,
      });
  const found =
    test.kind === 'state'
      ? paths.atState(test.state)
      : test.kind === 'edge'
        ? paths.onEdge(test.from, test.to)
        : paths.leavingAt(test.state, lastTurnOf);
  return new Set(Array.from(found, (dialogue) => paths.dialogueIds[dialogue] as DialogueId));
}

/** Returns the last state of each path in the latest automaton; empty without an automaton. */
export function lastStates(database: ReadDatabase): Map<DialogueId, number> {
  if (!latestRun(database, 'automaton')) return new Map();
  const { dialogueIds, ends } = pathsOf(database, null);
  return new Map(Array.from(ends(), (state, at) => [dialogueIds[at] as DialogueId, state]));
}

function pathsOf(database: ReadDatabase, asked: number | null): AutomatonPaths {
  const run = asked === null ? latestRun(database, 'automaton')?.id : (asked as RunId);
  const known = kept.get(database);
  if (known && known.run === run) return known.paths;
  const stored = run === undefined ? null : loadAutomaton(database, run);
  if (run === undefined || !stored)
    throw new DialogramError(
      'INVALID',
      asked === null ? 'There is no automaton.' : `Automaton ${asked} no longer exists.`,
      {
        place: 'where',
        value: String(asked ?? ''),
        nextStep: 'Choose the state again on the graph, or remove the condition.',
      },
    );
  if (findRun(database, IMPORTED_AUTOMATON, run))
    throw new DialogramError('INVALID', `Automaton ${run} was imported without its dialogues.`, {
      place: 'where',
      value: String(run),
      nextStep: 'Choose the state in an automaton that was learned in this project.',
    });
  const { parts, dialogueIds } = stored;
  const isContext = JSON.parse(parts.header).learner === 'context';
  const paths = isContext
    ? pathsOfContext(contextFromParts(parts), dialogueIds)
    : pathsOfAutomaton(automatonFromParts(parts), dialogueIds);
  kept.set(database, { run, paths });
  return paths;
}

function pathsOfAutomaton(automaton: Automaton, dialogueIds: Int32Array): AutomatonPaths {
  const { stateCount, pathOffsets, pathStates, pathTurns } = automaton;
  const tracked = trackDialogues(automaton);
  const indexes = Array.from(dialogueIds.keys());
  const visits = (dialogue: number, test: (at: number) => boolean): boolean => {
    for (let at = pathOffsets[dialogue]!; at < pathOffsets[dialogue + 1]!; at++) if (test(at)) return true;
    return false;
  };
  return {
    states: stateCount,
    dialogueIds,
    atState: (state) =>
      tracked.stateDialogues.subarray(tracked.stateOffsets[state], tracked.stateOffsets[state + 1]),
    onEdge: (from, to) =>
      indexes.filter((dialogue) =>
        visits(
          dialogue,
          (at) =>
            pathStates[at] === to &&
            (at === pathOffsets[dialogue]
              ? from === 0 && isFromStart(automaton, dialogue)
              : pathStates[at - 1] === from),
        ),
      ),
    ends: () =>
      Int32Array.from(indexes, (dialogue) => {
        const last = pathOffsets[dialogue + 1]! - 1;
        return last < pathOffsets[dialogue]! ? 0 : pathStates[last]!;
      }),
    leavingAt: (state, lastTurnOf) =>
      indexes.filter((dialogue) => {
        const last = pathOffsets[dialogue + 1]! - 1;
        const isPath = last >= pathOffsets[dialogue]!;
        const [end, turn] = isPath ? [pathStates[last], pathTurns[last]!] : [0, -1];
        return end === state && lastTurnOf(dialogueIds[dialogue] as DialogueId) > turn;
      }),
  };
}

/** Every answer has its own path back to the start, so no dialogue leaves the automaton. */
function pathsOfContext(
  { automaton, replyDialogues, dialogueCount }: TrackedContext,
  dialogueIds: Int32Array,
): AutomatonPaths {
  const atState = (state: number): readonly number[] => {
    if (state === 0) return Array.from({ length: dialogueCount }, (_, dialogue) => dialogue);
    const replies = automaton.replies.subarray(automaton.rangeStarts[state], automaton.rangeEnds[state]);
    return [...new Set(Array.from(replies, (reply) => replyDialogues[reply]!))];
  };
  return {
    states: automaton.parents.length,
    dialogueIds,
    atState,
    onEdge: (from, to) => (automaton.parents[to] === from ? atState(to) : []),
    // The answers of one dialogue end at different states.
    ends: () => new Int32Array(dialogueCount),
    leavingAt: () => [],
  };
}
