import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReviewItem } from '#shared/contract/review.ts';
import { cli } from '../fixtures/command-line.ts';
import { neutral, supportCalls } from '../fixtures/dialogues.ts';
import { makeProject, reopened, type TestProject, tagWith } from '../fixtures/project.ts';

const names = ({ tags }: ReviewItem): string[] => tags.map((tag) => tag.name);

async function taggedProject(): Promise<TestProject> {
  const project = await makeProject(supportCalls(20));
  await tagWith(project.client, 'annotations');
  return project;
}

describe('a review queue', () => {
  it('is restored after a restart, with its position, order and decisions', async () => {
    const before = await taggedProject();
    const { client } = before;
    const queue = (await client.review.open({ order: 'sample', seed: 5 })).id;
    const order = async ({ client }: TestProject) =>
      (await client.review.rows({ queue, limit: 1000 })).items.map((row) => row.turn);
    const turns = await order(before);
    await client.review.check({ queue, turn: turns[0] });
    await client.review.flag({ queue, turn: turns[1], note: 'who says this?' });
    await client.review.move({ queue, index: 2 });

    const after = await reopened(before);
    expect(await order(after)).toEqual(turns);
    expect(await after.client.review.queue({ queue })).toMatchObject({
      position: 2,
      reached: 2,
      decided: 1,
      flagged: 1,
    });
    const { items } = await after.client.review.rows({ queue, limit: 3 });
    expect(items.map((row) => row.state)).toEqual(['checked', 'flagged', 'open']);
    // Undo works back to the first entry of the log.
    await after.client.tagging.undo();
    await after.client.tagging.undo();
    expect(await after.client.review.queue({ queue })).toMatchObject({ decided: 0, flagged: 0 });
  });

  it('does not depend on the order of import', async () => {
    const dialogues = supportCalls(12);
    const orders = [];
    for (const list of [dialogues, dialogues.toReversed()]) {
      const { client } = await makeProject(list);
      await tagWith(client, 'annotations');
      for (const order of ['unchecked', 'sample', 'rare'] as const) {
        const queue = (await client.review.open({ order, seed: 2 })).id;
        const { items } = await client.review.rows({ queue, limit: 1000 });
        orders.push(items.map((row) => `${row.externalId} ${row.turnIndex}`));
      }
    }
    expect(orders.slice(3)).toEqual(orders.slice(0, 3));
  });

  it('puts rare tags and disagreements first, and leaves out checked turns', async () => {
    const { client } = await makeProject([
      neutral('a', 'u: Hello. #greet', 's: Hello. #greet', 'u: My lamp broke. #inform'),
      neutral('b', 'u: Hello. #greet,once', 's: Which lamp? #ask', 'u: The green one. #inform'),
    ]);
    await tagWith(client, 'annotations');
    const rare = await client.review.open({ order: 'rare' });
    const why = async (index: number) => (await client.review.item({ queue: rare.id, index })).why;
    // Each of the two tags is on one turn; ties go to the earlier turn.
    expect(await why(0)).toBe('#once is the rarest tag of this turn');
    expect(await why(1)).toBe('#ask is the rarest tag of this turn');
    const first = await client.review.item({ queue: rare.id, index: 1 });
    await client.review.check({ queue: rare.id, turn: first.turn.id });
    const again = await client.review.open({ order: 'rare' });
    expect(again.total).toBe(rare.total - 1);
    expect(names(await client.review.item({ queue: again.id, index: 0 }))).toContain('once');

    const [run] = await client.tagging.runs();
    const sides = { left: { kind: 'run', run: run.id }, right: { kind: 'people', run: run.id } } as const;
    await client.review.setTags({
      queue: rare.id,
      turn: (await client.review.item({ queue: again.id, index: 0 })).turn.id,
      tags: ['farewell'],
    });
    const apart = await client.review.open({ order: 'disagreement', ...sides, includeChecked: true });
    expect(apart.total).toBe(1);
    expect((await client.review.item({ queue: apart.id, index: 0 })).sides).toMatchObject({
      left: { tags: ['greet', 'once'] },
      right: { tags: ['farewell'] },
    });
  });
});

