import type { Migration } from './migration.ts';

/** Speakers one of whose words is among these. */
const speakersNamed = (words: string): string => {
  const isIn = (word: string): string => `name GLOB '*[^a-z]${word}[^a-z]*'`;
  return `SELECT speaker FROM (SELECT DISTINCT speaker, ' ' || lower(speaker) || ' ' AS name FROM utterances)
    WHERE ${words.split(' ').map(isIn).join(' OR ')}`;
};

/**
 * Schema for judging the answers of a batch run.
 *
 * `judged_pairs` are two answers to one item of the batch run, by the index of the pair of columns in the judging run,
 * and their state; `judgements` the judge's verdicts in either order (`swapped`: the baseline is shown second). Both
 * are deleted with their batch run, whose numbers they use.
 *
 * Also `utterances.kind`: the kind of speaker, as an index into SPEAKER_KINDS. Earlier imports get the kind that the
 * speaker's name implies, as an import would find it.
 */
export const judging: Migration = {
  version: 5,
  name: 'judging',
  up: `
    CREATE TABLE judged_pairs (
      run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      item INTEGER NOT NULL,
      pair INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('open', 'judged', 'flagged', 'same', 'unanswered')),
      outcome TEXT CHECK (outcome IN ('column', 'baseline', 'tie')),
      consistent INTEGER,
      PRIMARY KEY (run_id, item, pair)
    ) WITHOUT ROWID;

    CREATE TABLE judgements (
      run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      item INTEGER NOT NULL,
      pair INTEGER NOT NULL,
      swapped INTEGER NOT NULL,
      says TEXT CHECK (says IN ('column', 'baseline', 'tie')),
      reason TEXT,
      problem TEXT,
      answer TEXT,
      asked INTEGER NOT NULL,
      input_tokens INTEGER,
      output_tokens INTEGER,
      cost REAL,
      cached INTEGER NOT NULL,
      latency_ms REAL NOT NULL,
      PRIMARY KEY (run_id, item, pair, swapped)
    ) WITHOUT ROWID;

    ALTER TABLE utterances ADD COLUMN kind INTEGER NOT NULL DEFAULT 0 CHECK (kind BETWEEN 0 AND 3);
    UPDATE utterances SET kind = 1 WHERE round_id IN (SELECT id FROM rounds WHERE role = 1);
    UPDATE utterances SET kind = 3 WHERE kind = 0 AND speaker IN (${speakersNamed('bot chatbot assistant model gpt')});
    UPDATE utterances SET kind = 2 WHERE kind = 0 AND speaker IN (${speakersNamed(
      'agent support service operator advisor representative rep employee staff admin wizard seller',
    )});
  `,
};
