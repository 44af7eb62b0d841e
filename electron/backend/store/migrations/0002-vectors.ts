import type { Migration } from './migration.ts';

/**
 * Vectors by encoder run, one per answer's turn, as little-endian 32-bit floats. `fingerprint` identifies corpus and
 * encoder.
 */
export const vectors: Migration = {
  version: 2,
  name: 'vectors',
  up: `
    CREATE TABLE encoders (
      run_id INTEGER PRIMARY KEY REFERENCES runs(id),
      name TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      dimensions INTEGER NOT NULL,
      model BLOB
    );
    CREATE INDEX encoders_by_fingerprint ON encoders (fingerprint);

    CREATE TABLE vectors (
      run_id INTEGER NOT NULL REFERENCES encoders(run_id),
      round_id INTEGER NOT NULL REFERENCES rounds(id),
      vector BLOB NOT NULL,
      PRIMARY KEY (run_id, round_id)
    );
  `,
};