describe('the order by uncertainty', () => {
  it('uses other runs that tag a turn differently, and starts with turns that have many similar ones', async () => {
    const { client, session } = await makeProject([
      neutral('a', 'u: Hello. #greet', 's: Hello. #greet'),
      neutral('b', 'u: My lamp broke. #inform', 's: Thank you. #thank'),
      neutral('c', 'u: My lamp broke. #inform', 's: Bye. #close'),
      neutral('d', 'u: Where is it? #ask', 's: Bye. #close'),
    ]);
    const first = (await tagWith(client, 'annotations')).run;
    const { database } = session.project();
    const change = (text: string, acts: string) =>
      database.prepare('UPDATE utterances SET acts = ? WHERE text = ?').run(acts, text);
    change('Where is it?', '["inform"]');
    change('My lamp broke.', '["ask"]');
    await tagWith(client, 'annotations');
    expect(await client.review.certainty({ run: first })).toMatchObject({ confidences: false });
    const { id: queue, total } = await client.review.open({ order: 'uncertain', run: first });
    expect(total).toBe(8);
    const { items } = await client.review.rows({ queue, limit: 4 });
    expect(items.map((row) => row.externalId)).toEqual(['b', 'c', 'd', 'c']);
    expect((await client.review.item({ queue, index: 0 })).why).toBe(
      'The annotations tagger does not say how sure it is; 1 of 1 other run tags this turn differently; 2 turns have the same text',
    );
  });

  it('uses the confidence of a run of moves', async () => {
    const { client, session } = await makeProject(supportCalls(60));
    const { run } = await tagWith(client, 'moves');
    const { database } = session.project();
    database.prepare('UPDATE run_moves SET confidence = 0.31 WHERE run_id = ? AND round_id = 7').run(run);
    expect(await client.review.certainty({ run })).toEqual({ confidences: true, others: [] });
    const { id: queue, total } = await client.review.open({ order: 'uncertain', run });
    expect(total).toBeGreaterThan(100);
    const sure = async (index: number) => {
      const { why } = await client.review.item({ queue, index });
      return Number(/^The moves tagger is (\d+) % sure of its least certain tag/.exec(why)?.[1]);
    };
    expect(await sure(0)).toBe(31);
    expect((await client.review.item({ queue, index: 0 })).turn.id).toBe(7);
    expect(await sure(total - 1)).toBeGreaterThan(31);
  });
});

describe('turns with the same words', () => {
  const open = async () => {
    const { client } = await makeProject([
      neutral('a', 'u: Thank you. #thank', 's: Goodbye! #close'),
      neutral('b', 'u: thank you #thank', 's: Goodbye. #close'),
      neutral('c', 'u: Thank you! #accept', 's: Anything else? #ask'),
      neutral('d', 'u: THANK YOU #thank', 's: Thank you. #thank'),
      neutral('e', 'u: Thank you #thank', 's: Bye. #close'),
    ]);
    await tagWith(client, 'annotations');
    const find = async (queue: number) => {
      const { items } = await client.review.rows({ queue, limit: 100 });
      return (dialogue: string, turn = 0) =>
        items.find((row) => row.externalId === dialogue && row.turnIndex === turn)!;
    };
    const { id: queue } = await client.review.open({ order: 'unchecked' });
    return { client, queue, find };
  };

  it('are settled as one edit: those of the role with the same tags that nobody has checked', async () => {
    const { client, queue, find } = await open();
    const before = (await find(queue))('a');
    const { turn } = before;
    await client.review.check({ queue, turn: (await find(queue))('e').turn });
    const { run } = await client.review.queue({ queue });
    await client.tagging.addTag({ turn, run, tag: 'praise' });
    expect(await client.review.alike({ queue, turn })).toEqual({ words: 4, open: 2 });
    const { edit } = await client.review.settleAlike({ queue, turn });
    expect(edit?.description).toBe(
      'Set the tags of turn 1 of a and 2 with the same words to #thank, #praise',
    );
    const rows = await find(queue);
    const shown = ['a', 'b', 'c', 'd', 'e'].map((id) => [rows(id).tags.join(' '), rows(id).state]);
    expect(shown).toEqual([
      ['thank praise', 'checked'],
      ['thank praise', 'checked'],
      ['accept', 'open'],
      ['thank praise', 'checked'],
      ['thank', 'checked'],
    ]);
    expect(rows('d', 1)).toMatchObject({ tags: ['thank'], state: 'open' });
    const place = await client.review.placeOf({ queue, edit: edit!.id });
    expect(place.index).toBe(before.index);
    expect(await client.review.alike({ queue, turn })).toEqual({ words: 4, open: 0 });

    await client.tagging.undo();
    const undone = await find(queue);
    expect(['a', 'b', 'd'].map((id) => [undone(id).tags.join(' '), undone(id).state])).toEqual([
      ['thank praise', 'open'],
      ['thank', 'open'],
      ['thank', 'open'],
    ]);
  });

  it('are limited to those that pass the filter of the queue', async () => {
    const { client, queue, find } = await open();
    const { turn } = (await find(queue))('a');
    const accepted = (await client.vocabulary.list({ query: 'accept' })).items.map(({ id }) => id);
    const few = await client.review.open({ order: 'sample', filter: { untagged: accepted } });
    expect(await client.review.alike({ queue: few.id, turn })).toEqual({ words: 3, open: 3 });
    expect(await client.review.alike({ queue, turn })).toEqual({ words: 4, open: 3 });
  });
});

