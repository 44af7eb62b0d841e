import { go, type PurgedTables } from '../../store/purge/purge-rules.ts';

/** A judging run goes with the batch run that it judged. */
export const tables = {
  judged_pairs: go('run', 'run_id', ['run_id', 'item'], ['pair', 'state', 'outcome', 'consistent']),
  judgements: go(
    'run',
    'run_id',
    ['run_id', 'item', 'reason', 'problem', 'answer'],
    ['pair', 'swapped', 'says', 'asked', 'input_tokens', 'output_tokens', 'cost', 'cached', 'latency_ms'],
  ),
} satisfies PurgedTables;
