import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { automatonCache } from '#backend/features/automata/cache.ts';
import { turnsAtState } from '#backend/features/automata/drill-down.ts';
import { openForReading } from '#backend/store/database.ts';
import { countTurns, turnFilterQuery, turnIds } from '#backend/store/review/turn-filter.ts';
import { findTaggingRun, tagReaderFor } from '#backend/store/runs/tagging-runs.ts';
import { readVocabulary } from '#backend/store/tags/tag-table.ts';
import { readGraph } from '#shared/contract/automata.ts';
import type { DialogueTurn } from '#shared/contract/corpus.ts';
import { type TurnFilter, type TurnFilterInput, turnFilterSchema } from '#shared/contract/turn-filter.ts';
import { SPEAKER_KINDS } from '#shared/domain/dialogue.ts';
import type { TagId, TurnId } from '#shared/domain/ids.ts';
import { neutral, writeNeutral } from '../fixtures/dialogues.ts';
import { importFiles, makeProject, resultOf, type TestProject, tagWith } from '../fixtures/project.ts';

const NAMES = ['greet', 'ask', 'inform', 'request', 'sorry', 'fresh'];

async function filteredProject(): Promise<TestProject> {
  const project = await makeProject([
    neutral(
      'a',
      'u: Hello there. #greet,ask',
      's: Hello, what is it? #greet',
      'u: My lamp broke. #inform,ask',
    ),
    neutral('b', 'u: Hello. #greet', 's: Which lamp? #request,ask', 'u: The green one. #inform'),
    neutral('c', 'u: My lamp broke. #inform', 's: I am sorry. #sorry'),
  ]);
  await importFiles(project.client, [
    writeNeutral(project.folder, 'more.jsonl', [
      neutral('d', 'u: The lamp is green. #inform', 's: Good. #sorry'),
    ]),
  ]);
  await tagWith(project.client, 'annotations');
  return project;
}

async function turnsOf({ client }: TestProject): Promise<(DialogueTurn & { source: string })[]> {
  const { items } = await client.corpus.dialogues({ limit: 1000 });
  const details = await Promise.all(items.map(({ id }) => client.corpus.dialogue({ dialogue: id })));
  return details.flatMap(({ turns, source }) => turns.map((turn) => ({ ...turn, source })));
}

function passing(project: TestProject, input: TurnFilterInput): TurnId[] {
  const filter = turnFilterSchema.parse(input);
  // A worker's connection: it can only read.
  const database = openForReading(project.path);
  const run = findTaggingRun(database, null);
  const query = turnFilterQuery(database, filter, {
    run,
    atState: turnsAtState(project.session.project().use(automatonCache), filter),
  });
  const ids = turnIds(database, query);
  expect(countTurns(database, query)).toBe(ids.length);
  database.close();
  return ids;
}

async function passingNaively(project: TestProject, filter: TurnFilter): Promise<TurnId[]> {
  const { database } = project.session.project();
  const { canonical } = readVocabulary(database);
  const read = tagReaderFor(database, null);
  const words = filter.text.toLowerCase().match(/[a-z]+/g) ?? [];
  const decided = new Set(database.prepare('SELECT round_id FROM person_tags').pluck().all());
  const marks = database.prepare('SELECT round_id || mark FROM person_marks').pluck().all();
  const has = (text: string): boolean => {
    if (words.length === 0) return false;
    const present: string[] = text.toLowerCase().match(/[a-z]+/g) ?? [];
    return words.every((word, index) =>
      present.some((other) => (index === words.length - 1 ? other.startsWith(word) : other === word)),
    );
  };
  const sources = await project.client.corpus.sources();
  return (await turnsOf(project))
    .filter((turn) => {
      const tags = read(turn.id).tags.map(({ id }) => id);
      return (
        (filter.role === null || turn.role === filter.role) &&
        (filter.commented === null || filter.commented === (turn.comment !== null)) &&
        (filter.speaker === null || turn.utterances.some(({ kind }) => kind === filter.speaker)) &&
        filter.tagged.every((tag) => tags.includes(canonical(tag))) &&
        !filter.untagged.some((tag) => tags.includes(canonical(tag))) &&
        (filter.text.trim() === '' || turn.utterances.some(({ text }) => has(text))) &&
        (filter.source === null || turn.source === sources.find(({ id }) => id === filter.source)?.name) &&
        (filter.tagCount === null ||
          (tags.length >= (filter.tagCount.least ?? 0) && tags.length <= (filter.tagCount.most ?? 99))) &&
        (filter.origin === null || (filter.origin === 'person') === decided.has(turn.id)) &&
        (filter.checked === null || filter.checked === marks.includes(`${turn.id}checked`)) &&
        (filter.flagged === null || filter.flagged === marks.includes(`${turn.id}flagged`)) &&
        (filter.turns === null || filter.turns.includes(turn.id))
      );
    })
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}

const perhaps = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null, freq: 2 });

