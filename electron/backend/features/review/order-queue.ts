import { groupAlike, groupSizes } from '#shared/algorithms/review/alike-turns.ts';
import {
  countFollowUps,
  orderByScore,
  type ReachedState,
  type ScoredTurns,
  scoreDisagreement,
  scoreRarity,
  scoreSupport,
  scoreUncertainty,
  shuffledTurns,
} from '#shared/algorithms/review/queue-order.ts';
import { ALL_TURNS } from '#shared/contract/turn-filter.ts';
import type { RunId, TurnId } from '#shared/domain/ids.ts';
import { utterancesBetween } from '../../store/corpus/utterance-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import type { QueueContent, QueueSettings } from '../../store/review/queue-table.ts';
import {
  indexesFlaggedByRun,
  indexesMarked,
  labelsOf,
  readGivenTags,
  readStandingTags,
  readTurnSkeleton,
  type TurnSkeleton,
} from '../../store/review/review-rows.ts';
import { turnFilterQuery, turnIds } from '../../store/review/turn-filter.ts';
import { eachLeastConfidence } from '../../store/tags/move-table.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { readSides } from '../agreement/index.ts';
import { createAutomatonCache, turnsAtState } from '../automata/index.ts';
import { settledTurns } from './decisions.ts';
import { certaintyOf } from './queues.ts';

/**
 * Sorts the turns in a thread, because it reads all tags.
 * @param near the turns that the filter's similarity selects
 */
export function orderQueue(
  database: ReadDatabase,
  settings: QueueSettings,
  includeChecked: boolean,
  near: readonly TurnId[] | undefined,
): QueueContent {
  const turns = readTurnSkeleton(database);
  const labels = labelsOf(database, readVocabulary(database));
  const standing = readStandingTags(database, { id: settings.run, tagger: settings.tagger }, turns, labels);
  const checked = new Uint8Array(turns.ids.length);
  for (const index of indexesDone(database, settings, turns)) checked[index] = 1;
  const wanted = turnsWanted(database, settings, turns, near);
  const alike = groupAlike(wantedUtterances(database, turns, wanted));
  const unnoted = (indexes: Int32Array) => ({ indexes, notes: new Int32Array(turns.ids.length) });
  const scored = (found: ScoredTurns) => ({
    indexes: orderByScore(found).filter((index) => includeChecked || checked[index] === 0),
    notes: found.notes,
  });
  const find = (): { readonly indexes: Int32Array; readonly notes: Int32Array } => {
    switch (settings.order) {
      case 'unchecked': {
        const all = Int32Array.from(turns.ids.keys());
        return unnoted(
          Int32Array.from([...all.filter((at) => !checked[at]), ...all.filter((at) => checked[at])]),
        );
      }
      case 'sample':
        return unnoted(shuffledTurns(turns.ids.length, settings.seed));
      case 'people-flags':
        return unnoted(Int32Array.from(indexesMarked(database, settings.tagger, 'flagged', turns)));
      case 'machine-flags':
        return unnoted(
          Int32Array.from(indexesFlaggedByRun(database, settings.run, turns)).filter(
            (index) => includeChecked || checked[index] === 0,
          ),
        );
      case 'rare':
        return scored(scoreRarity(standing));
      case 'uncertain': {
        const confidences = new Float64Array(turns.ids.length).fill(Number.NaN);
        for (const [turn, confidence] of eachLeastConfidence(database, settings.run)) {
          const index = turns.indexOf(turn);
          if (index !== -1) confidences[index] = confidence;
        }
        const given = (run: RunId) => readGivenTags(database, run, turns, labels);
        const others = certaintyOf(database, settings.run).others.map(given);
        const decides = groupSizes(alike, turns.ids.length, turns.indexOf);
        return scored(scoreUncertainty(given(settings.run), confidences, others, decides));
      }
      case 'support': {
        const { reached, support } = readReached(database, settings, turns);
        return scored(scoreSupport(turns.ids.length, reached, support));
      }
      case 'disagreement': {
        if (!settings.left || !settings.right) throw new Error('A queue of disagreements needs two sides.');
        const { left, right } = readSides(database, settings.left, settings.right, turns, labels);
        return scored(scoreDisagreement(left, right));
      }
    }
  };
  const { indexes: found, notes } = find();
  const indexes = wanted === null ? found : found.filter((index) => wanted[index] === 1);
  return {
    turns: indexes.map((index) => turns.ids[index]!),
    notes: indexes.map((index) => notes[index]!),
    followUps: countFollowUps(standing, turns.offsets, turns.roles),
    alike,
  };
}

/** Returns the indexes of the turns that need no decision: checked turns, or settled ones if two sides are compared. */
const indexesDone = (database: ReadDatabase, settings: QueueSettings, turns: TurnSkeleton): number[] =>
  settings.left
    ? [...settledTurns(database, settings).keys()]
        .map((turn) => turns.indexOf(turn))
        .filter((index) => index !== -1)
    : indexesMarked(database, settings.tagger, 'checked', turns);

function* wantedUtterances(
  database: ReadDatabase,
  turns: TurnSkeleton,
  wanted: Uint8Array | null,
): Generator<[TurnId, number, string]> {
  for (const [, turn, role, text] of utterancesBetween(database, 0, Number.MAX_SAFE_INTEGER))
    if (wanted === null || wanted[turns.indexOf(turn)] === 1) yield [turn, role, text];
}

/** Returns an array with 1 at each turn that matches the filter of the settings; null if all match. */
function turnsWanted(
  database: ReadDatabase,
  { filter, run, tagger }: QueueSettings,
  turns: TurnSkeleton,
  near: readonly TurnId[] | undefined,
): Uint8Array | null {
  if (JSON.stringify(filter) === JSON.stringify(ALL_TURNS)) return null;
  const atState = turnsAtState(createAutomatonCache(database), filter);
  const wanted = new Uint8Array(turns.ids.length);
  for (const turn of turnIds(
    database,
    turnFilterQuery(database, filter, { run: { id: run, tagger }, atState, near }),
  )) {
    const index = turns.indexOf(turn);
    if (index !== -1) wanted[index] = 1;
  }
  return wanted;
}

function readReached(database: ReadDatabase, settings: QueueSettings, turns: TurnSkeleton) {
  const { view, dialogueIds } = createAutomatonCache(database).load(settings.automaton);
  const firstTurn = new Map<number, number>();
  turns.dialogueIds.forEach((dialogue, at) => {
    firstTurn.set(dialogue, turns.offsets[at]!);
  });
  function* reached(): Generator<ReachedState> {
    for (const [dialogue, id] of dialogueIds.entries()) {
      const first = firstTurn.get(id);
      if (first === undefined) continue;
      for (const { turn, state } of view.visitsOf(dialogue)) yield { turn: first + turn, state };
    }
  }
  return { reached: reached(), support: view.structure.support };
}
