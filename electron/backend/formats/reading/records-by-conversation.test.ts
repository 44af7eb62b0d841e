import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collect, scratchFile, scratchFolder } from '../../../../tests/fixtures/formats/collect.ts';
import { LAYOUT_CASES } from '../../../../tests/fixtures/formats/layout-cases.ts';
import { readDialogues } from '../read.ts';

const ONE_BY_ONE = ['zendesk', 'front', 'slack', 'teams', 'convokit', 'freshdesk', 'mbox'];
const FLAT = ['b', 'a', 'b', 'c', 'a', 'b'].map((ticket, place) => ({
  ticket,
  author: place % 2 === 0 ? 'customer' : 'agent',
  words: `These are the words of place ${place}.`,
}));

it('reads the same where records do not fit into memory', async () => {
  const folder = scratchFolder();
  const flat = { format: 'mapped-json', content: FLAT.map((row) => JSON.stringify(row)).join('\n') } as const;
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const comment = '{"ticket_id":1,"author_id":2,"plain_body":"words","via":{"channel":"web"}}';
  const nested = {
    format: 'zendesk',
    content: [comment, comment.replace('"web"', deep), comment].join('\n'),
  } as const;
  const cases = [...LAYOUT_CASES.filter(({ format }) => ONE_BY_ONE.includes(format)), flat, nested];
  for (const { format, content } of cases) {
    const path = await scratchFile('export', content);
    const { events } = await collect(path, format);
    for (const heldBytes of [0, 800]) {
      const written = await collect(path, format, { heldBytes, scratch: join(folder, 'p.dialogram.query-') });
      expect(written.events, format).toEqual(events);
    }
  }
  expect(await readdir(folder)).toEqual([]);
});

it('lies beside the project until its end, also where that is early', async () => {
  const folder = scratchFolder();
  const path = await scratchFile('export', FLAT.map((row) => JSON.stringify(row)).join('\n'));
  const options = { map: null, brand: null, signal: new AbortController().signal, heldBytes: 0 };
  const scratch = join(folder, 'p.dialogram.query-');
  for await (const { kind } of readDialogues(path, 'mapped-json', { ...options, scratch })) {
    if (kind !== 'dialogue') continue;
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^p\.dialogram\.query-/)]);
    break;
  }
  expect(await readdir(folder)).toEqual([]);
  await expect(
    collect(path, 'mapped-json', { heldBytes: 0, scratch: join(folder, 'gone', 'p.query-') }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
