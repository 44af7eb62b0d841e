import type { RoundFilter } from '#shared/contract/round-filter.ts';
import type { EditId, RunId } from '#shared/domain/ids.ts';
import { excerptReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { bulkDecisions, changedRounds, type TagReplacement } from '../../store/edits/log/bulk-decisions.ts';
import { type HistoryFilter, listHistory } from '../../store/edits/log/edit-history.ts';
import { planTakeBack } from '../../store/edits/log/take-back.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import {
  countRounds,
  type FilterScope,
  roundFilterQuery,
  roundIds,
} from '../../store/review/round-filter.ts';
import { allTags, readVocabulary } from '../../store/tags/tag-table.ts';
import {
  type RunRounds,
  readRunRounds,
  type StandingTags,
  standingTags,
  tallyTags,
} from '../../store/tags/vocabulary-rows.ts';
import { similarTags } from './similar-tags.ts';
import { tagList } from './tag-list.ts';

export interface TaggedRun {
  readonly id: RunId;
  readonly tagger: string;
}

interface Filtered {
  readonly filter: RoundFilter;
  readonly scope: FilterScope;
}

interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** The number of characters of a turn to compare. */
const LONGEST_ROUND = 1000;

/** Reads all tags of a project; changes nothing. The last run is cached. */
export const openVocabulary = (database: ReadDatabase) => {
  const tagged = taggedCorpus(database);
  return {
    /** Most frequent first. */
    list: ({ run }: { run: TaggedRun }) => {
      const { rounds, standing } = tagged(run);
      return tagList(allTags(database), readVocabulary(database), rounds, tallyTags(rounds, standing));
    },
    similar: ({ run }: { run: TaggedRun }) => {
      const { rounds, standing } = tagged(run);
      return similarTags(
        allTags(database),
        readVocabulary(database),
        rounds,
        standing,
        excerptReader(database, LONGEST_ROUND),
      );
    },
    rounds: ({ filter, scope, window }: Filtered & { window: Window }) => {
      const query = roundFilterQuery(database, filter, scope);
      return { total: countRounds(database, query), ids: roundIds(database, query, window) };
    },
    bulkCount: ({
      filter,
      scope,
      replacement,
      examples,
    }: Filtered & { replacement: TagReplacement; examples: number }) => {
      const matching = countRounds(database, roundFilterQuery(database, filter, scope));
      const changing = changedRounds(database, filter, replacement, scope);
      return {
        matching,
        changing: countRounds(database, changing),
        ids: roundIds(database, changing, { offset: 0, limit: examples }),
      };
    },
    bulk: ({ filter, scope, replacement }: Filtered & { replacement: TagReplacement }) =>
      bulkDecisions(database, filter, replacement, scope),
    history: ({ filter, window }: { filter: HistoryFilter; window: Window }) =>
      listHistory(database, filter, window),
    takeBack: ({ edit }: { edit: EditId }) => planTakeBack(database, edit),
  };
};

interface TaggedCorpus {
  readonly rounds: RunRounds;
  readonly standing: StandingTags;
}

/** Returns current tags, reading only changed ones again. */
function taggedCorpus(database: ReadDatabase): (run: TaggedRun) => TaggedCorpus {
  let rounds: { readonly key: string; readonly value: RunRounds } | null = null;
  let standing: { readonly key: string; readonly value: StandingTags } | null = null;
  // One transaction, so that versions, tags and names are consistent.
  return database.transaction((run: TaggedRun) => {
    const runKey = `${run.id}/${versionOf(database, 'corpus_version')}/${versionOf(database, 'run_tags_version')}`;
    if (rounds?.key !== runKey) rounds = { key: runKey, value: readRunRounds(database, run.id) };
    const key = `${runKey}/${run.tagger}/${versionOf(database, 'edit_version')}`;
    if (standing?.key !== key) {
      const value = standingTags(database, rounds.value, run.tagger, readVocabulary(database));
      standing = { key, value };
    }
    return { rounds: rounds.value, standing: standing.value };
  });
}
