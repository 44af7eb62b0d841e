import { votesContract } from '#shared/contract/votes.ts';
import { editorOf } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import {
  countSeries,
  listVotes,
  revealVoted,
  type StoredAnswer,
  setPairState,
} from '../../store/comparing/vote-table.ts';
import { requireDialogue } from '../../store/corpus/dialogue-table.ts';
import { chosen, type PurgedTables, partOf } from '../../store/purge/purge-rows.ts';
import { titleOf } from '../retrieval/index.ts';
import { castVote, lockPair, takeVoteBack } from './cast-vote.ts';
import { nextPair, seriesOf } from './next-pair.ts';
import { rankVotes } from './ranking.ts';
import { blindPair, requirePair, revealedPair, shownVote } from './shown-pair.ts';

const named = ({ key, column }: StoredAnswer) => ({ key, column, title: titleOf(column) });

const tables = {
  vote_pairs: chosen(
    'Those on a purged dialogue, those whose answers come from one, and those with words that only the purged have.',
    'series dialogue_id settings a b',
    'id position unit round seed state',
  ),
  vote_pair_dialogues: partOf('vote_pairs', 'pair_id', 'pair_id dialogue_id'),
  // Notes that mention purged data are cleared.
  votes: partOf('vote_pairs', 'pair_id', 'note', 'pair_id choice edit_id'),
} satisfies PurgedTables;

export const feature = defineFeature({
  contract: votesContract,
  methods: {
    next: async ({ input, project, session, signal }) => {
      const series = seriesOf(project, input);
      if (input.pass !== null && requirePair(project.database, input.pass).state === 'open') {
        setPairState(project.database, input.pass, 'passed');
      }
      const { author } = editorOf(session);
      const pair = await nextPair(project, series, author, signal);
      return {
        pair: pair && blindPair(project.database, pair),
        counts: countSeries(project.database, series.id),
      };
    },
    vote: ({ input: { pair, choice, note }, session }) => castVote(editorOf(session), pair, { choice, note }),
    undo: ({ input, session }) => takeVoteBack(editorOf(session), input.pair),
    reveal: ({ input, project: { database, changes } }) => {
      const pair = lockPair(database, input.pair);
      changes.announce('votes');
      return revealedPair(database, pair);
    },
    revealAll: ({ input, project: { database, changes } }) => {
      const revealed = revealVoted(database, input.unit);
      changes.announce('votes');
      return { revealed };
    },
    ranking: ({ input, project }) =>
      rankVotes(project.database, { unit: input.unit, ...input.scope }, input.seed),
    list: ({ input, project: { database } }) => {
      const { total, items } = listVotes(database, input.unit, input);
      return {
        total,
        items: items.map((vote) => {
          const pair = requirePair(database, vote.pair);
          return {
            pair: pair.id,
            unit: pair.unit,
            vote: shownVote(vote),
            revealed:
              pair.state === 'revealed'
                ? {
                    a: named(pair.a),
                    b: named(pair.b),
                    externalId: requireDialogue(database, pair.dialogue).externalId,
                  }
                : null,
          };
        }),
      };
    },
    pair: ({ input, project: { database } }) => {
      const pair = requirePair(database, input.pair);
      return pair.state === 'revealed'
        ? { kind: 'revealed' as const, pair: revealedPair(database, pair) }
        : { kind: 'blind' as const, pair: blindPair(database, pair) };
    },
  },
  tables,
  edits: { vote: { topics: ['votes', 'project'], changesTags: 'never' } },
});
