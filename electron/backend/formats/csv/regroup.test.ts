import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scratchFile } from '../../../../tests/fixtures/formats/collect.ts';
import { readHead } from '../bytes/head.ts';
import { readingOf } from '../reading/reading.ts';
import { layoutOf } from './layout.ts';
import { NO_GROUP, regroup } from './regroup.ts';
import { RowSurvey } from './row-survey.ts';

const signal = new AbortController().signal;

async function grouped(
  content: string,
  heldBytes: number,
): Promise<{ groups: [string, string[]][]; progress: number[] }> {
  const head = await readHead(await scratchFile('a.csv', content), signal);
  const progress: number[] = [];
  const reading = readingOf(head, {
    map: null,
    brand: null,
    heldBytes,
    signal,
    onProgress: ({ bytesRead }) => progress.push(bytesRead),
  });
  const layout = layoutOf(head, ',');
  const survey = new RowSurvey();
  const names: string[] = [];
  const groupOf: number[] = [];
  const taken = survey.run(reading, layout, [0, 1], ({ cells: [name] }) => {
    if (name !== '-' && !names.includes(name)) names.push(name);
    groupOf.push(name === '-' ? NO_GROUP : names.indexOf(name));
    return null;
  });
  for await (const event of taken) throw new Error(`Unexpected ${event.kind}`);
  const plan = {
    lines: survey.lines,
    groups: Uint32Array.from(groupOf),
    groupCount: names.length,
  };
  const groups: [string, string[]][] = [];
  for await (const { group, rows } of regroup(reading, layout, plan)) {
    expect(rows.map(({ index }) => groupOf[index])).toEqual(rows.map(() => group));
    groups.push([names[group], rows.map(({ row }) => row.cells[1])]);
  }
  return { groups, progress };
}

describe('regroup', () => {
  it('gives every group whole and once, however few rows fit into memory', async () => {
    const row = fc.tuple(
      fc.constantFrom('a', 'b', 'c', 'd', 'e', '-'),
      fc.constantFrom('x', '"y\nz"', '"q"" , r"'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 5000 }),
        async (rows, limit) => {
          const content = `name,text\n${rows.map((cells) => `${cells.join(',')}\n`).join('')}`;
          const { groups } = await grouped(content, limit);
          const expected = new Map<string, string[]>();
          for (const [name, text] of rows) {
            const plain = text.replace(/^"|"$/g, '').replaceAll('""', '"');
            if (name !== '-') expected.set(name, [...(expected.get(name) ?? []), plain]);
          }
          expect(groups).toHaveLength(expected.size);
          expect(new Map(groups)).toEqual(expected);
        },
      ),
      { numRuns: 80 },
    );
  });

  it('hands a group over as soon as it is complete', async () => {
    const { groups } = await grouped('name,text\na,1\nb,1\nb,2\na,2\nc,1\n', 1 << 20);
    expect(groups.map(([name]) => name)).toEqual(['b', 'a', 'c']);
  });

  it('gives the same groups where rows do not fit into memory, and never reports progress backwards', async () => {
    const many = Array.from({ length: 30_000 }, (_, index) => `early${index % 3},${'x'.repeat(20)}\n`).join(
      '',
    );
    const late = Array.from({ length: 30_000 }, (_, index) => `late${index % 3},${'y'.repeat(20)}\n`).join(
      '',
    );
    const { groups, progress } = await grouped(`name,text\n${many}${late}`, 1000);
    expect(groups.map(([name, texts]) => [name, texts.length])).toEqual(
      ['early0', 'early1', 'early2', 'late0', 'late1', 'late2'].map((name) => [name, 10_000]),
    );
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
  });
});
