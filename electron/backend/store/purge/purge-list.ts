/** What a purge does with a table's rows. */
export type PurgeRule =
  /** Rows of what is purged go; `of` says what the column refers to. */
  | { readonly rows: 'go'; readonly of: 'source' | 'import' | 'dialogue' | 'round'; readonly column: string }
  /** Rows are chosen or changed one by one, by the code of the purge. */
  | { readonly rows: 'chosen'; readonly why: string }
  /** Nothing of a dialogue can be in them. */
  | { readonly rows: 'stay'; readonly why: string };

export interface PurgedTable {
  readonly rule: PurgeRule;
  /** Every column, so that one added later is looked at: those that may hold words or ids, and those that cannot. */
  readonly words: readonly string[];
  readonly plain: readonly string[];
}

const go = (
  of: 'source' | 'import' | 'dialogue' | 'round',
  column: string,
  words: readonly string[],
  plain: readonly string[] = [],
): PurgedTable => ({ rule: { rows: 'go', of, column }, words, plain });

const chosen = (why: string, words: readonly string[], plain: readonly string[] = []): PurgedTable => ({
  rule: { rows: 'chosen', why },
  words,
  plain,
});

/**
 * Every table of the schema and what a purge does with it. A test holds it to the schema: a table or a column that is
 * not named here fails it, so that none added later is forgotten.
 */
