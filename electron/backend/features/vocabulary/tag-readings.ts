import { wordsOf } from '#shared/algorithms/retrieval/words/tokens.ts';
import { type SuggestedPair, suggestPairs } from '#shared/algorithms/vocabulary/suggest-pairs.ts';
import type { TurnFilter } from '#shared/contract/turn-filter.ts';
import type { SimilarPair, VocabularyTag } from '#shared/contract/vocabulary.ts';
import { ROLES } from '#shared/domain/dialogue.ts';
import type { EditId, RunId, TagId, TurnId } from '#shared/domain/ids.ts';
import { excerptReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { bulkDecisions, changedTurns, type TagReplacement } from '../../store/edits/log/bulk-decisions.ts';
import { type HistoryFilter, listHistory, planTakeBack } from '../../store/edits/log/edit-history.ts';
import { countTurns, type FilterScope, turnFilterQuery, turnIds } from '../../store/review/turn-filter.ts';
import type { StoredTaggedRows } from '../../store/tags/learning-rows.ts';
import { residentRowsOf } from '../../store/tags/resident-rows.ts';
import { allTags, readVocabulary, type TagRow, type Vocabulary } from '../../store/tags/tag-table.ts';
import { earliestTimes, type TagSightings, tallyTags } from '../../store/tags/vocabulary-rows.ts';

const USER = ROLES.indexOf('user');
const SYSTEM = ROLES.indexOf('system');

/** Returns all used tags, and the unused ones that are kept, most frequent first. Ties are sorted by name. */
function tagList(
  tags: readonly TagRow[],
  { canonical }: Vocabulary,
  turnIds: Int32Array,
  times: Float64Array,
  tallies: ReadonlyMap<string, TagSightings>,
): VocabularyTag[] {
  const merged = new Map<TagId, string[]>();
  for (const { id, name, mergedInto } of tags) {
    if (mergedInto === null) continue;
    const target = canonical(id);
    merged.set(target, [...(merged.get(target) ?? []), name]);
  }
  const sighting = (turn: number): VocabularyTag['firstSeen'] => ({
    turn: turnIds[turn] as TurnId,
    time: Number.isNaN(times[turn]) ? null : new Date(times[turn]!).toISOString(),
  });
  return tags
    .filter(({ id, name, kept }) => canonical(id) === id && (kept || tallies.has(name)))
    .map(({ id, name, description, archived }): VocabularyTag => {
      const tally = tallies.get(name);
      const byRole = { user: tally?.byRole[USER] ?? 0, system: tally?.byRole[SYSTEM] ?? 0 };
      return {
        id,
        name,
        description,
        archived,
        turns: byRole.user + byRole.system,
        byRole,
        dialogues: tally?.dialogues ?? 0,
        firstSeen: tally ? sighting(tally.firstTimed === -1 ? tally.first : tally.firstTimed) : null,
        lastSeen: tally ? sighting(tally.lastTimed === -1 ? tally.last : tally.lastTimed) : null,
        merged: [...new Set(merged.get(id) ?? [])].filter((other) => other !== name).sort(),
      };
    })
    .sort((left, right) => right.turns - left.turns || (left.name < right.name ? -1 : 1));
}

/** The maximum number of pairs to return. Nobody would read more. */
const MOST_PAIRS = 100;

const EXAMPLES = 3;

/** Returns pairs of current tags that may mean the same, most likely pairs first. Archived tags are left out. */
function similarTags(
  tags: readonly TagRow[],
  { canonical }: Vocabulary,
  rows: StoredTaggedRows,
  textOf: (turn: TurnId) => string,
): Omit<SimilarPair, 'dismissed'>[] {
  const counts = new Map<string | undefined, number>();
  for (const tag of rows.tagIds) counts.set(rows.tagNames[tag], (counts.get(rows.tagNames[tag]) ?? 0) + 1);
  const compared = tags.filter(
    ({ id, name, kept, archived }) => canonical(id) === id && !archived && (kept || counts.has(name)),
  );
  const places = new Map(compared.map(({ name }, place) => [name, place]));
  const placeOfTag = rows.tagNames.map((name) => places.get(name ?? '') ?? -1);
  const { tagOffsets } = rows;
  const sequences = { tagOffsets, tags: rows.tagIds.map((tag) => placeOfTag[tag]!) };
  const textAt = (turn: number): string => textOf(rows.turnIds[turn] as TurnId);
  const pairs = suggestPairs(
    compared.map(({ name }) => name),
    { ...sequences, tagCount: compared.length, roles: rows.turnRoles, turnOffsets: rows.turnOffsets },
    (turn) => wordsOf(textAt(turn)),
  ).slice(0, MOST_PAIRS);
  const examples = firstTurns(sequences, new Set(pairs.flatMap(({ left, right }) => [left, right])));
  const examplesOf = ({ name }: TagRow): string[] => (examples.get(places.get(name)!) ?? []).map(textAt);
  const turnsOf = ({ name }: TagRow): number => counts.get(name) ?? 0;
  return pairs.map((pair) => {
    // The more frequent tag comes first, because it is more likely to stay.
    const [one, other] = [compared[pair.left]!, compared[pair.right]!];
    const [left, right] = turnsOf(other) > turnsOf(one) ? [other, one] : [one, other];
    return {
      left: left.id,
      right: right.id,
      leftName: left.name,
      rightName: right.name,
      leftTurns: turnsOf(left),
      rightTurns: turnsOf(right),
      leftExamples: examplesOf(left),
      rightExamples: examplesOf(right),
      together: pair.together,
      spelling: pair.spelling?.similarity ?? null,
      context: pair.context,
      words: pair.words,
      score: pair.score,
      reason: reasonFor(pair),
    };
  });
}

const SPELLING_WORDS = {
  form: 'The same words, spelled differently.',
  order: 'The same words in a different order.',
  letters: 'One of the names seems to have a typo.',
} as const;

function reasonFor({ spelling, context }: SuggestedPair): string {
  const reasons: string[] = [];
  if (spelling) reasons.push(SPELLING_WORDS[spelling.kind]);
  if (context !== null)
    reasons.push('The two tags appear in similar places, with similar tags before, after and beside them.');
  return reasons.join(' ');
}

function firstTurns(
  { tagOffsets, tags }: { readonly tagOffsets: Int32Array; readonly tags: Int32Array },
  wanted: ReadonlySet<number>,
): Map<number, number[]> {
  const found = new Map<number, number[]>(Array.from(wanted, (tag) => [tag, []]));
  for (let turn = 0; turn + 1 < tagOffsets.length; turn++) {
    for (let at = tagOffsets[turn]!; at < tagOffsets[turn + 1]!; at++) {
      const own = found.get(tags[at]!);
      if (own && own.length < EXAMPLES) own.push(turn);
    }
  }
  return found;
}

export interface TaggedRun {
  readonly id: RunId;
  readonly tagger: string;
}

interface FilterInScope {
  readonly filter: TurnFilter;
  readonly scope: FilterScope;
}

interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** Only this many characters of a turn are compared. */
const LONGEST_TURN = 1000;

/** Reads all tags of a project. The last run is cached. */
export const openVocabulary = (database: ReadDatabase) => {
  let timed: { readonly turnIds: Int32Array; readonly times: Float64Array } | null = null;
  return {
    list: database.transaction(({ run }: { run: TaggedRun }) => {
      const { whole } = residentRowsOf(database, run.id, run.tagger).now(database);
      const { turnIds } = whole;
      if (timed?.turnIds !== turnIds) timed = { turnIds, times: earliestTimes(database, turnIds) };
      const { times } = timed;
      return tagList(allTags(database), readVocabulary(database), turnIds, times, tallyTags(whole, times));
    }),
    similar: database.transaction(({ run }: { run: TaggedRun }) => {
      const { rows } = residentRowsOf(database, run.id, run.tagger).now(database);
      const textOf = excerptReader(database, LONGEST_TURN);
      return similarTags(allTags(database), readVocabulary(database), rows, textOf);
    }),
    turns: ({ filter, scope, window }: FilterInScope & { window: Window }) => {
      const query = turnFilterQuery(database, filter, scope);
      return { total: countTurns(database, query), ids: turnIds(database, query, window) };
    },
    bulkCount: ({
      filter,
      scope,
      replacement,
      examples,
    }: FilterInScope & { replacement: TagReplacement; examples: number }) => {
      const matching = countTurns(database, turnFilterQuery(database, filter, scope));
      const changing = changedTurns(database, filter, replacement, scope);
      return {
        matching,
        changing: countTurns(database, changing),
        ids: turnIds(database, changing, { offset: 0, limit: examples }),
      };
    },
    bulk: ({ filter, scope, replacement }: FilterInScope & { replacement: TagReplacement }) =>
      bulkDecisions(database, filter, replacement, scope),
    history: ({ filter, window }: { filter: HistoryFilter; window: Window }) =>
      listHistory(database, filter, window),
    takeBack: ({ edit }: { edit: EditId }) => planTakeBack(database, edit),
  };
};
