import { expect, it } from 'vitest';
import type { DialogueTurn } from '#shared/contract/corpus.ts';
import { errorOf, type Suite } from './contract-suite.ts';

export function describeNotes(suite: Suite): void {
  it('stores comments, guidelines and pinned tags, each as an edit that can be undone', async () => {
    const { client } = suite;
    const { items } = await client.corpus.dialogues({ limit: 1 });
    const dialogue = items[0].id;
    const first = async (): Promise<DialogueTurn> => (await client.corpus.dialogue({ dialogue })).turns[0];
    const { id: turn } = await first();
    const commented = await client.notes.comment({ turn, text: ' Is this one request or two? ' });
    expect(commented.edit?.kind).toBe('comment');
    expect((await first()).comment).toMatchObject({ text: 'Is this one request or two?', author: 'person' });
    expect((await client.notes.comment({ turn, text: 'Is this one request or two?' })).edit).toBeNull();
    const with1 = await client.review.open({ order: 'unchecked', filter: { commented: true } });
    expect(with1.total).toBe(1);
    expect((await client.review.item({ queue: with1.id, index: 0 })).comment).toMatchObject({
      text: 'Is this one request or two?',
    });
    expect(await client.review.placeOf({ queue: with1.id, edit: commented.edit!.id })).toEqual({ index: 0 });
    await client.notes.comment({ turn, text: 'Two.' });
    await client.tagging.undo();
    expect((await first()).comment?.text).toBe('Is this one request or two?');
    await client.notes.comment({ turn, text: '' });
    expect((await first()).comment).toBeNull();
    expect(await errorOf(client.notes.comment({ turn: 999_999 as never, text: 'x' }))).toMatchObject({
      code: 'NOT_FOUND',
    });

    expect(await client.notes.guidelines()).toBeNull();
    await client.notes.setGuidelines({ text: 'Greetings\n\nOnly where nothing is asked.' });
    expect(await client.notes.guidelines()).toMatchObject({
      text: 'Greetings\n\nOnly where nothing is asked.',
    });
    await client.notes.setGuidelines({ text: ' ' });
    expect(await client.notes.guidelines()).toBeNull();
    await client.tagging.undo();
    expect((await client.notes.guidelines())?.text).toMatch(/^Greetings/);

    await client.notes.pin({ key: 4, tag: 'brand-new' });
    expect(await client.vocabulary.card({ name: 'brand-new' })).toEqual({ description: '', examples: [] });
    const [tag] = (await client.vocabulary.list({ query: 'ask-number' })).items;
    await client.vocabulary.describe({ tag: tag.id, description: 'Asks for an order number.' });
    await client.tagging.addTag({ turn, tag: 'ask-number' });
    const card = await client.vocabulary.card({ name: 'ask-number' });
    expect(card.description).toBe('Asks for an order number.');
    expect(card.examples.map((row) => row.turn)[0]).toBe(turn);
    expect(card.examples).toHaveLength(3);
    await client.notes.pin({ key: 4, tag: null });

    const keys = async () => (await client.notes.pins()).map(({ key, name }) => `${key} ${name}`);
    await client.notes.pin({ key: 1, tag: 'ask-number' });
    await client.notes.pin({ key: 9, tag: 'pinned-first' });
    // A tag has one key, and a key one tag.
    await client.notes.pin({ key: 9, tag: 'ask-number' });
    expect(await keys()).toEqual(['9 ask-number']);
    expect((await client.notes.pin({ key: 9, tag: 'ask-number' })).edit).toBeNull();
    await client.tagging.undo();
    expect(await keys()).toEqual(['1 ask-number', '9 pinned-first']);
    await client.notes.pin({ key: 1, tag: null });
    expect(await keys()).toEqual(['9 pinned-first']);
    while ((await client.tagging.undo()).edit !== null);
    expect(await keys()).toEqual([]);
  });
}
