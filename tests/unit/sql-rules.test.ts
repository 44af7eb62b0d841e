import { describe, expect, it } from 'vitest';
import { sqlOutsideStore } from '../../scripts/sql-rules.mjs';

const FEATURE = 'electron/backend/features/purge/plan-purge.ts';

describe('sqlOutsideStore', () => {
  it.each([
    ["const one = database.prepare('SELECT 1');"],
    ['const rows = database.prepare<[], Row>(sql).all();'],
    ['database.exec(`VACUUM`);'],
    ["const sql = 'DELETE FROM runs WHERE id = ?';"],
    ['const sql = `\n  SELECT id FROM runs`;'],
  ])('rejects %s in a feature', (source) => {
    expect(sqlOutsideStore(FEATURE, source)).toHaveLength(1);
    expect(sqlOutsideStore('electron/backend/store/runs/run-table.ts', source)).toEqual([]);
    expect(sqlOutsideStore('electron/backend/features/purge/plan-purge.test.ts', source)).toEqual([]);
  });

  it.each([
    ['const job = retrieval.prepare(jobs, run);'],
    ['const match = /SELECT/.exec(text);'],
    ['/** `SELECT r.id FROM rounds r` */'],
    ['// UPDATE jobs SET state'],
  ])('accepts %s', (source) => {
    expect(sqlOutsideStore(FEATURE, source)).toEqual([]);
  });

  it('names the line', () => {
    expect(sqlOutsideStore(FEATURE, "\n\ndatabase.exec('VACUUM');")).toEqual([
      `${FEATURE}:3 holds SQL: it belongs into a function of electron/backend/store/.`,
    ]);
  });
});
