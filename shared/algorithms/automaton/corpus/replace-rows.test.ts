import { expect, it } from 'vitest';
import { createRandom } from '../../random/random.ts';
import { replaceRows } from './replace-rows.ts';

it('returns the same as writing all rows again', () => {
  const random = createRandom(1);
  const someRow = () => Array.from({ length: random.integer(4) }, () => random.integer(100));
  const written = (rows: readonly number[][]) => {
    const offsets = Int32Array.from([0, ...rows.map((_, row) => rows.slice(0, row + 1).flat().length)]);
    return { offsets, values: Int32Array.from(rows.flat()) };
  };
  for (let trial = 0; trial < 200; trial++) {
    const rows = Array.from({ length: 1 + random.integer(8) }, someRow);
    const { offsets, values } = written(rows);
    const changed = new Map<number, number[]>();
    for (const row of rows.keys()) if (random.next() < 0.4) changed.set(row, someRow());
    const now = rows.map((row, at) => changed.get(at) ?? row);
    const inAnyOrder = new Map(random.shuffle([...changed]));
    expect(replaceRows(offsets, values, inAnyOrder)).toEqual(written(now));
    expect({ offsets, values }).toEqual(written(rows));
  }
});
