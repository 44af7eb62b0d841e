import type { Likeness } from '#shared/contract/base.ts';
import type { NearestTag } from '#shared/contract/review.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import type { EditId, RoundId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import { type Project, projectService } from '../../project.ts';
import { excerptReader, placeReader } from '../../store/corpus/round-table.ts';
import { latestEdits } from '../../store/edits/log/edit-log.ts';
import { roundsOfEdit } from '../../store/edits/words/mark-table.ts';
import { effectiveTagReader } from '../../store/tags/round-tags.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { likeness } from '../likeness/index.ts';

/** The number of the latest corrected turns to search, so an answer takes milliseconds. */
const MOST_ROUNDS = 2000;
const MOST_EDITS = 3000;
const EXCERPT_CHARACTERS = 120;
const MOST_TAGS = 3;

/** Finds the tags that people gave to the turns nearest to one. */
interface NearestCorrected {
  find(run: TaggingRun, round: RoundId, by: Likeness): Promise<NearestTag[]>;
}

function createNearestCorrected(project: Project): NearestCorrected {
  const { database } = project;
  // What an edit was about stays as it is.
  const edited = new Map<EditId, readonly RoundId[]>();
  const textOf = excerptReader(database, EXCERPT_CHARACTERS);
  const placeOf = placeReader(database);
  const roundsOf = (edit: EditId): readonly RoundId[] => {
    let rounds = edited.get(edit);
    if (!rounds) {
      rounds = roundsOfEdit(database, edit, MOST_ROUNDS);
      edited.set(edit, rounds);
    }
    return rounds;
  };
  const corrected = (): RoundId[] => {
    const rounds = new Set<RoundId>();
    for (const edit of latestEdits(database, MOST_EDITS)) {
      if (rounds.size >= MOST_ROUNDS) break;
      for (const round of roundsOf(edit)) rounds.add(round);
    }
    return [...rounds].slice(0, MOST_ROUNDS);
  };
  return {
    async find(run, round, by) {
      const role = placeOf(round)?.role;
      const among = corrected().filter((other) => other !== round && placeOf(other)?.role === role);
      if (among.length === 0) return [];
      const near = await project.use(likeness).find({ to: { round }, by, among, most: among.length });
      const read = effectiveTagReader(database, run, readVocabulary(database));
      const { tags, removedTags } = read(round);
      const present = new Set([...tags, ...removedTags].map((tag) => tag.name));
      const found = new Map<string, NearestTag>();
      for (const { round: example, share: given } of near) {
        const share = known(given ?? undefined, 'share of a turn that was chosen from');
        for (const { name, origin, archived } of read(example).tags) {
          if (origin !== 'person' || archived || present.has(name) || found.has(name)) continue;
          const place = placeOf(example);
          if (!place) continue;
          const { externalId, index, dialogue } = place;
          const text = textOf(example);
          found.set(name, { name, share, example: { round: example, dialogue, externalId, index, text } });
          if (found.size === MOST_TAGS) return [...found.values()];
        }
      }
      return [...found.values()];
    },
  };
}

export const nearestCorrected = projectService(createNearestCorrected);
