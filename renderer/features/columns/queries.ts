import type { DialogramClient } from '#shared/contract/contract.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

export const METHOD_SEED = 1;

const ENCODED = about('corpus', 'jobs');
const AGENTS = about('flows', 'worksheets');
const TAGGED = about('corpus', 'tags', 'runs');

export const comparisonQueries = ({ comparison, agents }: DialogramClient) => ({
  methods: question('comparison.methods', comparison.methods, undefined, ENCODED),
  agents: question('agents.list', agents.list, undefined, AGENTS),
  encoders: question('comparison.encoders', comparison.encoders, undefined, ENCODED),
  status: (run: RunId | null) =>
    question('comparison.status', comparison.status, { run }, about('corpus', 'tags', 'runs', 'jobs')),
  turns: (dialogue: DialogueId) =>
    question('comparison.turns', comparison.turns, { dialogue }, about('corpus')),
  /** The order of the methods does not matter, so the key sorts them. */
  compare: (
    run: RunId | null,
    dialogue: DialogueId,
    round: number,
    methods: readonly string[],
    examples: number,
  ) =>
    question(
      'comparison.compare',
      comparison.compare,
      { run, dialogue, round, methods: [...methods].sort(), examples, seed: METHOD_SEED },
      TAGGED,
    ),
});
