import { wordsOf } from '#shared/algorithms/retrieval/words/tokens.ts';
import { nearestRounds } from '#shared/algorithms/review/nearest-rounds.ts';
import type { NearestTag } from '#shared/contract/review.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import type { EditId, RoundId } from '#shared/domain/ids.ts';
import { type Project, projectService } from '../../project.ts';
import { excerptReader, placeReader, spreadRounds } from '../../store/corpus/round-table.ts';
import { latestEdits } from '../../store/edits/log/edit-log.ts';
import { roundsOfEdit } from '../../store/edits/words/mark-table.ts';
import { effectiveTagReader } from '../../store/tags/round-tags.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';

/** Of more corrected rounds the latest are looked at, so that an answer takes milliseconds. */
const MOST_ROUNDS = 2000;
const MOST_EDITS = 3000;
/** Of a round's words, the first characters count. */
const CHARACTERS = 2000;
const EXCERPT_CHARACTERS = 120;
/** Rounds further away say nothing. */
const LEAST_SHARE = 0.3;
const MOST_TAGS = 3;
const SAMPLE = 1000;

/** Finds the tags that people gave the rounds nearest to one. */
interface NearestCorrected {
  find(run: TaggingRun, round: RoundId): NearestTag[];
}

function createNearestCorrected({ database }: Project): NearestCorrected {
  const numbers = new Map<string, number>();
  const words = new Map<RoundId, Int32Array>();
  // What an edit was about stays as it is, and so do a round's words.
  const edited = new Map<EditId, readonly RoundId[]>();
  const textOf = excerptReader(database, CHARACTERS);
  const placeOf = placeReader(database);
  const wordsOfRound = (round: RoundId): Int32Array => {
    let own = words.get(round);
    if (!own) {
      own = Int32Array.from(wordsOf(textOf(round)), (word) => {
        const known = numbers.get(word) ?? numbers.size;
        numbers.set(word, known);
        return known;
      });
      words.set(round, own);
    }
    return own;
  };
  const roundsOf = (edit: EditId): readonly RoundId[] => {
    let rounds = edited.get(edit);
    if (!rounds) {
      rounds = roundsOfEdit(database, edit, MOST_ROUNDS);
      edited.set(edit, rounds);
    }
    return rounds;
  };
  // By these it is known how rare a word is in the project.
  const sample = spreadRounds(database, SAMPLE);
  const corrected = (): RoundId[] => {
    const rounds = new Set<RoundId>();
    for (const edit of latestEdits(database, MOST_EDITS)) {
      if (rounds.size >= MOST_ROUNDS) break;
      for (const round of roundsOf(edit)) rounds.add(round);
    }
    return [...rounds].slice(0, MOST_ROUNDS);
  };
  return {
    find(run, round) {
      const role = placeOf(round)?.role;
      const others = corrected().filter((other) => other !== round && placeOf(other)?.role === role);
      const near = nearestRounds(
        wordsOfRound(round),
        others.map(wordsOfRound),
        sample.map(wordsOfRound),
        LEAST_SHARE,
      );
      const read = effectiveTagReader(database, run, readVocabulary(database));
      const { tags, removedTags } = read(round);
      const known = new Set([...tags, ...removedTags].map((tag) => tag.name));
      const found = new Map<string, NearestTag>();
      for (const { at, share } of near) {
        const example = others[at]!;
        for (const { name, origin, archived } of read(example).tags) {
          if (origin !== 'person' || archived || known.has(name) || found.has(name)) continue;
          const place = placeOf(example);
          if (!place) continue;
          const text = textOf(example).slice(0, EXCERPT_CHARACTERS);
          const { externalId, index, dialogue } = place;
          found.set(name, { name, share, example: { round: example, dialogue, externalId, index, text } });
          if (found.size === MOST_TAGS) return [...found.values()];
        }
      }
      return [...found.values()];
    },
  };
}

export const nearestCorrected = projectService(createNearestCorrected);
