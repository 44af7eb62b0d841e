import type { VocabularyTag } from '#shared/contract/vocabulary.ts';
import { ROLES } from '#shared/domain/dialogue.ts';
import type { RoundId, TagId } from '#shared/domain/ids.ts';
import type { TagRow, Vocabulary } from '../../store/tags/tag-table.ts';
import type { RunRounds, TagSightings } from '../../store/tags/vocabulary-rows.ts';

const USER = ROLES.indexOf('user');
const SYSTEM = ROLES.indexOf('system');

/** Returns the vocabulary: tags on turns, and unused ones that are kept; most frequent first, ties by name. */
export function tagList(
  tags: readonly TagRow[],
  { canonical }: Vocabulary,
  rounds: RunRounds,
  tallies: ReadonlyMap<TagId, TagSightings>,
): VocabularyTag[] {
  const merged = new Map<TagId, string[]>();
  for (const { id, name, mergedInto } of tags) {
    if (mergedInto === null) continue;
    const target = canonical(id);
    merged.set(target, [...(merged.get(target) ?? []), name]);
  }
  const sighting = (round: number): VocabularyTag['firstSeen'] => ({
    round: rounds.roundIds[round] as RoundId,
    time: Number.isNaN(rounds.times[round]) ? null : new Date(rounds.times[round]!).toISOString(),
  });
  return tags
    .filter(({ id, kept }) => canonical(id) === id && (kept || tallies.has(id)))
    .map(({ id, name, description, archived }): VocabularyTag => {
      const tally = tallies.get(id);
      const byRole = { user: tally?.byRole[USER] ?? 0, system: tally?.byRole[SYSTEM] ?? 0 };
      return {
        id,
        name,
        description,
        archived,
        rounds: byRole.user + byRole.system,
        byRole,
        dialogues: tally?.dialogues ?? 0,
        firstSeen: tally ? sighting(tally.firstTimed === -1 ? tally.first : tally.firstTimed) : null,
        lastSeen: tally ? sighting(tally.lastTimed === -1 ? tally.last : tally.lastTimed) : null,
        merged: [...new Set(merged.get(id) ?? [])].filter((other) => other !== name).sort(),
      };
    })
    .sort((left, right) => right.rounds - left.rounds || (left.name < right.name ? -1 : 1));
}
