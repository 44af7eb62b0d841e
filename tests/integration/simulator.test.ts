import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { neutral, supportCalls } from '../fixtures/dialogues.ts';
import { copiesOf, makeProject, reopened, resultOf, type TestProject, tagWith } from '../fixtures/project.ts';

const CALLS = supportCalls(120);

async function learn(
  { client }: TestProject,
  options: Parameters<TestProject['client']['automata']['learn']>[0],
) {
  return resultOf<{ automaton: never }>(client, (await client.automata.learn(options)).job);
}

const learnedFrom = (tagger: 'offline' | 'annotations') =>
  copiesOf(async () => {
    const project = await makeProject(CALLS);
    await tagWith(project.client, tagger);
    await learn(project, { tau: 2, lambda: null });
    return project;
  });

const readyProject = { offline: learnedFrom('offline'), annotations: learnedFrom('annotations') };

const REFUND = 'The lamp I bought is broken and I want my money back.';

describe('a simulated dialogue', () => {
  it('is tagged as the offline tagger tags the corpus, with the current names', async () => {
    const { client } = await readyProject.offline();
    const { items } = await client.corpus.dialogues({ query: 'broken money back' });
    const said = async () => {
      const detail = await client.corpus.dialogue({ dialogue: items[0].id });
      const own = detail.turns[0].utterances.map(({ text }) => text).join(' ');
      await client.simulator.restart({});
      const { turns } = await client.simulator.say({ role: 'user', text: own });
      return { live: turns[0].tags.map(({ name }) => name), kept: detail.turns[0].tags };
    };
    const first = await said();
    expect(first.live).toEqual(first.kept.map(({ name }) => name));
    await client.tagging.renameTag({ tag: first.kept[0].id, name: 'renamed-by-me' });
    expect((await said()).live).toContain('renamed-by-me');
    await client.vocabulary.archive({ tags: [first.kept[0].id], archived: true });
    expect((await said()).live).not.toContain('renamed-by-me');
  });

  it('is tagged like similar turns if the file’s annotations are the tags', async () => {
    const { client } = await readyProject.annotations();
    const { turns, taggedBy, place } = await client.simulator.say({ role: 'user', text: REFUND });
    expect(turns[0].tags).toEqual([{ name: 'ask-refund', origin: 'similar' }]);
    expect(taggedBy).toBe('the support tagger and the most similar turns');
    expect(place).toMatchObject({ tags: ['ask-refund'], support: 30 });
  });

  it('says what the automaton does not cover, and continues by hand', async () => {
    const { client } = await readyProject.annotations();
    await client.simulator.say({ role: 'user', text: REFUND });
    const off = await client.simulator.retag({ turn: 0, tags: ['ask-refund', 'nba'] });
    expect(off.offTheMap).toEqual([
      `No customer turn in the training dialogues has #nba. #ask-refund led to ${off.place?.words}.`,
    ]);
    const literal = await client.simulator.configure({ policy: 'literal' });
    expect(literal.routes.find(({ policy }) => policy === 'literal')?.stopped).toBe(true);
    const forced = await client.simulator.force(literal.next.tags[0]);
    expect(forced.place?.state).toBe(literal.next.tags[0].to);
    expect(forced.turns[1]).toMatchObject({ role: 'system', text: '', offTheMap: null });
  });

  it('takes examples and the answer from the dialogues of its state, never from the one it started with', async () => {
    const { client } = await readyProject.annotations();
    const { dialogue } = await client.corpus.find({ externalId: CALLS[1].id });
    const { examples, answers } = await client.simulator.restart({ from: { dialogue, turn: 0 } });
    expect(examples.items).toHaveLength(5);
    for (const example of examples.items) {
      expect(example.tags).toEqual(['apologise', 'ask-number']);
      expect(example.dialogue).not.toBe(dialogue);
    }
    expect(answers[0].text).toMatch(/order number/);
    const again = await client.simulator.current();
    expect([again.examples, again.answers]).toEqual([examples, answers]);
  });

  it('is answered without the handle of another customer and the initials of the agent', async () => {
    const calls = Array.from({ length: 40 }, (_, at) =>
      neutral(
        `late-${at}`,
        'u: @shop My parcel is late #report-late',
        `s: @${115700 + at} Please send us a direct message. -AA #ask-private`,
      ),
    );
    const project = await makeProject(calls);
    await tagWith(project.client, 'annotations');
    await learn(project, { tau: 2, lambda: null });
    const { simulator } = project.client;
    const { answers } = await simulator.say({ role: 'user', text: 'My parcel is late' });
    const { dialogue, turn } = answers[0]!;
    const { turns } = await simulator.setAnswer({ from: { dialogue, turn } });
    expect([answers[0]!.text, turns[1]!.text]).toEqual(
      Array.from({ length: 2 }, () => 'Please send us a direct message.'),
    );
  });

  it('puts off what no answer fits with the sentence in which an agent does so', async () => {
    const places = ['Leeds', 'York', 'Hull', 'Bath', 'Derby', 'Truro', 'Wells', 'Ripon'];
    const calls = places.map((place, at) =>
      neutral(
        `late-${at}`,
        'u: Where is my parcel? #report-late',
        `s: I will look into it for you. It is in ${place} at the moment. #tell-place`,
      ),
    );
    const project = await makeProject(calls);
    await tagWith(project.client, 'annotations');
    await learn(project, { tau: 2, lambda: null });
    const { simulator } = project.client;
    const { answers, examples } = await simulator.say({ role: 'user', text: 'Where is my parcel?' });
    expect(answers[0]).toMatchObject({
      text: 'I will look into it for you.',
      among: 8,
      part: { start: 0, end: 28 },
      tags: [],
    });
    expect(examples.remark).toContain('This one only promises to look into it.');
    const { dialogue, turn, part } = answers[0]!;
    const { turns } = await simulator.setAnswer({ from: { dialogue, turn, part } });
    expect(turns[1]!.text).toBe('I will look into it for you.');
  });

  it('keeps the vectors that turns were tagged with, and understands other words for the same by them', async () => {
    const pairs = ['a shoe', 'a coat', 'a lamp', 'a desk', 'a bike', 'a ring', 'a book', 'a tent'];
    const threads = pairs.flatMap((thing, at) => [
      neutral(
        `late-${at}`,
        `u: @shop where is my parcel with ${thing}? It has not arrived, this is so annoying!`,
        's: We are sorry. Please send us a direct message with your tracking number.',
        'u: @shop I sent it.',
        's: Thank you, we are looking for your parcel.',
      ),
      neutral(
        `login-${at}`,
        `u: @shop I ordered ${thing} and cannot log in to my account anymore, please help.`,
        's: Please reset your password: https://t.co/a1',
        'u: @shop thanks, that worked!',
        's: Great, have a nice day!',
      ),
    ]);
    const project = await makeProject([...threads, ...threads.map((one) => ({ ...one, id: `${one.id}-b` }))]);
    const { client, session } = project;
    const kept = () =>
      session
        .project()
        .database.prepare('SELECT count(*), count(DISTINCT round_id) FROM vectors')
        .raw()
        .get();
    const tag = async () =>
      resultOf(client, (await client.tagging.run({ tagger: 'moves', method: 'support' })).job);
    await tag();
    expect(kept()).toEqual([128, 128]);
    await tag();
    expect(kept()).toEqual([128, 128]);
    await learn(project, { learner: 'overview' });
    const answerTo = async (text: string) => {
      await client.simulator.restart({});
      return (await client.simulator.say({ role: 'user', text })).answers[0]?.text;
    };
    expect(await answerTo('My package never showed up.')).toContain('tracking number');
    expect(await answerTo('The sign-in page refuses me.')).toContain('reset your password');
  });

  it('follows a context automaton: the tags of the answers, steps by hand, skipped tags', async () => {
    const project = await readyProject.annotations();
    const { client } = project;
    await learn(project, { learner: 'context', tau: 2 });
    await client.simulator.say({ role: 'user', text: REFUND });
    const said = await client.simulator.retag({ turn: 0, tags: ['ask-refund', 'nba'] });
    expect(said.automaton?.learner).toBe('context');
    expect(said.place?.words).toMatch(/^ask refund \(state \d+\)$/);
    expect(said.next).toMatchObject({
      of: 'answers',
      tags: [
        { tag: 'apologise', share: 1, support: 30 },
        { tag: 'ask-number', share: 1, support: 30 },
      ],
    });
    expect(said.offTheMap).toEqual([
      'Skipped #nba, because no customer turn in the training dialogues has this tag.',
    ]);
    expect(said.routes.map(({ learner, policy }) => [learner, policy])).toEqual([
      ['context', null],
      ['paper', 'literal'],
      ['paper', 'greedy'],
      ['paper', 'resume'],
    ]);
    const forced = await client.simulator.force({ role: 'system', tag: 'ask-number' });
    expect(forced.turns).toHaveLength(2);
    const next = await client.simulator.say({ role: 'user', text: 'The order number is 1234.' });
    expect(next.place?.words).toMatch(/give number/);
  });

  it('takes its examples from a method of the index once that is ready', async () => {
    const { client } = await readyProject.annotations();
    await client.simulator.say({ role: 'user', text: REFUND });
    const waiting = await client.simulator.configure({ method: 'context-ranker' });
    expect(waiting.examples).toMatchObject({ items: [], needsIndex: true });
    await resultOf(client, (await client.comparison.prepare({ methods: ['context-ranker'] })).job);
    const ready = await client.simulator.current();
    expect(ready.examples.items).toHaveLength(5);
    expect(ready.examples.items[0].why.ranks.length).toBeGreaterThan(0);
    expect(ready.examples.route).toMatchObject({ kind: 'context' });
    expect(ready.answers).toHaveLength(1);
  });

  it("stays with its automaton when another is learned; with that one it is tagged again, except for a person's tags", async () => {
    const project = await readyProject.annotations();
    const { client } = project;
    await client.simulator.say({ role: 'user', text: REFUND });
    await client.simulator.retag({ turn: 0, tags: ['ask-refund', 'mine'] });
    const { run } = await tagWith(client, 'offline');
    const { automaton } = await learn(project, { run: run as never });
    const stayed = await client.simulator.current();
    expect(stayed.automaton?.id).not.toBe(automaton);
    expect(stayed.turns[0].tags.map(({ origin }) => origin)).not.toContain('offline');
    const { turns, automaton: own } = await client.simulator.configure({ automaton });
    expect(own?.id).toBe(automaton);
    expect(turns[0].tags.map(({ origin }) => origin)).toContain('offline');
    expect(turns[0].tags).toContainEqual({ name: 'mine', origin: 'person' });
    expect((await client.simulator.restart({ automaton: null })).settings.automaton).toBeNull();
  });
});

