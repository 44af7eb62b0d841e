import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TagId, TurnId } from '#shared/domain/ids.ts';
import { ended } from '../fixtures/project.ts';
import type { Suite } from './contract-suite.ts';

export function describeTagging(suite: Suite): void {
  it('lists the taggers, their runs and the vocabulary of a run', async () => {
    const { client } = suite;
    expect(await client.tagging.taggers()).toMatchObject([
      { name: 'offline', unavailable: null },
      { name: 'moves', unavailable: null },
      { name: 'taught', unavailable: expect.stringContaining('name at least two different moves in Teach') },
      { name: 'annotations', unavailable: null },
      { name: 'model', unavailable: null },
    ]);
    const runs = await client.tagging.runs();
    expect(runs.map((run) => run.tagger)).toEqual(['annotations', 'offline']);
    expect(runs.every((run) => run.utterancesTagged > 0 && run.vocabulary > 0)).toBe(true);
    const all = await client.tagging.vocabulary({});
    expect(all.total).toBe(runs[0].vocabulary);
    expect(all.items.find((item) => item.name === 'ask-number')).toMatchObject({
      turns: 40,
      roles: ['system'],
    });
    const offline = await client.tagging.vocabulary({ run: runs[1].id, limit: 1 });
    expect(offline.total).toBe(runs[1].vocabulary);
    expect(await client.tagging.vocabulary({ query: '#confrim' })).toMatchObject({
      total: 0,
      nearest: expect.arrayContaining([expect.objectContaining({ name: 'confirm' })]),
    });
    expect(
      (await client.tagging.vocabulary({ query: '#confirm' })).items.map((item) => item.name).sort(),
    ).toEqual(['confirm', 'confirm-change', 'confirm-refund']);
  });

  it('exports the text of every turn if there are no moves', async () => {
    const { client, workspace } = suite;
    const [run] = await client.tagging.runs();
    const out = join(workspace, 'tags.jsonl');
    const { path, bytes, turns } = await client.tagging.export({ run: run.id, out });
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    expect(bytes).toBeGreaterThan(0);
    expect(lines).toHaveLength(turns);
    expect(JSON.parse(lines[0])).toMatchObject({ turn: 0, role: 'user', moves: [] });
    expect(lines.flatMap((line) => JSON.parse(line).words)).toContain('ask-number');
  });

  it('has no move cards without a run of moves', async () => {
    const { client } = suite;
    expect(await client.moves.cards({})).toBeNull();
    expect((await client.moves.cues()).own).toEqual([]);
    expect((await client.moves.countCue({ role: 'user', phrases: 'hello' })).turns).toBeGreaterThan(0);
    await expect(client.moves.edit({ edit: { kind: 'cut', role: 'user', moves: 4 } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('finds topics, regroups them, and undoes that', async () => {
    const { client } = suite;
    expect(await client.topics.cards({})).toBeNull();
    await expect(client.topics.edit({ edit: { kind: 'cut', topics: 2 } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const { job } = await client.topics.find({ topics: 3 });
    expect(await ended(client, job)).toMatchObject({ state: 'done' });
    const found = await client.topics.cards({});
    const [first, second] = found?.topics ?? [];
    expect(first && second).toBeDefined();
    await client.topics.edit({ edit: { kind: 'merge', topic: second.name, into: first.name } });
    const merged = await client.topics.cards({});
    expect(merged?.topics.length).toBe((found?.topics.length ?? 0) - 1);
    await client.tagging.undo();
    expect(await client.topics.cards({})).toEqual(found);
  });

  it('adds, replaces, removes and renames tags, undoes and redoes all of it', async () => {
    const { client } = suite;
    const before = (await client.tagging.history({ limit: 1 })).total;
    const { dialogue } = await client.corpus.find({ externalId: 'call-1' });
    const shown = async () => (await client.corpus.dialogue({ dialogue })).turns[0];
    const turn = (await shown()).id as TurnId;
    const names = async (): Promise<string[]> => (await shown()).tags.map((tag) => tag.name);
    const idOf = async (name: string): Promise<TagId> => {
      const tag = (await shown()).tags.find((candidate) => candidate.name === name);
      if (!tag) throw new Error(`#${name} is not there`);
      return tag.id;
    };
    expect(await names()).toEqual(['ask-refund']);

    const added = await client.tagging.addTag({ turn, tag: '#urgent' });
    expect(added).toMatchObject({ edit: { kind: 'add-tag', undone: false }, redo: null });
    expect(added.undo).toContain('#urgent');
    await client.tagging.replaceTag({ turn, tag: await idOf('urgent'), by: 'angry' });
    await client.tagging.removeTag({ turn, tag: await idOf('ask-refund') });
    const renamed = await client.tagging.renameTag({ tag: await idOf('angry'), name: 'upset' });
    expect(renamed.edit?.kind).toBe('rename-tag');
    expect(await names()).toEqual(['upset']);
    const { removedTags } = await shown();
    expect(removedTags).toMatchObject([{ name: 'ask-refund', origin: 'annotations' }]);
    expect((await client.automata.list())[0].stale).toBe(true);

    const history = await client.tagging.history({ limit: 2 });
    expect(history).toMatchObject({
      total: before + 4,
      items: [{ kind: 'rename-tag' }, { kind: 'remove-tag' }],
    });
    for (let step = 0; step < 4; step++) await client.tagging.undo();
    expect(await names()).toEqual(['ask-refund']);
    expect(await client.tagging.undo()).toMatchObject({ edit: null, undo: null });
    for (let step = 0; step < 4; step++) await client.tagging.redo();
    expect(await names()).toEqual(['upset']);
    expect(await client.tagging.redo()).toMatchObject({ edit: null, redo: null });
    for (let step = 0; step < 4; step++) await client.tagging.undo();
  });
}