describe('the progress of an adjudication', () => {
  it('counts the turns that the sides differ on, in total and by tag, and the settled ones', async () => {
    const { client, session } = await makeProject([
      neutral('a', 'u: Hello. #greet', 's: Hello. #greet'),
      neutral('b', 'u: My lamp broke. #inform', 's: Bye. #close'),
      neutral('c', 'u: Where is it? #ask', 's: Bye. #close'),
    ]);
    const left = { kind: 'run', run: (await tagWith(client, 'annotations')).run } as const;
    const { database } = session.project();
    const change = (text: string, acts: string) =>
      database.prepare('UPDATE utterances SET acts = ? WHERE text = ?').run(acts, text);
    change('My lamp broke.', '["ask"]');
    change('Bye.', '["close","wish"]');
    const right = { kind: 'run', run: (await tagWith(client, 'annotations')).run } as const;
    const { id: queue, total } = await client.review.open({ order: 'disagreement', left, right });
    expect(total).toBe(3);
    const progress = () => client.review.adjudication({ queue });
    expect(await progress()).toEqual({
      turns: 3,
      settled: 0,
      tags: [
        { name: 'wish', turns: 2, settled: 0 },
        { name: 'ask', turns: 1, settled: 0 },
        { name: 'inform', turns: 1, settled: 0 },
      ],
    });
    const { turn } = await client.review.item({ queue, index: 0 });
    await client.review.setTags({ queue, turn: turn.id, tags: ['ask'] });
    expect(await progress()).toMatchObject({
      settled: 1,
      tags: [
        { name: 'wish', settled: 0 },
        { name: 'ask', turns: 1, settled: 1 },
        { name: 'inform', turns: 1, settled: 1 },
      ],
    });
    // Turns settled before a queue was opened count too.
    const again = await client.review.open({ order: 'disagreement', left, right });
    expect(again.total).toBe(2);
    expect(await client.review.adjudication({ queue: again.id })).toMatchObject({ turns: 3, settled: 1 });
    await client.tagging.undo();
    expect(await progress()).toMatchObject({ settled: 0 });
  });
});

