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
import { versionOf } from '../../store/file/meta-table.ts';
import { countTurns, type FilterScope, turnFilterQuery, turnIds } from '../../store/review/turn-filter.ts';
import { allTags, readVocabulary, type TagRow, type Vocabulary } from '../../store/tags/tag-table.ts';
import {
  type RunTurns,
  readRunTurns,
  type StandingTags,
  standingTags,
  type TagSightings,
  tallyTags,
} from '../../store/tags/vocabulary-rows.ts';

const USER = ROLES.indexOf('user');
const SYSTEM = ROLES.indexOf('system');

/** Returns all used tags, and the unused ones that are kept, most frequent first. Ties are sorted by name. */
function tagList(
  tags: readonly TagRow[],
  { canonical }: Vocabulary,
  turns: RunTurns,
  tallies: ReadonlyMap<TagId, TagSightings>,
): VocabularyTag[] {
  const merged = new Map<TagId, string[]>();
  for (const { id, name, mergedInto } of tags) {
    if (mergedInto === null) continue;
    const target = canonical(id);
    merged.set(target, [...(merged.get(target) ?? []), name]);
  }
  const sighting = (turn: number): VocabularyTag['firstSeen'] => ({
    turn: turns.turnIds[turn] as TurnId,
    time: Number.isNaN(turns.times[turn]) ? null : new Date(turns.times[turn]!).toISOString(),
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
  turns: RunTurns,
  standing: StandingTags,
  textOf: (turn: TurnId) => string,
): Omit<SimilarPair, 'dismissed'>[] {
  const counts = new Map<TagId, number>();
  for (const tag of standing.tags) counts.set(tag as TagId, (counts.get(tag as TagId) ?? 0) + 1);
  const compared = tags.filter(
    ({ id, kept, archived }) => canonical(id) === id && !archived && (kept || counts.has(id)),
  );
  const indexOf = new Map(compared.map(({ id }, index) => [id as number, index]));
  const textAt = (turn: number): string => textOf(turns.turnIds[turn] as TurnId);
  const pairs = suggestPairs(
    compared.map(({ name }) => name),
    {
      ...withoutOthers(standing, indexOf),
      tagCount: compared.length,
      roles: turns.roles,
      turnOffsets: dialogueStarts(turns),
    },
    (turn) => wordsOf(textAt(turn)),
  ).slice(0, MOST_PAIRS);
  const examples = firstTurns(
    standing,
    new Set(pairs.flatMap(({ left, right }) => [compared[left]!.id, compared[right]!.id])),
  );
  const examplesOf = ({ id }: TagRow): string[] => (examples.get(id) ?? []).map(textAt);
  const turnsOf = ({ id }: TagRow): number => counts.get(id) ?? 0;
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

function firstTurns({ tagOffsets, tags }: StandingTags, wanted: ReadonlySet<number>): Map<number, number[]> {
  const found = new Map<number, number[]>(Array.from(wanted, (tag) => [tag, []]));
  for (let turn = 0; turn + 1 < tagOffsets.length; turn++) {
    for (let at = tagOffsets[turn]!; at < tagOffsets[turn + 1]!; at++) {
      const own = found.get(tags[at]!);
      if (own && own.length < EXAMPLES) own.push(turn);
    }
  }
  return found;
}

function withoutOthers(
  { tagOffsets, tags }: StandingTags,
  indexOf: ReadonlyMap<number, number>,
): StandingTags {
  const offsets = new Int32Array(tagOffsets.length);
  const kept = new Int32Array(tags.length);
  let count = 0;
  for (let turn = 0; turn + 1 < tagOffsets.length; turn++) {
    for (let at = tagOffsets[turn]!; at < tagOffsets[turn + 1]!; at++) {
      const index = indexOf.get(tags[at]!);
      if (index !== undefined) kept[count++] = index;
    }
    offsets[turn + 1] = count;
  }
  return { tagOffsets: offsets, tags: kept.subarray(0, count) };
}

function dialogueStarts({ dialogueIds }: RunTurns): Int32Array {
  const starts: number[] = [];
  for (let turn = 0; turn < dialogueIds.length; turn++) {
    if (turn === 0 || dialogueIds[turn] !== dialogueIds[turn - 1]) starts.push(turn);
  }
  return Int32Array.from([...starts, dialogueIds.length]);
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
  const tagged = taggedCorpus(database);
  return {
    list: ({ run }: { run: TaggedRun }) => {
      const { turns, standing } = tagged(run);
      return tagList(allTags(database), readVocabulary(database), turns, tallyTags(turns, standing));
    },
    similar: ({ run }: { run: TaggedRun }) => {
      const { turns, standing } = tagged(run);
      return similarTags(
        allTags(database),
        readVocabulary(database),
        turns,
        standing,
        excerptReader(database, LONGEST_TURN),
      );
    },
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

interface TaggedCorpus {
  readonly turns: RunTurns;
  readonly standing: StandingTags;
}

/** Returns the current tags. Reads only changed tags again. */
function taggedCorpus(database: ReadDatabase): (run: TaggedRun) => TaggedCorpus {
  let turns: { readonly key: string; readonly value: RunTurns } | null = null;
  let standing: { readonly key: string; readonly value: StandingTags } | null = null;
  // Reads in one transaction, so that versions, tags and names are consistent.
  return database.transaction((run: TaggedRun) => {
    const runKey = `${run.id}/${versionOf(database, 'corpus_version')}/${versionOf(database, 'run_tags_version')}`;
    if (turns?.key !== runKey) turns = { key: runKey, value: readRunTurns(database, run.id) };
    const key = `${runKey}/${run.tagger}/${versionOf(database, 'edit_version')}`;
    if (standing?.key !== key) {
      const value = standingTags(database, turns.value, run.tagger, readVocabulary(database));
      standing = { key, value };
    }
    return { turns: turns.value, standing: standing.value };
  });
}