export const PURGE_LIST: Readonly<Record<string, PurgedTable>> = {
  vectors: go('round', 'round_id', ['run_id', 'round_id', 'vector']),
  run_tags: go('round', 'round_id', ['run_id', 'round_id', 'tag_id'], ['position']),
  run_flags: go('round', 'round_id', ['run_id', 'round_id', 'reason']),
  run_dialogues: go('dialogue', 'dialogue_id', ['run_id', 'dialogue_id', 'message'], ['outcome']),
  person_tags: go('round', 'round_id', ['tagger', 'round_id', 'tag_id', 'edit_id'], ['present']),
  person_marks: go('round', 'round_id', ['tagger', 'round_id', 'note', 'edit_id'], ['mark']),
  edit_decisions: go(
    'round',
    'round_id',
    ['edit_id', 'tagger', 'round_id', 'tag_id', 'before_edit'],
    ['position', 'before_present', 'after_present'],
  ),
  annotation_file_rounds: go('round', 'round_id', ['file_id', 'round_id', 'tags', 'flagged'], ['checked']),
  annotation_files: chosen('Those that speak of no other round.', ['id', 'name', 'author'], ['opened_at']),
  review_queues: chosen(
    'All: they are orders of all rounds, and quickly made again.',
    ['settings', 'rounds', 'notes', 'follow_ups'],
    ['id', 'position', 'reached', 'created_at'],
  ),
  utterances: go(
    'dialogue',
    'dialogue_id',
    ['id', 'dialogue_id', 'round_id', 'speaker', 'text', 'time', 'line', 'acts', 'extra', 'kind'],
    ['position'],
  ),
  rounds: go('dialogue', 'dialogue_id', ['id', 'dialogue_id'], ['position', 'role']),
  dialogues: go(
    'dialogue',
    'id',
    ['id', 'source_id', 'import_id', 'external_id', 'domains', 'extra', 'content_hash'],
    ['rounds', 'utterances'],
  ),
  rejects: go('import', 'import_id', ['import_id', 'line', 'reason', 'excerpt'], ['id', 'records']),
  imports: go(
    'source',
    'source_id',
    ['id', 'source_id', 'job_id', 'path', 'options', 'warnings'],
    ['join_rounds', 'started_at', 'finished_at', 'ignored', 'records_read'],
  ),
  sources: go('source', 'id', ['id', 'name'], ['format']),
  utterance_search: chosen('The index is built anew from the utterances that stay.', [
    'text',
    'utterance_search',
    'rank',
  ]),
  run_vocabulary: chosen('Counts lose the rounds that go.', ['run_id', 'tag_id', 'rounds'], ['role']),
  tags: chosen(
    'Tags that nothing else carries go; a name only the purged rounds were given goes from those that stay.',
    ['id', 'given_name', 'name', 'merged_into', 'description'],
    ['archived', 'kept'],
  ),
  edits: chosen(
    'Entries of which nothing is left go; the others lose what they say of the purged.',
    ['id', 'author', 'description', 'payload', 'reason'],
    ['at', 'kind', 'state'],
  ),
  runs: chosen(
    'Runs that learned from the purged go, but for their number, which no later run may be given.',
    ['id', 'params', 'input_fingerprint', 'result'],
    ['kind', 'seed', 'state', 'started_at', 'finished_at'],
  ),
  automata: chosen('Those learned from a purged dialogue go with their run.', [
    'run_id',
    'tagging_run_id',
    'corpus_version',
    'edit_version',
    'header',
    'dialogue_ids',
  ]),
  automaton_arrays: chosen('With their automaton.', ['run_id', 'name', 'data']),
  encoders: chosen(
    'Those that keep a model learned from words go with all their vectors.',
    ['run_id', 'fingerprint', 'model'],
    ['name', 'dimensions'],
  ),
  prompts: chosen(
    'Those that hold words which only the purged dialogues have.',
    ['text', 'name'],
    ['id', 'version', 'at'],
  ),
  model_answers: chosen(
    'Those about a purged dialogue, and those whose dialogues nobody knows.',
    ['hash', 'answer'],
    ['provider', 'model', 'finish', 'input_tokens', 'output_tokens', 'at'],
  ),
  model_answer_dialogues: chosen('With their answer.', ['hash', 'dialogue_id']),
  model_calls: chosen(
    'Stay as the account of what was spent, without dialogue, hash and message.',
    ['run_id', 'dialogue_id', 'hash', 'message'],
    [
      'id',
      'at',
      'attempt',
      'outcome',
      'status',
      'input_tokens',
      'output_tokens',
      'bound_tokens',
      'cost',
      'latency_ms',
    ],
  ),
  provider_batches: {
    rule: { rows: 'stay', why: "The provider's names of its files; the words are with the provider." },
    words: [],
    plain: [
      'id',
      'run_id',
      'provider',
      'remote_id',
      'input_file',
      'output_file',
      'error_file',
      'state',
      'requests',
      'submitted_at',
      'finished_at',
    ],
  },
  simulation_cases: chosen(
    'Those that name a purged dialogue, and those that hold words which only the purged have.',
    ['name', 'made_with', 'settings', 'turns', 'expected'],
    ['id', 'at'],
  ),
  simulation_case_dialogues: chosen('With their case.', ['case_id', 'dialogue_id']),
  vote_pairs: chosen(
    'Those on a purged dialogue, those whose answers come from one, and those with words that only the purged have.',
    ['series', 'dialogue_id', 'settings', 'a', 'b'],
    ['id', 'position', 'unit', 'round', 'seed', 'state'],
  ),
  vote_pair_dialogues: chosen('With their pair.', ['pair_id', 'dialogue_id']),
  votes: chosen(
    'With their pair; notes that tell of the purged are blanked.',
    ['note'],
    ['pair_id', 'choice', 'edit_id'],
  ),
  batch_items: chosen('With their run, which goes if it asked about or answered from a purged dialogue.', [
    'run_id',
    'item',
    'dialogue_id',
    'rounds',
    'asked',
    'truths',
  ]),
  batch_rows: chosen(
    'With their run.',
    ['run_id', 'item', 'answer', 'answers', 'problem'],
    [
      'id',
      'place',
      'measures',
      'prompt_version',
      'input_tokens',
      'output_tokens',
      'cost',
      'cached',
      'latency_ms',
    ],
  ),
  batch_details: chosen('With their row.', ['row_id', 'examples', 'route', 'prompt']),
  judged_pairs: chosen(
    'With their run, which goes with the batch run that it judged.',
    ['run_id', 'item'],
    ['pair', 'state', 'outcome', 'consistent'],
  ),
  judgements: chosen(
    'With their run.',
    ['run_id', 'item', 'reason', 'problem', 'answer'],
    ['pair', 'swapped', 'says', 'asked', 'input_tokens', 'output_tokens', 'cost', 'cached', 'latency_ms'],
  ),
  jobs: chosen(
    'All but the purge itself.',
    ['id', 'title', 'params', 'result', 'error', 'phase', 'reason'],
    ['kind', 'state', 'done', 'total', 'unit', 'created_at', 'started_at', 'finished_at'],
  ),
  meta: {
    rule: { rows: 'stay', why: 'Counters and dates; and the marker of a purge that has not ended.' },
    words: [],
    plain: ['key', 'value'],
  },
};