describe('disagreements with another person', () => {
  async function compared() {
    const project = await makeProject([
      neutral('a', 'u: Hello. #greet', 's: Hello. #greet'),
      neutral('b', 'u: My lamp broke. #inform', 's: Bye. #close'),
      neutral('c', 'u: Where is it? #ask', 's: Bye. #close'),
    ]);
    const { client, folder } = project;
    const { run } = await tagWith(client, 'annotations');
    const { id: plain } = await client.review.open({ order: 'unchecked' });
    const { items } = await client.review.rows({ queue: plain, limit: 100 });
    const turns = items.filter(({ role }) => role === 'user').map(({ turn }) => turn);
    for (const turn of turns) await client.review.check({ queue: plain, turn });
    const mine = join(folder, 'mine.jsonl');
    await client.agreement.export({ author: 'Ada', out: mine });
    const theirs = (name: string, tags: readonly (readonly string[])[]) => {
      const path = join(folder, name);
      const lines = readFileSync(mine, 'utf8').trim().split('\n');
      const told = lines.map((line, at) => ({ ...JSON.parse(line), author: 'Bo', tags: tags[at] }));
      writeFileSync(path, told.map((line) => `${JSON.stringify(line)}\n`).join(''));
      return client.agreement.openFile({ path });
    };
    const left = { kind: 'people', run } as const;
    const compareWith = (file: number, of: TestProject = project) =>
      of.client.review.open({
        ...{ order: 'disagreement', left, right: { kind: 'file', file }, includeChecked: true },
      });
    const { id: file } = await theirs('theirs.jsonl', [['hail'], ['complain'], ['request']]);
    return { project, client, plain, turns, theirs, compareWith, file, run };
  }

  it('are settled by decisions between the two sides, not by accepting a turn elsewhere', async () => {
    const { client, plain, turns, compareWith, file, run } = await compared();
    const { id: queue, total, decided } = await compareWith(file);
    expect({ total, decided }).toEqual({ total: 3, decided: 0 });
    const progress = () => client.review.adjudication({ queue });
    expect(await progress()).toMatchObject({ turns: 3, settled: 0 });
    const states = async () => {
      const { items } = await client.review.rows({ queue, limit: 100 });
      return Object.fromEntries(items.map(({ externalId, state }) => [externalId, state]));
    };
    expect(await states()).toEqual({ a: 'open', b: 'open', c: 'open' });

    // Accepting one's own tags elsewhere settles nothing. Accepting with both sides shown does, without changing a tag.
    await client.review.check({ queue: plain, turn: turns[0] });
    expect(await progress()).toMatchObject({ settled: 0 });
    await client.review.check({ queue, turn: turns[0] });
    // The other side's tags; then tags of neither.
    await client.review.setTags({ queue, turn: turns[1], tags: ['complain'] });
    expect(await progress()).toMatchObject({
      turns: 3,
      settled: 2,
      tags: [
        { name: 'ask', turns: 1, settled: 0 },
        { name: 'request', turns: 1, settled: 0 },
        { name: 'complain', turns: 1, settled: 1 },
        { name: 'greet', turns: 1, settled: 1 },
        { name: 'hail', turns: 1, settled: 1 },
        { name: 'inform', turns: 1, settled: 1 },
      ],
    });
    await client.review.setTags({ queue, turn: turns[2], tags: ['locate'] });
    expect(await progress()).toMatchObject({ turns: 3, settled: 3 });
    expect(await states()).toEqual({ a: 'settled', b: 'settled', c: 'settled' });
    expect(await client.review.queue({ queue })).toMatchObject({ decided: 3 });

    // Accepted elsewhere again, it stays settled; undone, or without the check mark, it is open.
    await client.review.check({ queue: plain, turn: turns[2] });
    expect(await progress()).toMatchObject({ settled: 3 });
    await client.review.unmark({ queue, turn: turns[0], mark: 'checked' });
    expect(await progress()).toMatchObject({ settled: 2 });
    await client.tagging.undo();
    expect(await progress()).toMatchObject({ settled: 3 });
    await client.tagging.undo();
    expect(await progress()).toMatchObject({ settled: 2 });
    expect(await client.agreement.corrected()).toEqual([{ run, turns: 3 }]);
  });

  it('stay settled after a restart and with the same file opened again, until a side changes', async () => {
    const { project, client, turns, theirs, compareWith, file } = await compared();
    const { id: queue } = await compareWith(file);
    await client.review.check({ queue, turn: turns[0] });
    await client.review.setTags({ queue, turn: turns[1], tags: ['complain'] });
    const { id: again } = await theirs('again.jsonl', [['hail'], ['complain'], ['request']]);
    const { id: other } = await theirs('other.jsonl', [['wave'], ['complain'], ['request']]);
    const after = await reopened(project);
    const progressOf = (id: number) => after.client.review.adjudication({ queue: id });
    // The sides now agree on the turn, but the queue still counts it as settled.
    expect(await progressOf(queue)).toMatchObject({ turns: 3, settled: 2 });
    expect(await progressOf((await compareWith(again, after)).id)).toMatchObject({ turns: 2, settled: 1 });
    expect(await progressOf((await compareWith(other, after)).id)).toMatchObject({ turns: 2, settled: 0 });
    // Without the settled ones, only the rest is in the queue.
    const [{ left, right }] = await after.client.review.queues();
    expect(await after.client.review.open({ order: 'disagreement', left, right })).toMatchObject({
      total: 2,
    });
  });
});

