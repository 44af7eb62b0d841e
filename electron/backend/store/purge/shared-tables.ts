import { chosen, go, type PurgedTables, stay, withRun } from './purge-rows.ts';

/** Tables that many features read and write. Features declare all others. */
const SHARED_TABLES = {
  sources: go('source', 'id', 'id name', 'format'),
  imports: go(
    'source',
    'source_id',
    'id source_id job_id path options warnings',
    'join_rounds started_at finished_at ignored records_read',
  ),
  rejects: go('import', 'import_id', 'import_id line reason excerpt', 'id records'),
  dialogues: go(
    'dialogue',
    'id',
    'id source_id import_id external_id domains extra content_hash',
    'rounds utterances',
  ),
  rounds: go('dialogue', 'dialogue_id', 'id dialogue_id', 'position role'),
  utterances: go(
    'dialogue',
    'dialogue_id',
    'id dialogue_id round_id speaker text time line acts extra kind',
    'position',
  ),
  utterance_search: chosen(
    'The search index is rebuilt from the remaining messages.',
    'text utterance_search rank',
  ),
  runs: chosen(
    'Runs that learned from purged data are deleted. Only the run numbers stay, so that no later run gets the same number.',
    'id params input_fingerprint result',
    'kind seed state started_at finished_at',
  ),
  run_tags: withRun(go('turn', 'round_id', 'run_id round_id tag_id', 'position')),
  run_moves: withRun(
    go('turn', 'round_id', 'run_id round_id leaf unit second_unit', 'confidence second_confidence'),
  ),
  run_move_figures: withRun(
    stay(
      'This table contains only counts. When a run loses a dialogue, it also loses its model, and the counts are no longer used.',
      'run_id units pairs together samples',
    ),
  ),
  run_move_examples: withRun(go('turn', 'round_id', 'run_id unit round_id start end', 'closeness margin')),
  move_decisions: stay(
    'This table contains only numbers, which mean nothing without their tags and turns. Cues that mention purged data are deleted.',
    'id decision',
  ),
  run_sentences: withRun(
    go('turn', 'round_id', 'run_id round_id start end move', 'position closeness margin'),
  ),
  run_vocabulary: withRun(chosen('Counts exclude the purged turns.', 'run_id tag_id rounds', 'role')),
  tags: chosen(
    'Tags found only on purged turns are deleted. Names found only on purged turns are removed from the tags that stay.',
    'id given_name name merged_into description',
    'archived kept',
  ),
  person_tags: go('turn', 'round_id', 'tagger round_id tag_id edit_id', 'present'),
  edits: chosen(
    'Entries that are only about purged data are deleted. In other entries, the part about purged data is removed.',
    'id author description payload reason',
    'at kind state',
  ),
  edit_decisions: go(
    'turn',
    'round_id',
    'edit_id tagger round_id tag_id before_edit',
    'position before_present after_present',
  ),
  prompts: chosen(
    'Prompts with words found only in purged dialogues are deleted.',
    'text name',
    'id version at',
  ),
  dialogue_columns: chosen(
    'Fields and findings are recomputed from the remaining dialogues.',
    'header data',
    'state',
  ),
  jobs: chosen(
    'All jobs except the purge itself are deleted.',
    'id title params result error phase reason',
    'kind state done total unit created_at started_at finished_at',
  ),
  meta: stay(
    'This table contains counters, dates and choices. Deleted tags are removed from the outcome. The mark of an unfinished purge stays until the purge ends.',
    'key value',
  ),
} satisfies PurgedTables;

/** Returns the effect of a purge on every table. A test compares this list with the schema. */
export const purgedTables = (owners: readonly { readonly tables?: PurgedTables }[]): PurgedTables =>
  Object.fromEntries(
    [{ tables: SHARED_TABLES }, ...owners].flatMap(({ tables = {} }) => Object.entries(tables)),
  );
