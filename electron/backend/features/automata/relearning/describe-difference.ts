import {
  type AutomataDifference,
  compareAutomata,
} from '#shared/algorithms/automaton/difference/compare-automata.ts';
import {
  compareExamples,
  type DrawnExample,
} from '#shared/algorithms/automaton/difference/compare-examples.ts';
import type { ComparedAutomaton } from '#shared/algorithms/automaton/difference/match-states.ts';
import type { Learner } from '#shared/contract/automata.ts';
import type {
  AutomatonDifference,
  ComparedState,
  ComparedTurnRow,
  DrawnExampleRow,
} from '#shared/contract/relearning.ts';
import { externalIdOf, ROLES } from '#shared/domain/dialogue.ts';
import type { DialogueId, TurnId } from '#shared/domain/ids.ts';
import { excerptReader } from '../../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../../store/database.ts';
import type { StoredTaggedRows } from '../../../store/tags/learning-rows.ts';

const EXCERPT_CHARACTERS = 200;

export function compareRetrieval(
  database: ReadDatabase,
  learner: Learner,
  before: ComparedAutomaton,
  after: ComparedAutomaton,
  rows: StoredTaggedRows,
  changed: AutomatonDifference['dialogues']['first'],
  isHeldOutKey: (key: string) => boolean,
): ComparedTurnRow[] {
  if (changed.length === 0) return [];
  const wanted = new Set<number>(changed);
  const keys = rows.keys.filter((_, at) => wanted.has(rows.dialogueIds[at]!));
  const heldOutFirst = [...keys.filter(isHeldOutKey), ...keys.filter((key) => !isHeldOutKey(key))];
  const excerptOf = excerptReader(database, EXCERPT_CHARACTERS);
  const textAt = (dialogue: number, turn: number): string =>
    excerptOf(rows.turnIds[rows.turnOffsets[dialogue]! + turn] as TurnId);
  const placed = (dialogue: number, turn: number) => ({
    dialogue: rows.dialogueIds[dialogue] as DialogueId,
    externalId: externalIdOf(rows.keys[dialogue]!),
    turn,
  });
  const shown = ({ dialogue, turn }: DrawnExample): DrawnExampleRow => ({
    ...placed(dialogue, turn),
    text: textAt(dialogue, turn),
  });
  return compareExamples(before, after, rows, {
    keys: heldOutFirst,
    visitsAnswers: learner === 'context',
  }).map(({ dialogue, turn, before: old, after: now }) => ({
    ...placed(dialogue, turn),
    asked: textAt(dialogue, turn - 1),
    heldOut: isHeldOutKey(rows.keys[dialogue]!),
    before: { ...old, examples: old.examples.map(shown) },
    after: { ...now, examples: now.examples.map(shown) },
  }));
}

const LISTED_STATES = 500;
const LISTED_DIALOGUES = 100;
const LISTED_TAGS = 3;

/** @param dialogueIds one entry per dialogue of the new automaton */
export function describeDifference(
  before: ComparedAutomaton,
  after: ComparedAutomaton,
  dialogueIds: Int32Array,
): { readonly difference: AutomatonDifference; readonly stateAfter: Int32Array } {
  const difference = compareAutomata(before, after);
  const enteringBefore = createEntering(before);
  const enteringAfter = createEntering(after);
  /**
   * `before` and `after` are -1 if the state does not exist. The words describe the state after the change, if it
   * exists.
   */
  const describe = (
    old: number,
    now: number,
    transitionsGone: number,
    transitionsNew: number,
  ): ComparedState => {
    const isGone = now === -1;
    const { tags, from } = isGone ? enteringBefore(old) : enteringAfter(now);
    const role = isGone ? before.structure.roles[old] : after.structure.roles[now];
    return {
      before: orNull(old),
      after: orNull(now),
      role: ROLES[role ?? -1] ?? null,
      tags,
      supportBefore: before.structure.support[old] ?? 0,
      supportAfter: after.structure.support[now] ?? 0,
      transitionsGone,
      transitionsNew,
      from: isGone ? placeBefore(difference, from) : placeAfter(difference, from),
    };
  };
  const listed = <Item>(all: readonly Item[], describe: (item: Item) => ComparedState) => ({
    total: all.length,
    items: all.slice(0, LISTED_STATES).map(describe),
  });
  const described: AutomatonDifference = {
    gone: listed(difference.gone, (state) => describe(state, -1, outDegree(before, state), 0)),
    new: listed(difference.new, (state) => describe(-1, state, 0, outDegree(after, state))),
    changed: listed(difference.changed, ({ before: old, after: now, transitionsGone, transitionsNew }) =>
      describe(old, now, transitionsGone, transitionsNew),
    ),
    transitionsGone: difference.transitionsGone,
    transitionsNew: difference.transitionsNew,
    dialogues: {
      changed: difference.dialoguesChanged.length,
      first: difference.dialoguesChanged
        .slice(0, LISTED_DIALOGUES)
        .map((dialogue) => dialogueIds[dialogue] as DialogueId),
      gone: difference.dialoguesGone,
      new: difference.dialoguesNew,
    },
  };
  return { difference: described, stateAfter: difference.stateAfter };
}

const outDegree = ({ structure }: ComparedAutomaton, state: number): number =>
  structure.transitionOffsets[state + 1]! - structure.transitionOffsets[state]!;

const orNull = (state: number): number | null => (state === -1 ? null : state);

function placeBefore({ stateAfter }: AutomataDifference, state: number): ComparedState['from'] {
  return state === -1 ? null : { before: state, after: orNull(stateAfter[state]!) };
}

function placeAfter({ stateBefore }: AutomataDifference, state: number): ComparedState['from'] {
  return state === -1 ? null : { before: orNull(stateBefore[state]!), after: state };
}

/** Returns the tags that lead into a state, most frequent first, and its most common previous state; -1 for q₀. */
function createEntering({ structure }: ComparedAutomaton) {
  const { stateCount, transitionOffsets, transitionTargets, transitionSymbols, transitionSupport } =
    structure;
  const sources = new Int32Array(transitionTargets.length);
  const starts = new Int32Array(stateCount + 1);
  for (let state = 0; state < stateCount; state++) {
    for (let t = transitionOffsets[state]!; t < transitionOffsets[state + 1]!; t++) {
      sources[t] = state;
      starts[transitionTargets[t]! + 1]!++;
    }
  }
  for (let state = 0; state < stateCount; state++) starts[state + 1]! += starts[state]!;
  const next = starts.slice();
  const entering = new Int32Array(transitionTargets.length);
  transitionTargets.forEach((target, transition) => {
    entering[next[target]!++] = transition;
  });
  return (state: number): { readonly tags: string[]; readonly from: number } => {
    const own = entering
      .slice(starts[state], starts[state + 1])
      .sort((left, right) => transitionSupport[right]! - transitionSupport[left]! || left - right);
    const tags = [...new Set(Array.from(own, (t) => structure.symbols[transitionSymbols[t]!]!.tag))];
    return { tags: tags.slice(0, LISTED_TAGS), from: own.length === 0 ? -1 : sources[own[0]!]! };
  };
}