describe('notes beside the tags', () => {
  it('survive a rerun and a restart, and comments are exported with the corrections', async () => {
    const before = await taggedProject();
    const { client, folder } = before;
    const { id: queue } = await client.review.open({ order: 'unchecked' });
    const { turn } = await client.review.item({ queue, index: 0 });
    await client.notes.comment({ turn: turn.id, text: 'One request or two?' });
    await client.notes.setGuidelines({ text: 'Greet only once.' });
    await client.notes.pin({ key: 2, tag: 'close' });
    await tagWith(client, 'annotations');
    const { client: again } = await reopened(before);
    expect((await again.review.item({ queue, index: 0 })).comment?.text).toBe('One request or two?');
    expect((await again.notes.guidelines())?.text).toBe('Greet only once.');
    expect(await again.notes.pins()).toMatchObject([{ key: 2, name: 'close' }]);
    const out = join(folder, 'mine.jsonl');
    expect(await again.agreement.export({ author: 'Ada', out })).toMatchObject({ turns: 1 });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ comment: 'One request or two?' });
    const vocabulary = join(folder, 'tags.json');
    await again.vocabulary.export({ to: 'json', out: vocabulary });
    expect(JSON.parse(readFileSync(vocabulary, 'utf8'))).toMatchObject({ guidelines: 'Greet only once.' });
    // After a merge, the pinned tag is the target of the merge.
    const { items } = await again.vocabulary.list({ query: 'close' });
    await again.vocabulary.merge({ tags: [items[0].id], into: 'thank' });
    expect(await again.notes.pins()).toMatchObject([{ key: 2, name: 'thank' }]);
    const [edit] = (await again.history.list({ kinds: ['comment'] })).items;
    await again.history.takeBack({ edit: edit.id });
    expect((await again.review.item({ queue, index: 0 })).comment).toBeNull();
  });
});

describe('suggestions from corrected turns', () => {
  it('are tags of the nearest turns of the role, each with its turn, and disappear when undone', async () => {
    const { client } = await makeProject([
      neutral('a', 'u: My green lamp arrived broken. #inform', 's: My green lamp arrived broken. #echo'),
      neutral(
        'b',
        'u: The green lamp arrived broken yesterday. #inform',
        's: Sorry to hear that. #apologise',
      ),
      neutral('c', 'u: How do I log in again? #ask', 's: Please open the link. #instruct'),
    ]);
    await tagWith(client, 'annotations');
    const { id: queue, run } = await client.review.open({ order: 'unchecked' });
    const { items } = await client.review.rows({ queue, limit: 100 });
    const at = (dialogue: string, turn = 0) =>
      items.find((row) => row.externalId === dialogue && row.turnIndex === turn)!.turn;
    const nearest = (turn = at('b')) => client.review.nearest({ queue, turn });
    expect(await nearest()).toEqual([]);
    await client.tagging.addTag({ turn: at('a', 1), run, tag: 'of-the-system' });
    await client.tagging.addTag({ turn: at('c'), run, tag: 'far-away' });
    await client.tagging.addTag({ turn: at('a'), run, tag: 'damage' });
    const [first, ...others] = await nearest();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      name: 'damage',
      example: { turn: at('a'), externalId: 'a', index: 0, text: 'My green lamp arrived broken.' },
    });
    // A tag that the turn has is not offered.
    await client.tagging.addTag({ turn: at('b'), run, tag: 'damage' });
    expect(await nearest()).toEqual([]);
    await client.tagging.undo();
    await client.tagging.undo();
    expect(await nearest()).toEqual([]);
  });
});

