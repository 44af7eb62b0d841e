import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { allRaw, allRows, allValues, oneRow, oneValue, sql } from './statements.ts';

describe('statements as templates', () => {
  const database = new Database(':memory:');
  database.exec("CREATE TABLE tags (id INTEGER, name TEXT); INSERT INTO tags VALUES (1, 'a'), (2, 'b')");

  it('bind what stands in them, whatever it says', () => {
    const name = "b' OR '1' = '1";
    expect(allRows(database)`SELECT id FROM tags WHERE name = ${name}`).toEqual([]);
    expect(allRows(database)`SELECT id FROM tags WHERE id > ${0} AND name = ${'b'}`).toEqual([{ id: 2 }]);
  });

  it('take parts of their text, in any order with values', () => {
    const columns = sql('name, id');
    const rows = allRaw(
      database,
    )`SELECT ${columns} FROM tags WHERE id >= ${1} ORDER BY ${sql('id DESC')} LIMIT ${1}`;
    expect(rows).toEqual([['b', 2]]);
  });

  it('give the first column, and undefined where no row is', () => {
    expect(allValues(database)`SELECT name FROM tags ORDER BY id`).toEqual(['a', 'b']);
    expect(oneValue(database)`SELECT name FROM tags WHERE id = ${2}`).toBe('b');
    expect(oneRow(database)`SELECT * FROM tags WHERE id = ${3}`).toBeUndefined();
  });
});
