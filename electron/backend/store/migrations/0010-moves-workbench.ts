import type { Migration } from './migration.ts';

/**
 * What the moves of a run are shown and regrouped by. A unit is what a move has of one fine cluster: `run_moves` has the
 * unit of a round's first and of its second move, `run_move_figures` what each unit is and how often it stands with which
 * (arrays of 32-bit integers, see `MoveFigures`), `run_move_examples` where sentences stand that show it. Runs that were
 * made before have none. `move_decisions` is what people decided on moves, in order: names of tags and of rounds by
 * their numbers, so that it can be applied to any run.
 */
export const movesWorkbench: Migration = {
  version: 10,
  name: 'moves workbench',
  up: `
    ALTER TABLE run_moves ADD COLUMN unit INTEGER;
    ALTER TABLE run_moves ADD COLUMN second_unit INTEGER;

    CREATE TABLE run_move_figures (
      run_id INTEGER PRIMARY KEY REFERENCES runs(id),
      units BLOB NOT NULL,
      pairs BLOB NOT NULL,
      together BLOB NOT NULL,
      samples BLOB NOT NULL
    );

    CREATE TABLE run_move_examples (
      run_id INTEGER NOT NULL REFERENCES runs(id),
      unit INTEGER NOT NULL,
      round_id INTEGER NOT NULL REFERENCES rounds(id),
      start INTEGER NOT NULL,
      end INTEGER NOT NULL,
      closeness REAL NOT NULL,
      margin REAL NOT NULL,
      PRIMARY KEY (run_id, unit, round_id, start)
    ) WITHOUT ROWID;
    CREATE INDEX run_move_examples_by_round ON run_move_examples (round_id);

    CREATE TABLE move_decisions (
      id INTEGER PRIMARY KEY,
      decision TEXT NOT NULL
    );
  `,
};
