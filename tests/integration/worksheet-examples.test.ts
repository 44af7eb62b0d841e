import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { openPage, startTestBackend } from '../fixtures/project.ts';

/** The three applications of the paper's study, rebuilt with our own data, and the demo's application. */
const FOLDER = fileURLToPath(new URL('../../resources/worksheets', import.meta.url));
const TODAY = '2026-03-02';

interface Conversation {
  readonly name: string;
  readonly turns: readonly { readonly user: string; readonly acts: readonly string[] }[];
}

const filesOf = (application: string): string[] =>
  readdirSync(join(FOLDER, application)).map((file) => join(FOLDER, application, file));

const conversationsOf = (application: string): Conversation[] =>
  readFileSync(join(FOLDER, application, 'conversations.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Conversation);

async function imported(application: string): Promise<DialogramClient> {
  const { client } = openPage(startTestBackend());
  await client.projects.create({ path: join(temporaryFolder('examples'), `${application}.dialogram`) });
  const { notices, application: taken } = await client.worksheets.import({
    paths: filesOf(application).filter((file) => !file.endsWith('.jsonl')),
    name: application,
  });
  expect(notices).toEqual([]);
  expect(taken).toMatchObject({ errors: 0, warnings: 0 });
  return client;
}

describe.each([
  ['restaurant', 20],
  ['tickets', 20],
  ['courses', 20],
  ['support', 10],
] as const)('the example %s', (application, least) => {
  const conversations = conversationsOf(application);

  it(`has at least ${least} conversations`, () => {
    expect(conversations.length).toBeGreaterThanOrEqual(least);
    expect(new Set(conversations.map(({ name }) => name)).size).toBe(conversations.length);
  });

  it('makes every act of every dialogue, without a model', async () => {
    const client = await imported(application);
    for (const { name, turns } of conversations) {
      const said = turns.map(({ user }) => ({ user }));
      const { turns: done } = await client.worksheets.run({
        worksheet: application,
        lines: said,
        today: TODAY,
      });
      expect(
        done.map(({ acts }, at) => ({ user: turns[at].user, acts })),
        name,
      ).toEqual(turns);
      // The understood statements, given directly, lead to the same acts.
      const lines = done.map(({ statements }) => ({ statements }));
      const again = await client.worksheets.run({ worksheet: application, lines, today: TODAY });
      expect(again.turns, name).toEqual(done);
    }
  });
});
