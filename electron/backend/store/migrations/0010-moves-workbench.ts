import type { Migration } from './migration.ts';

/**
 * Data for showing and regrouping the moves of a run. A unit is the part of a move within one fine cluster: `run_moves`
 * has the units of a turn's first and second move, `run_move_figures` describes the units and how often they occur
 * together (arrays of 32-bit integers, see `MoveFigures`), `run_move_examples` the positions of example sentences.
 * Earlier runs have none. `move_decisions` are people's decisions on moves, in order, with ids of tags and turns, so
 * that they can be applied to any run.
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
