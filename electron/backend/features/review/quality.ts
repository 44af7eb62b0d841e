import { type CheckedRound, tagQuality } from '#shared/algorithms/agreement/tag-quality.ts';
import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import { breathe } from '../../jobs/breathe.ts';
import { placeReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { roundsMarked } from '../../store/edits/words/mark-table.ts';
import { findQueue } from '../../store/review/queue-table.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { effectiveTagReader, runTagReader } from '../../store/tags/round-tags.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import type { LoadedQueue } from './queues.ts';

const CHUNK = 500;

/** Returns the accuracy of the run's tags on the checked turns of a queue. */
export async function reviewQuality(database: ReadDatabase, queue: LoadedQueue) {
  const { settings } = queue;
  const run = requireTaggingRun(database, settings.run);
  const vocabulary = readVocabulary(database);
  const read = effectiveTagReader(database, run, vocabulary);
  const given = runTagReader(database, run.id);
  const placeOf = placeReader(database);
  const sample = settings.order === 'sample';
  const reached = findQueue(database, queue.id)?.reached ?? 0;
  const checked = roundsMarked(database, settings.tagger, 'checked').filter((round) => {
    const position = queue.positionOf(round);
    // Of a sample, only what was gone through in its order is one: the rest was checked for other reasons.
    return position !== undefined && (!sample || position <= reached);
  });
  const rounds: (CheckedRound & { readonly role: Role })[] = [];
  for (const [at, round] of checked.entries()) {
    if (at % CHUNK === CHUNK - 1) await breathe();
    const place = placeOf(round);
    if (!place) continue;
    rounds.push({
      role: place.role,
      given: given(round).map((tag) => vocabulary.canonical(tag)),
      corrected: read(round).tags.map((tag) => tag.id),
    });
  }
  return {
    origin: run.tagger,
    sample,
    all: tagQuality(rounds),
    roles: ROLES.map((role) => ({ role, ...tagQuality(rounds.filter((round) => round.role === role)) })),
    added: rounds.reduce(
      (sum, round) => sum + round.corrected.filter((tag) => !round.given.includes(tag)).length,
      0,
    ),
  };
}
