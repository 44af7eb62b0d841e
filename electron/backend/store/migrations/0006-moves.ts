import type { Migration } from './migration.ts';

/**
 * Additional data of moves runs. `run_moves` has the fine cluster of a turn (`leaf`, of the tree in the run's model; -1
 * for none) and the confidence of its first and its second move; `run_sentences` the move of each sentence: its
 * position in the turn's text, its move (an index in the cut of the run's model; -1 for none), its closeness to that
 * move, and the margin to the next. No text is copied.
 */
export const moves: Migration = {
  version: 6,
  name: 'moves',
  up: `
    CREATE TABLE run_moves (
      run_id INTEGER NOT NULL REFERENCES runs(id),
      round_id INTEGER NOT NULL REFERENCES rounds(id),
      leaf INTEGER NOT NULL,
      confidence REAL,
      second_confidence REAL,
      PRIMARY KEY (run_id, round_id)
    ) WITHOUT ROWID;
    CREATE INDEX run_moves_by_round ON run_moves (round_id);

    CREATE TABLE run_sentences (
      run_id INTEGER NOT NULL REFERENCES runs(id),
      round_id INTEGER NOT NULL REFERENCES rounds(id),
      position INTEGER NOT NULL,
      start INTEGER NOT NULL,
      end INTEGER NOT NULL,
      move INTEGER NOT NULL,
      closeness REAL NOT NULL,
      margin REAL NOT NULL,
      PRIMARY KEY (run_id, round_id, position)
    ) WITHOUT ROWID;
    CREATE INDEX run_sentences_by_round ON run_sentences (round_id);
  `,
};
