import { groupAlike, groupSizes } from '#shared/algorithms/review/alike-rounds.ts';
import {
  countFollowUps,
  orderByScore,
  type ReachedState,
  type ScoredRounds,
  scoreDisagreement,
  scoreRarity,
  scoreSupport,
  scoreUncertainty,
  shuffledRounds,
} from '#shared/algorithms/review/queue-order.ts';
import { ALL_ROUNDS } from '#shared/contract/round-filter.ts';
import type { RoundId, RunId } from '#shared/domain/ids.ts';
import { utterancesBetween } from '../../store/corpus/utterance-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import type { QueueContent, QueueSettings } from '../../store/review/queue-table.ts';
import {
  indexesFlaggedByRun,
  indexesMarked,
  labelsOf,
  type RoundSkeleton,
  readGivenTags,
  readRoundSkeleton,
  readStandingTags,
} from '../../store/review/review-rows.ts';
import { roundFilterQuery, roundIds } from '../../store/review/round-filter.ts';
import { eachLeastConfidence } from '../../store/tags/move-table.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { readSides } from '../agreement/index.ts';
import { createAutomatonCache, roundsAtState } from '../automata/index.ts';
import { settledRounds } from './decisions.ts';
import { certaintyOf } from './queues.ts';

/**
 * Sorts a project's turns; reads all tags, so it runs in a thread.
 * @param near the turns that the filter's similarity selects
 */
export function orderQueue(
  database: ReadDatabase,
  settings: QueueSettings,
  includeChecked: boolean,
  near: readonly RoundId[] | undefined,
): QueueContent {
  const rounds = readRoundSkeleton(database);
  const labels = labelsOf(database, readVocabulary(database));
  const standing = readStandingTags(database, { id: settings.run, tagger: settings.tagger }, rounds, labels);
  const checked = new Uint8Array(rounds.ids.length);
  for (const index of indexesDone(database, settings, rounds)) checked[index] = 1;
  const wanted = roundsWanted(database, settings, rounds, near);
  const alike = groupAlike(wantedUtterances(database, rounds, wanted));
  const unnoted = (indexes: Int32Array) => ({ indexes, notes: new Int32Array(rounds.ids.length) });
  const scored = (found: ScoredRounds) => ({
    indexes: orderByScore(found).filter((index) => includeChecked || checked[index] === 0),
    notes: found.notes,
  });
  const find = (): { readonly indexes: Int32Array; readonly notes: Int32Array } => {
    switch (settings.order) {
      case 'unchecked': {
        const all = Int32Array.from(rounds.ids.keys());
        return unnoted(
          Int32Array.from([...all.filter((at) => !checked[at]), ...all.filter((at) => checked[at])]),
        );
      }
      case 'sample':
        return unnoted(shuffledRounds(rounds.ids.length, settings.seed));
      case 'people-flags':
        return unnoted(Int32Array.from(indexesMarked(database, settings.tagger, 'flagged', rounds)));
      case 'machine-flags':
        return unnoted(
          Int32Array.from(indexesFlaggedByRun(database, settings.run, rounds)).filter(
            (index) => includeChecked || checked[index] === 0,
          ),
        );
      case 'rare':
        return scored(scoreRarity(standing));
      case 'uncertain': {
        const confidences = new Float64Array(rounds.ids.length).fill(Number.NaN);
        for (const [round, confidence] of eachLeastConfidence(database, settings.run)) {
          const index = rounds.indexOf(round);
          if (index !== -1) confidences[index] = confidence;
        }
        const given = (run: RunId) => readGivenTags(database, run, rounds, labels);
        const others = certaintyOf(database, settings.run).others.map(given);
        const decides = groupSizes(alike, rounds.ids.length, rounds.indexOf);
        return scored(scoreUncertainty(given(settings.run), confidences, others, decides));
      }
      case 'support': {
        const { reached, support } = readReached(database, settings, rounds);
        return scored(scoreSupport(rounds.ids.length, reached, support));
      }
      case 'disagreement': {
        if (!settings.left || !settings.right) throw new Error('A queue of disagreements has two sides.');
        const { left, right } = readSides(database, settings.left, settings.right, rounds, labels);
        return scored(scoreDisagreement(left, right));
      }
    }
  };
  const { indexes: found, notes } = find();
  const indexes = wanted === null ? found : found.filter((index) => wanted[index] === 1);
  return {
    rounds: indexes.map((index) => rounds.ids[index]!),
    notes: indexes.map((index) => notes[index]!),
    followUps: countFollowUps(standing, rounds.offsets, rounds.roles),
    alike,
  };
}

/** Returns indexes of the turns that need no decision: checked, or if two sides are compared, settled. */
const indexesDone = (database: ReadDatabase, settings: QueueSettings, rounds: RoundSkeleton): number[] =>
  settings.left
    ? [...settledRounds(database, settings).keys()]
        .map((round) => rounds.indexOf(round))
        .filter((index) => index !== -1)
    : indexesMarked(database, settings.tagger, 'checked', rounds);

/** Yields [turn, role, text] of the turns that the filter passes. */
function* wantedUtterances(
  database: ReadDatabase,
  rounds: RoundSkeleton,
  wanted: Uint8Array | null,
): Generator<[RoundId, number, string]> {
  for (const [, round, role, text] of utterancesBetween(database, 0, Number.MAX_SAFE_INTEGER))
    if (wanted === null || wanted[rounds.indexOf(round)] === 1) yield [round, role, text];
}

/** Returns which turns the settings' filter passes, as 1 by index; null if it passes all. */
function roundsWanted(
  database: ReadDatabase,
  { filter, run, tagger }: QueueSettings,
  rounds: RoundSkeleton,
  near: readonly RoundId[] | undefined,
): Uint8Array | null {
  if (JSON.stringify(filter) === JSON.stringify(ALL_ROUNDS)) return null;
  const atState = roundsAtState(createAutomatonCache(database), filter);
  const wanted = new Uint8Array(rounds.ids.length);
  for (const round of roundIds(
    database,
    roundFilterQuery(database, filter, { run: { id: run, tagger }, atState, near }),
  )) {
    const index = rounds.indexOf(round);
    if (index !== -1) wanted[index] = 1;
  }
  return wanted;
}

/** Returns the states of the turns in the chosen automaton, and their support. */
function readReached(database: ReadDatabase, settings: QueueSettings, rounds: RoundSkeleton) {
  const { view, dialogueIds } = createAutomatonCache(database).load(settings.automaton);
  const firstRound = new Map<number, number>();
  rounds.dialogueIds.forEach((dialogue, at) => {
    firstRound.set(dialogue, rounds.offsets[at]!);
  });
  function* reached(): Generator<ReachedState> {
    for (const [dialogue, id] of dialogueIds.entries()) {
      const first = firstRound.get(id);
      if (first === undefined) continue;
      for (const { round, state } of view.visitsOf(dialogue)) yield { round: first + round, state };
    }
  }
  return { reached: reached(), support: view.structure.support };
}
