import type { Migration } from './migration.ts';

/** Keys of stored JSON, as they were and as they are. */
const RENAMED = {
  round: 'turn',
  rounds: 'turns',
  everyRound: 'everyTurn',
  flaggedRounds: 'flaggedTurns',
  leftRounds: 'leftTurns',
  otherRounds: 'otherTurns',
  rightRounds: 'rightTurns',
  roundsFollowed: 'turnsFollowed',
  roundsNamed: 'turnsNamed',
  shareOfRounds: 'shareOfTurns',
  stopsByRound: 'stopsByTurn',
  timedRounds: 'timedTurns',
  tokensPerRound: 'tokensPerTurn',
};

/** Columns of JSON with such keys, by table. */
const COLUMNS = {
  annotations: ['content'],
  batch_details: ['examples', 'route', 'prompt'],
  dialogue_columns: ['header'],
  edits: ['payload'],
  jobs: ['params', 'result'],
  meta: ['value'],
  move_decisions: ['decision'],
  review_queues: ['settings', 'follow_ups'],
  runs: ['params', 'result'],
  simulation_cases: ['settings', 'turns', 'expected'],
  state_names: ['content'],
  vote_pairs: ['settings', 'a', 'b'],
};

/** Arrays of automata. */
const ARRAYS = {
  pathRounds: 'pathTurns',
  turnRounds: 'replyTurns',
  turnDialogues: 'replyDialogues',
  turns: 'replies',
};

/** Returns the column with keys renamed. In JSON, a quote within a text is escaped, so that only keys look like this. */
const renamed = (column: string, keys: Readonly<Record<string, string>> = RENAMED): string =>
  Object.entries(keys).reduce((text, [old, now]) => `replace(${text}, '"${old}":', '"${now}":')`, column);

const update = (table: string, columns: readonly string[], where: string): string =>
  `UPDATE ${table} SET ${columns.map((column) => `${column} = ${renamed(column)}`).join(', ')} WHERE ${where};`;

const mentions = (columns: readonly string[]): string =>
  columns.map((column) => `${column} LIKE '%ound%":%'`).join(' OR ');

/** Renames keys of stored JSON; tables and columns keep their names. Counts beside a key `turns` are renamed first. */
export const turns: Migration = {
  version: 23,
  name: 'turns',
  up: `
    UPDATE runs SET result = ${renamed('result', { rounds: 'allTurns' })} WHERE kind = 'evaluation';
    UPDATE jobs SET result = ${renamed('result', { rounds: 'allTurns' })} WHERE kind = 'evaluation';
    UPDATE jobs SET result = ${renamed('result', { rounds: 'otherTurns' })} WHERE kind = 'embedding';
    ${Object.entries(COLUMNS)
      .map(([table, columns]) => update(table, columns, mentions(columns)))
      .join('\n')}
    ${Object.entries(ARRAYS)
      .map(([old, now]) => `UPDATE automaton_arrays SET name = '${now}' WHERE name = '${old}';`)
      .join('\n')}
    ${update(
      'removed_rows',
      // The columns of "vote_pairs" with JSON.
      ['c7', 'c8', 'c9'],
      `id IN (SELECT r.id FROM removed_tables t JOIN removed_rows r ON r.id BETWEEN t.first_row AND t.last_row
        WHERE t.name = 'vote_pairs')`,
    )}
  `,
};

/** Adds the probabilities of the words that a model chose from. */
export const weights: Migration = {
  version: 24,
  name: 'weights',
  up: `
    ALTER TABLE model_answers ADD COLUMN weights TEXT;
    ALTER TABLE judgements ADD COLUMN weights TEXT;
  `,
};