describe('cases', () => {
  it('survive a restart, and show which part another automaton changed', async () => {
    const project = await readyProject.annotations();
    await project.client.simulator.say({ role: 'user', text: REFUND });
    await project.client.simulator.setAnswer({ text: 'Could you tell me the order number?' });
    await project.client.simulator.say({ role: 'user', text: 'Yes, it is 1234.' });
    await project.client.simulator.saveCase({ name: 'Refund' });
    const { client } = await reopened(project);
    const same = await client.simulator.replay({});
    expect(same).toMatchObject({ cases: 1, changed: 0, unchanged: 1, failed: 0 });

    // Limited to one transition, it knows what the customer wants and nothing after that.
    const { automaton } = await learn({ ...project, client }, { tau: 2, lambda: null, depth: 1 });
    const { changed, items } = await client.simulator.replay({ automaton });
    expect(changed).toBe(1);
    expect(items[0].difference).toMatchObject({ sharedSteps: 1 });
    expect(items[0].difference?.changed).toEqual(['route', 'state', 'examples']);
    expect(items[0].before.route).toHaveLength(4);
    expect(items[0].after).toMatchObject({
      route: [{ role: 'user', tag: 'ask-refund' }],
      state: ['ask-refund'],
    });
  });

  it('are compared by content, not by numbers of states', async () => {
    const project = await readyProject.annotations();
    const { client } = project;
    await client.simulator.say({ role: 'user', text: REFUND });
    await client.simulator.setAnswer({ text: 'Could you tell me the order number?' });
    await client.simulator.saveCase({ name: 'Refund' });
    // Dialogues imported before it give the same states other numbers.
    const { automaton } = await learn(project, { tau: 1, lambda: null });
    const { items } = await client.simulator.replay({ automaton });
    expect(items[0].difference?.changed.filter((part) => part !== 'examples')).toEqual([]);
  });

  it('name every dialogue whose words they contain', async () => {
    const { client, session } = await readyProject.annotations();
    const { dialogue } = await client.corpus.find({ externalId: CALLS[1].id });
    const { examples, answers } = await client.simulator.restart({ from: { dialogue, turn: 0 } });
    const { id } = await client.simulator.saveCase({ name: 'Begun' });
    const linked = session
      .project()
      .database.prepare('SELECT dialogue_id FROM simulation_case_dialogues WHERE case_id = ?')
      .pluck()
      .all(id);
    const held = new Set([
      dialogue,
      answers[0].dialogue,
      ...examples.items.map((example) => example.dialogue),
    ]);
    expect(new Set(linked)).toEqual(held);
  });

  it('are deleted with those dialogues, and so is the current dialogue', async () => {
    const { client, session } = await readyProject.annotations();
    const { dialogue } = await client.corpus.find({ externalId: CALLS[1].id });
    await client.simulator.restart({ from: { dialogue, turn: 0 } });
    await client.simulator.saveCase({ name: 'Begun' });
    // A dialogue in which only the agent has spoken gets no example and no answer.
    await client.simulator.restart({});
    await client.simulator.setAnswer({ text: 'What is the new address?' });
    await client.simulator.saveCase({ name: 'Own words' });
    const { job } = await client.purge.run({ dialogues: [dialogue], expected: 1 });
    await resultOf(client, job);
    expect((await client.simulator.cases()).map(({ name }) => name)).toEqual(['Own words']);
    expect((await client.simulator.current()).turns).toEqual([]);
    const { database } = session.project();
    expect(database.prepare('SELECT count(*) FROM simulation_case_dialogues').pluck().get()).toBe(0);
  });

  it('are copied into another project, and a damaged file adds none', async () => {
    const from = await readyProject.annotations();
    await from.client.simulator.say({ role: 'user', text: REFUND });
    await from.client.simulator.saveCase({ name: 'Refund' });
    const { path } = await from.client.simulator.exportCases({ out: join(from.folder, 'cases.json') });
    const to = await readyProject.annotations();
    expect(await to.client.simulator.importCases({ path })).toEqual({ cases: 1 });
    expect(await to.client.simulator.replay({})).toMatchObject({ changed: 0, unchanged: 1 });

    const broken = JSON.parse(readFileSync(path, 'utf8'));
    broken.cases.push({ ...broken.cases[0], turns: 'none' });
    writeFileSync(path, JSON.stringify(broken));
    await expect(to.client.simulator.importCases({ path })).rejects.toMatchObject({ code: 'BAD_FILE' });
    writeFileSync(path, 'not json');
    await expect(to.client.simulator.importCases({ path })).rejects.toMatchObject({ code: 'BAD_FILE' });
    expect(await to.client.simulator.cases()).toHaveLength(1);
  });
});
