import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { allRaw, allRows, allValues, eachRow, oneRow, oneValue, sql } from './statements.ts';

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

  it('are prepared once, each in its shape, and see what became of their table', () => {
    const own = new Database(':memory:');
    own.exec('CREATE TABLE moves (name TEXT)');
    const prepare = vi.spyOn(own, 'prepare');
    const look = () => [
      allRows(own)`SELECT * FROM moves`,
      allRaw(own)`SELECT * FROM moves`,
      allValues(own)`SELECT * FROM moves`,
      oneRow(own)`SELECT * FROM moves`,
    ];
    expect(look()).toEqual([[], [], [], undefined]);
    expect(prepare).toHaveBeenCalledTimes(3);
    own.exec("INSERT INTO moves VALUES ('a'); ALTER TABLE moves ADD COLUMN said INTEGER DEFAULT 2");
    const row = { name: 'a', said: 2 };
    expect(look()).toEqual([[row], [['a', 2]], ['a'], row]);
    expect(prepare).toHaveBeenCalledTimes(3);
    expect(allRows(new Database(':memory:'))`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  });

  it('are forgotten where too many others were asked since', () => {
    const prepare = vi.spyOn(database, 'prepare');
    for (let at = 0; at < 1000; at++) oneValue(database)`SELECT ${sql(String(at))}`;
    oneValue(database)`SELECT ${sql('999')}`;
    expect(prepare).toHaveBeenCalledTimes(1000);
    oneValue(database)`SELECT ${sql('0')}`;
    expect(prepare).toHaveBeenCalledTimes(1001);
  });

  it('are read row by row while the same is asked', () => {
    const seen = [];
    for (const outer of eachRow(database)`SELECT id FROM tags`)
      for (const inner of eachRow(database)`SELECT id FROM tags`) seen.push([outer, inner]);
    expect(seen).toHaveLength(4);
  });
});
