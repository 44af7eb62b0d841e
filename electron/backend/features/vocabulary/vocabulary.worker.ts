import { excerptReader } from '../../store/corpus/round-table.ts';
import { openForReading, type ReadDatabase } from '../../store/database.ts';
import { bulkDecisions, changedRounds } from '../../store/edits/bulk-decisions.ts';
import { listHistory } from '../../store/edits/edit-history.ts';
import { planTakeBack } from '../../store/edits/take-back.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { countRounds, roundFilterQuery, roundIds } from '../../store/review/round-filter.ts';
import { allTags, readVocabulary } from '../../store/tags/tag-table.ts';
import {
  type RunRounds,
  readRunRounds,
  type StandingTags,
  standingTags,
  tallyTags,
} from '../../store/tags/vocabulary-rows.ts';
import { serveQuestions, type Talk } from '../../workers/ask-worker.ts';
import type {
  QuestionKind,
  TaggedRun,
  VocabularyAnswers,
  VocabularyQuestion,
  VocabularyQuestions,
} from './questions.ts';
import { similarTags } from './similar-tags.ts';
import { tagList } from './tag-list.ts';

export type VocabularyTalk = Talk<{ readonly path: string }, true, VocabularyQuestion, unknown>;

/** Characters of a round that are compared. */
const LONGEST_ROUND = 1000;

/** The vocabulary's worker: reads the project by a connection of its own and remembers the run it was asked of last. */
serveQuestions<VocabularyTalk>(async ({ path }) => {
  const database = openForReading(path);
  const tagged = taggedCorpus(database);
  const answers: { [Kind in QuestionKind]: (input: VocabularyQuestions[Kind]) => VocabularyAnswers[Kind] } = {
    list: ({ run }) => {
      const { rounds, standing } = tagged(run);
      return tagList(allTags(database), readVocabulary(database), rounds, tallyTags(rounds, standing));
    },
    similar: ({ run }) => {
      const { rounds, standing } = tagged(run);
      return similarTags(
        allTags(database),
        readVocabulary(database),
        rounds,
        standing,
        excerptReader(database, LONGEST_ROUND),
      );
    },
    rounds: ({ filter, scope, window }) => {
      const query = roundFilterQuery(database, filter, scope);
      return { total: countRounds(database, query), ids: roundIds(database, query, window) };
    },
    bulkCount: ({ filter, scope, replacement, examples }) => {
      const matching = countRounds(database, roundFilterQuery(database, filter, scope));
      const changing = changedRounds(database, filter, replacement, scope);
      return {
        matching,
        changing: countRounds(database, changing),
        ids: roundIds(database, changing, { offset: 0, limit: examples }),
      };
    },
    bulk: ({ filter, scope, replacement }) => bulkDecisions(database, filter, replacement, scope),
    history: ({ filter, window }) => listHistory(database, filter, window),
    takeBack: ({ edit }) => planTakeBack(database, edit),
  };
  return {
    ready: true,
    answer: async ({ kind, input }) =>
      (answers[kind] as (input: VocabularyQuestion['input']) => unknown)(input),
    close: () => void database.close(),
  };
});

interface TaggedCorpus {
  readonly rounds: RunRounds;
  readonly standing: StandingTags;
}

/** Tags as they stand, read again only where they changed; of the run, only where its dialogues did. */
function taggedCorpus(database: ReadDatabase): (run: TaggedRun) => TaggedCorpus {
  let rounds: { readonly key: string; readonly value: RunRounds } | null = null;
  let standing: { readonly key: string; readonly value: StandingTags } | null = null;
  // One transaction, so that versions, tags and names are of one moment.
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
