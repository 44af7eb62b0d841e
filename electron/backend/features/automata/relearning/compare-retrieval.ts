import {
  compareExamples,
  type DrawnExample,
} from '#shared/algorithms/automaton/difference/compare-examples.ts';
import type { ComparedAutomaton } from '#shared/algorithms/automaton/difference/match-states.ts';
import type { Learner } from '#shared/contract/automata.ts';
import type { AutomatonDifference, ComparedTurnRow, DrawnExampleRow } from '#shared/contract/relearning.ts';
import { externalIdOf } from '#shared/domain/dialogue.ts';
import type { DialogueId, RoundId } from '#shared/domain/ids.ts';
import { excerptReader } from '../../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../../store/database.ts';
import type { StoredTaggedRows } from '../../../store/tags/learning-rows.ts';

const EXCERPT_CHARACTERS = 200;

/** Returns a few turns on another path, held-out ones first, with their examples before and after. */
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
  const textAt = (dialogue: number, round: number): string =>
    excerptOf(rows.roundIds[rows.roundOffsets[dialogue]! + round] as RoundId);
  const placed = (dialogue: number, round: number) => ({
    dialogue: rows.dialogueIds[dialogue] as DialogueId,
    externalId: externalIdOf(rows.keys[dialogue]!),
    round,
  });
  const shown = ({ dialogue, round }: DrawnExample): DrawnExampleRow => ({
    ...placed(dialogue, round),
    text: textAt(dialogue, round),
  });
  return compareExamples(before, after, rows, {
    keys: heldOutFirst,
    visitsAnswers: learner === 'context',
  }).map(({ dialogue, round, before: old, after: now }) => ({
    ...placed(dialogue, round),
    asked: textAt(dialogue, round - 1),
    heldOut: isHeldOutKey(rows.keys[dialogue]!),
    before: { ...old, examples: old.examples.map(shown) },
    after: { ...now, examples: now.examples.map(shown) },
  }));
}