describe('a filter of turns', () => {
  it('passes everything without conditions, even before anything is tagged', async () => {
    const project = await makeProject([neutral('a', 'u: Hello. #greet', 's: Hello.')]);
    expect(passing(project, {})).toHaveLength(2);
    expect(passing(project, { tagged: [1] })).toEqual([]);
    const [{ id }] = (await project.client.corpus.dialogues({})).items;
    expect(passing(project, { dialogues: [id] })).toHaveLength(2);
    expect(passing(project, { dialogues: [] })).toEqual([]);
    expect(passing(project, { untagged: [1], tagCount: { most: 0 } })).toHaveLength(2);
  });

  it('matches a pattern in linear time, and says where a pattern is invalid', async () => {
    const project = await makeProject([
      neutral('a', 'u: I want my Money  back. #ask', 's: Which order? #ask'),
      neutral('b', 'u: A refund, please. #ask', `s: ${'a'.repeat(20_000)}b #inform`),
    ]);
    await tagWith(project.client, 'annotations');
    expect(passing(project, { pattern: 'refund|money\\s+back' })).toHaveLength(2);
    expect(passing(project, { pattern: '(?-i)money' })).toEqual([]);
    // A backtracking engine would take hours for this.
    expect(passing(project, { pattern: '(a+)+$' })).toEqual([]);
    const bad = project.client.review.open({ order: 'unchecked', filter: { pattern: 'order (a|b' } });
    await expect(bad).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('The pattern cannot be read: missing closing )'),
      data: { place: 'character 1 of the pattern', value: 'order (a|b' },
    });
    await expect(project.client.vocabulary.turns({ filter: { pattern: 'x[z-a]' } })).rejects.toMatchObject({
      data: { place: 'character 3 of the pattern' },
    });
  });

  it('matches turns that share words with a text', async () => {
    const { client } = await filteredProject();
    const like = async (filter: TurnFilterInput) =>
      (await client.vocabulary.turns({ filter })).items.map(({ text }) => text);
    const texts = await like({ similar: 'a green lamp' });
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.every((text) => /green|lamp/i.test(text))).toBe(true);
    expect(await like({ similar: 'a green lamp', role: 'system' })).toEqual(['Which lamp?']);
    expect(await like({ similar: '?!' })).toEqual([]);
    await expect(like({ similar: 'a green lamp', similarBy: 'folder' })).rejects.toMatchObject({
      code: 'INVALID',
      message: 'No sentence encoder folder was chosen.',
    });
  });

  it('matches the same turns as a check of every turn, after any edits', async () => {
    const project = await filteredProject();
    const { client } = project;
    const turns = (await turnsOf(project)).map(({ id }) => id);
    const { database } = project.session.project();
    database.exec(`INSERT INTO edits VALUES (1000, '', 'person', 'mark', '', '[]', 'superseded', '');
      INSERT INTO person_marks VALUES ('annotations', ${turns[0]}, 'checked', '', 1000),
        ('annotations', ${turns[1]}, 'flagged', '', 1000);
      INSERT INTO round_comments VALUES (${turns[2]}, 'why?', 1000);
      UPDATE utterances SET kind = 2 + id % 2 WHERE kind = 0 AND id % 3 > 0;`);
    const sources = (await client.corpus.sources()).map(({ id }) => id);
    const edit = fc.record({
      turn: fc.constantFrom(...turns),
      name: fc.constantFrom(...NAMES),
      kind: fc.constantFrom('add', 'remove', 'merge'),
    });
    const tagPlaces = fc.array(fc.nat({ max: 12 }), { maxLength: 2 });
    const wanted = fc.record({
      speaker: perhaps(fc.constantFrom(...SPEAKER_KINDS)),
      role: perhaps(fc.constantFrom('user' as const, 'system' as const)),
      tagged: tagPlaces,
      untagged: tagPlaces,
      text: fc.constantFrom('', '', '', 'lamp', 'lamp br', 'GREEN', '?!'),
      source: perhaps(fc.constantFrom(...sources)),
      tagCount: perhaps(fc.record({ least: perhaps(fc.nat({ max: 3 })), most: perhaps(fc.nat({ max: 3 })) })),
      origin: perhaps(fc.constantFrom('person' as const, 'machine' as const)),
      checked: perhaps(fc.boolean()),
      commented: perhaps(fc.boolean()),
      flagged: perhaps(fc.boolean()),
      turns: perhaps(fc.subarray(turns)),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { maxLength: 6 }),
        fc.array(wanted, { minLength: 4, maxLength: 4 }),
        async (edits, filters) => {
          for (const { kind, turn, name } of edits) {
            const { tags } = tagReaderFor(database, null)(turn);
            if (kind === 'add') await client.tagging.addTag({ turn, tag: name });
            else if (tags.length > 0 && kind === 'remove')
              await client.tagging.removeTag({ turn, tag: tags[0].id });
            else if (tags.length > 0) await client.tagging.renameTag({ tag: tags[0].id, name, merge: true });
          }
          const all = database.prepare('SELECT id FROM tags ORDER BY id').pluck().all() as TagId[];
          const tagsAt = (places: readonly number[]): TagId[] =>
            places.map((place) => all[place % all.length]);
          for (const filter of filters) {
            const input = {
              ...filter,
              tagged: tagsAt(filter.tagged),
              untagged: tagsAt(filter.untagged),
            };
            expect(passing(project, input)).toEqual(
              await passingNaively(project, turnFilterSchema.parse(input)),
            );
          }
          while ((await client.tagging.undo()).edit !== null);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('matches the turns of a state', async () => {
    const project = await filteredProject();
    const { client } = project;
    const { job } = await client.automata.learn({ tau: 1, lambda: null });
    await resultOf(client, job);
    const { states } = readGraph(await client.automata.graph({}));
    expect(passing(project, { state: { state: 0 } })).toEqual([]);
    for (let state = 1; state < states.support.length; state++) {
      const entered = passing(project, { state: { state } });
      const expected: TurnId[] = [];
      const { items } = await client.corpus.dialogues({});
      for (const { id } of items) {
        const { turns } = await client.corpus.dialogue({ dialogue: id });
        const visits = await client.automata.path({ dialogue: id });
        for (const turn of new Set(visits.filter((visit) => visit.state === state).map(({ turn }) => turn)))
          expected.push(turns[turn].id);
      }
      expect(entered).toEqual(expected.sort((a, b) => a - b));
    }
  });
});