describe('a checked turn', () => {
  it('keeps its tags whatever a later run says, and reports changes', async () => {
    const { client, session } = await taggedProject();
    const queue = (await client.review.open({ order: 'unchecked' })).id;
    const item = await client.review.item({ queue, index: 0 });
    await client.review.check({ queue, turn: item.turn.id });
    const { database } = session.project();
    // The file's annotations have changed.
    database
      .prepare('UPDATE utterances SET acts = ? WHERE round_id = ?')
      .run(JSON.stringify(['quite-different']), item.turn.id);
    const rerun = await tagWith(client, 'annotations');
    const later = (await client.review.open({ order: 'unchecked', run: rerun.run })).id;
    const { items } = await client.review.rows({ queue: later, limit: 1000 });
    const index = items.findIndex((row) => row.turn === item.turn.id);
    const found = await client.review.item({ queue: later, index });
    expect(names(found)).toEqual(expect.arrayContaining([...names(item), 'quite-different']));
    expect(found).toMatchObject({ changedSince: true });
    expect(found.tags.filter((tag) => tag.origin === 'person').map((tag) => tag.name)).toEqual(names(item));
  });

  it('counts in the quality of a sample only as far as the sample was reviewed', async () => {
    const { client } = await taggedProject();
    const queue = (await client.review.open({ order: 'sample' })).id;
    const at = async (index: number) => (await client.review.item({ queue, index })).turn.id;
    const figures = async () => (await client.review.quality({ queue })).all;
    await client.review.check({ queue, turn: await at(0) });
    await client.review.setTags({ queue, turn: await at(1), tags: ['wrong-before'] });
    await client.review.check({ queue, turn: await at(30) });
    await client.review.move({ queue, index: 1 });
    expect((await figures()).turns).toMatchObject({ successes: 1, trials: 2, share: 0.5 });
    await client.review.move({ queue, index: 30 });
    expect((await figures()).turns).toMatchObject({ successes: 2, trials: 3 });
  });
});

describe('on the command line', () => {
  it("exports a person's corrections and measures how two people agree", async () => {
    const { client, path, folder, backend } = await taggedProject();
    const queue = (await client.review.open({ order: 'unchecked' })).id;
    for (const index of [0, 1, 2, 3]) {
      const { turn } = await client.review.item({ queue, index });
      await client.review.check({ queue, turn: turn.id });
    }
    await backend.stop();
    const mine = join(folder, 'mine.jsonl');
    const written = await cli('annotations', 'export', mine, '--project', path, '--author', 'Ada');
    expect(written.output).toMatchObject({ turns: 4, path: mine });
    const lines = readFileSync(mine, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(Object.keys(lines[0]).sort()).toEqual([
      'author',
      'checked',
      'comment',
      'dialogue',
      'flagged',
      'source',
      'tags',
      'turn',
    ]);
    const theirs = join(folder, 'theirs.jsonl');
    lines[3] = { ...lines[3], tags: [] };
    // An older file, which calls the turn a round.
    const older = lines.map(({ turn, ...line }) => JSON.stringify({ ...line, round: turn, author: 'Ben' }));
    writeFileSync(theirs, older.join('\n'));

    const people = await cli('agreement', '--project', path, '--left', 'people', '--right', theirs);
    expect(people.status).toBe(0);
    expect(people.output).toMatchObject({ turns: 4, exact: 3, right: { title: 'Ben (theirs.jsonl)' } });
    const files = await cli('agreement', '--project', path, '--left', mine, '--right', theirs);
    expect(files.output).toMatchObject({ exact: 3, pooled: people.output.pooled, warnings: [] });
    const runs = await cli('agreement', '--project', path, '--left', '1', '--right', '1');
    expect(runs.output).toMatchObject({ exact: runs.output.turns, pooled: { kappa: 1 } });
    expect((await cli('agreement', '--project', path, '--left', '1')).output.error).toMatchObject({
      code: 'INVALID',
      message: '--right is missing.',
    });
    expect((await cli('agreement', '--project', path, '--left', '9', '--right', '1')).output.error.code).toBe(
      'NOT_FOUND',
    );
    const reopenedClient = (await reopened({ client, path, folder, backend } as TestProject)).client;
    expect(await reopenedClient.agreement.files()).toEqual([]);
  });
});
