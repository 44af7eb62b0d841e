import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { VocabularyTag } from '#shared/contract/vocabulary.ts';
import { errorOf, type Suite } from './contract-suite.ts';

export function describeVocabulary(suite: Suite): void {
  const tagNamed = async (name: string): Promise<VocabularyTag> => {
    const { items } = await suite.client.vocabulary.list({ query: name, archived: 'all' });
    const tag = items.find((candidate) => candidate.name === name);
    if (!tag) throw new Error(`#${name} is not in the vocabulary`);
    return tag;
  };
  const undoAll = async (): Promise<void> => {
    while ((await suite.client.tagging.undo()).edit !== null);
  };

  it('lists the vocabulary with counts, sorted and filtered, and a tag with its turns', async () => {
    const { client } = suite;
    const tag = await tagNamed('ask-number');
    expect(tag).toMatchObject({
      turns: 40,
      byRole: { user: 0, system: 40 },
      dialogues: 40,
      archived: false,
    });
    expect(tag.firstSeen?.turn).toBeLessThan(tag.lastSeen?.turn ?? 0);
    const byName = await client.vocabulary.list({ sort: 'name', descending: false, role: 'user' });
    expect(byName.items.map(({ name }) => name)).toEqual(byName.items.map(({ name }) => name).toSorted());
    expect(byName.items.every(({ byRole }) => byRole.user > 0)).toBe(true);
    const { total, items } = await client.vocabulary.turns({ filter: { tagged: [tag.id] }, limit: 3 });
    expect(total).toBe(40);
    expect(items).toHaveLength(3);
    expect(items[0]).toMatchObject({ role: 'system', externalId: 'call-0', index: 1 });
    expect(items[0].tags.map(({ name }) => name)).toContain('ask-number');
  });

  it('changes many turns as one edit, after a count', async () => {
    const { client } = suite;
    const thank = await tagNamed('thank');
    const filter = { tagged: [thank.id], text: 'perfect' };
    const change = { kind: 'replace' as const, tag: thank.id, by: 'delighted' };
    const preview = await client.vocabulary.previewBulk({ filter, change, examples: 2 });
    expect(preview).toMatchObject({ matching: 20, changing: 20, known: false });
    expect(preview.examples).toHaveLength(2);
    const wrong = await errorOf(client.vocabulary.bulk({ filter, change, expected: 19 }));
    expect(wrong).toMatchObject({ code: 'INVALID', data: { value: '19' } });
    const { edit, turns } = await client.vocabulary.bulk({
      filter,
      change,
      expected: 20,
      reason: 'Sounds glad',
    });
    expect(turns).toBe(20);
    expect(edit).toMatchObject({ kind: 'bulk-replace', author: 'person', reason: 'Sounds glad' });
    expect((await tagNamed('delighted')).turns).toBe(20);
    expect(
      (await client.vocabulary.previewBulk({ filter: {}, change: { kind: 'add', tag: 'call' } })).changing,
    ).toBe((await client.vocabulary.turns({ filter: {} })).total);
    await client.tagging.undo();
    expect(await tagNamed('thank')).toEqual(thank);
  });

  it('splits, merges, archives and describes tags', async () => {
    const { client } = suite;
    const close = await tagNamed('close');
    const split = await client.vocabulary.split({
      tag: close.id,
      filter: { text: 'goodbye' },
      name: 'farewell',
    });
    expect(split).toMatchObject({ edit: { kind: 'split-tag' }, turns: 20 });
    const farewell = await tagNamed('farewell');
    const taken = await errorOf(client.vocabulary.split({ tag: close.id, filter: {}, name: 'farewell' }));
    expect(taken).toMatchObject({ code: 'INVALID', data: { value: 'farewell' } });
    const imagined = await client.vocabulary.impact({
      edit: { kind: 'merge', tags: [close.id, farewell.id], into: 'end-call' },
    });
    expect(imagined?.turns).toBe(close.turns);
    expect(imagined?.after.states).toBeLessThanOrEqual(imagined?.before.states ?? 0);
    const merged = await client.vocabulary.merge({ tags: [close.id, farewell.id], into: 'end-call' });
    expect(merged.edit?.kind).toBe('merge-tag');
    expect(await tagNamed('end-call')).toMatchObject({ turns: close.turns, merged: ['farewell'] });
    await client.vocabulary.describe({ tag: close.id, description: 'Says goodbye' });
    const without = await client.vocabulary.impact({
      edit: { kind: 'archive', tags: [close.id], archived: true },
    });
    expect(without?.turns).toBe(close.turns);
    await client.vocabulary.archive({ tags: [close.id], archived: true });
    expect(await tagNamed('end-call')).toMatchObject({ description: 'Says goodbye', archived: true });
    expect((await client.vocabulary.list({ query: 'end-call' })).total).toBe(0);
    expect((await client.tagging.vocabulary({ query: 'end-call' })).total).toBe(0);
    await client.vocabulary.archive({ tags: [close.id], archived: false });
    await undoAll();
    expect(await tagNamed('close')).toEqual(close);
  });

  it('suggests tags that may mean the same, until it is told that they differ', async () => {
    const { client } = suite;
    const number = await tagNamed('give-number');
    await client.vocabulary.split({ tag: number.id, filter: { text: 'yes' }, name: 'give-numbers' });
    const pairs = await client.vocabulary.similar({});
    const pair = pairs.find(({ rightName, leftName }) => [leftName, rightName].includes('give-numbers'));
    expect(pair).toMatchObject({ spelling: 1, together: 0, dismissed: false });
    if (!pair) return;
    await client.vocabulary.dismiss({ left: pair.left, right: pair.right });
    expect(await client.vocabulary.similar({})).toHaveLength(pairs.length - 1);
    expect(await client.vocabulary.similar({ dismissed: true })).toHaveLength(pairs.length);
    await client.vocabulary.dismiss({ left: pair.right, right: pair.left, dismissed: false });
    await undoAll();
  });

  it('exports the vocabulary, and imports one after a preview', async () => {
    const { client, workspace } = suite;
    const before = await tagNamed('thank');
    await client.vocabulary.describe({ tag: before.id, description: '=1+1' });
    const json = await client.vocabulary.export({ to: 'json', out: 'vocabulary.json' });
    const csv = await client.vocabulary.export({ to: 'csv', out: 'vocabulary.csv' });
    expect(csv.tags).toBe(json.tags);
    expect(readFileSync(join(workspace, 'vocabulary.csv'), 'utf8')).toContain(",'=1+1,no,");
    expect(await client.vocabulary.previewImport({ path: csv.path })).toMatchObject({
      tags: csv.tags,
      items: [],
    });
    await undoAll();
    const preview = await client.vocabulary.previewImport({ path: json.path });
    expect(preview).toMatchObject({ changed: 1, added: 0, conflicts: 0, items: [{ name: 'thank' }] });
    const imported = await client.vocabulary.import({ path: json.path });
    expect(imported).toMatchObject({ edit: { kind: 'import-vocabulary' }, report: { changed: 1 } });
    expect((await tagNamed('thank')).description).toBe('=1+1');
    await undoAll();
    expect(await errorOf(client.vocabulary.previewImport({ path: suite.callsFile }))).toMatchObject({
      code: 'BAD_FILE',
    });
  });

  it('finds past edits, shows their decisions and undoes one despite later edits', async () => {
    const { client } = suite;
    expect(await client.history.author()).toEqual({ name: 'person' });
    expect(await client.history.setAuthor({ name: 'Ada' })).toEqual({ name: 'Ada' });
    const thank = await tagNamed('thank');
    const first = await client.vocabulary.bulk({
      filter: { tagged: [thank.id] },
      change: { kind: 'add', tag: 'polite' },
      reason: 'Manners',
    });
    await client.history.setAuthor({ name: 'person' });
    const [{ turn }] = (await client.vocabulary.turns({ filter: { tagged: [thank.id] }, limit: 1 })).items;
    const polite = await tagNamed('polite');
    await client.tagging.removeTag({ turn, tag: polite.id });
    expect(await client.history.authors()).toContain('Ada');
    const found = await client.history.list({ author: 'Ada', kinds: ['bulk-add'], tag: polite.id });
    expect(found.items[0]).toMatchObject({
      id: first.edit?.id,
      decisions: thank.turns,
      author: 'Ada',
      reason: 'Manners',
      state: 'done',
      turn: { turn },
    });
    expect((await client.history.list({ text: 'perfect', kinds: ['bulk-add'] })).items).toHaveLength(
      found.total,
    );
    expect((await client.history.list({ turn, kinds: ['remove-tag'] })).items[0].author).toBe('person');
    const edit = found.items[0].id;
    const { total, items } = await client.history.decisions({ edit, limit: 1 });
    expect(total).toBe(thank.turns);
    expect(items).toMatchObject([{ turn, tag: 'polite', before: null, after: true, role: 'user' }]);

    const taken = await client.history.takeBack({ edit, reason: 'Not needed' });
    expect(taken).toMatchObject({ edit: { kind: 'take-back' }, restored: thank.turns - 1, left: 1 });
    expect((await client.vocabulary.list({ query: 'polite' })).total).toBe(0);
    const again = await errorOf(client.history.takeBack({ edit }));
    expect(again).toMatchObject({ code: 'INVALID', data: { place: `edit ${taken.edit?.id}` } });
    await undoAll();
    expect(await tagNamed('thank')).toEqual(thank);
  });
}
