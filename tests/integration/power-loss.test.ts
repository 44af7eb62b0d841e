import { existsSync, readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { TagId, TurnId } from '#shared/domain/ids.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { makeProject, tagWith } from '../fixtures/project.ts';

/** `PRAGMA synchronous` of a commit that is on disk before it returns, and of a later one. */
const [ON_DISK, LATER] = [2, 1];

/** Returns the `PRAGMA synchronous` of every commit of this process to a project's log from now on. */
function watchCommits(path: string): number[] {
  const levels: number[] = [];
  const log = (): Buffer => (existsSync(`${path}-wal`) ? readFileSync(`${path}-wal`) : Buffer.alloc(0));
  let before = log();
  let isLooking = false;
  const statement: Database.Statement = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1'));
  const look = (database: Database.Database): void => {
    if (isLooking || database.name !== path || database.inTransaction) return;
    const after = log();
    if (after.equals(before)) return;
    before = after;
    isLooking = true;
    levels.push(Number(database.pragma('synchronous', { simple: true })));
    isLooking = false;
  };
  for (const name of ['run', 'get', 'all'] as const) {
    const original = statement[name];
    vi.spyOn(statement, name).mockImplementation(function (this: Database.Statement, ...given: unknown[]) {
      const result = original.apply(this, given);
      look(this.database);
      return result;
    });
  }
  return levels;
}

type Work = (client: DialogramClient, turn: TurnId) => Promise<unknown>;

async function idOf(client: DialogramClient, name: string): Promise<TagId> {
  const { items } = await client.tagging.vocabulary({ limit: 1000 });
  const tag = items.find((candidate) => candidate.name === name);
  if (!tag) throw new Error(`There is no #${name}.`);
  return tag.id;
}

const WORK: Record<string, Work> = {
  'a tag': (client, turn) => client.tagging.addTag({ turn, tag: 'by-a-person' }),
  'undo, then redo': async (client) => {
    await client.tagging.undo();
    await client.tagging.redo();
  },
  'a renamed tag': async (client) =>
    client.tagging.renameTag({ tag: await idOf(client, 'by-a-person'), name: 'renamed' }),
  'a comment': (client, turn) => client.notes.comment({ turn, text: 'Look again.' }),
  guidelines: (client) => client.notes.setGuidelines({ text: 'Tag what is said.' }),
  'a checked turn': async (client) => {
    const { id } = await client.review.open({ order: 'unchecked' });
    const { turn } = await client.review.item({ queue: id, index: 0 });
    await client.review.check({ queue: id, turn: turn.id });
  },
  'a saved filter': (client) => client.savedFilters.save({ name: 'Long', where: 'messages > 1' }),
  'a prompt': (client) => client.generation.savePrompt({ name: 'answer-next-turn', text: 'Be brief.' }),
};

it('a loss of power takes nothing that a person did and was confirmed', async () => {
  const { client, path } = await makeProject(supportCalls(10));
  const levels = watchCommits(path);
  await tagWith(client, 'annotations');
  expect(levels).toContain(LATER);
  const { items } = await client.corpus.dialogues({ limit: 1 });
  const { turns } = await client.corpus.dialogue({ dialogue: items[0].id });
  for (const [what, work] of Object.entries(WORK)) {
    levels.length = 0;
    await work(client, turns[0].id);
    expect([what, levels.at(-1)]).toEqual([what, ON_DISK]);
  }
});
