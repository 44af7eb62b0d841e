import { votesContract } from '#shared/contract/votes.ts';
import { defineFeature } from '../../feature.ts';
import { chosen, type PurgedTables, partOf } from '../../store/purge/purge-rules.ts';
import { votesHandlers } from './handlers.ts';

const tables = {
  vote_pairs: chosen(
    'Those on a purged dialogue, those whose answers come from one, and those with words that only the purged have.',
    ['series', 'dialogue_id', 'settings', 'a', 'b'],
    ['id', 'position', 'unit', 'round', 'seed', 'state'],
  ),
  vote_pair_dialogues: partOf('vote_pairs', 'pair_id', ['pair_id', 'dialogue_id']),
  // Notes that tell of the purged are blanked.
  votes: partOf('vote_pairs', 'pair_id', ['note'], ['pair_id', 'choice', 'edit_id']),
} satisfies PurgedTables;

export const feature = defineFeature({
  contract: votesContract,
  methods: votesHandlers,
  tables,
  edits: { vote: { topics: ['votes', 'project'], changesTags: 'never' } },
});
