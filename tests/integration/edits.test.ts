import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imagineChanges } from '#backend/features/automata/relearning/imagine-changes.ts';
import { tagReaderFor } from '#backend/store/runs/tagging-runs.ts';
import { readRawRows, readTaggedRows, withVocabulary } from '#backend/store/tags/learning-rows.ts';
import { readVocabulary } from '#backend/store/tags/tag-table.ts';
import type { ImaginedChange } from '#shared/contract/relearning.ts';
import type { EditId, RunId, TagId, TurnId } from '#shared/domain/ids.ts';
import { neutral, supportCalls, writeNeutral } from '../fixtures/dialogues.ts';
import { importFiles, makeProject, reopened, type TestProject, tagWith } from '../fixtures/project.ts';

const DIALOGUES = [
  neutral('a', 'u: Hello there. #greet,ask', 's: Hello, what is it? #greet', 'u: My lamp broke. #inform,ask'),
  neutral('b', 'u: Hello. #greet', 's: Which lamp? #request,ask', 'u: The green one. #inform'),
  neutral('c', 'u: My lamp broke. #inform', 's: I am sorry. #sorry'),
];

async function taggedProject(dialogues = DIALOGUES): Promise<TestProject> {
  const project = await makeProject(dialogues);
  await tagWith(project.client, 'annotations');
  return project;
}

async function turnsOf({ client }: TestProject): Promise<TurnId[]> {
  const { items } = await client.corpus.dialogues({ limit: 1000 });
  const details = await Promise.all(items.map(({ id }) => client.corpus.dialogue({ dialogue: id })));
  return details.flatMap(({ turns }) => turns.map(({ id }) => id));
}

async function tagsOf(project: TestProject, turns: readonly TurnId[]) {
  const { client } = project;
  return {
    turns: turns.map((turn) => tagsAt(project, turn)),
    vocabulary: (await client.tagging.vocabulary({ limit: 1000 })).items,
  };
}

const tagsAt = ({ session }: TestProject, turn: TurnId) =>
  tagReaderFor(session.project().database, null)(turn);

const namesAt = (project: TestProject, turn: TurnId): string[] =>
  tagsAt(project, turn).tags.map((tag) => tag.name);

function learnedAt(project: TestProject, turn: TurnId): string[] {
  const { tags } = tagsAt(project, turn);
  return tags.filter(({ archived }) => !archived).map(({ name }) => name);
}

function idAt(project: TestProject, turn: TurnId, name: string): TagId {
  const tag = tagsAt(project, turn).tags.find((candidate) => candidate.name === name);
  if (!tag) throw new Error(`#${name} is not on turn ${turn}.`);
  return tag.id;
}

async function recount(project: TestProject, turns: readonly TurnId[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const turn of turns) for (const name of namesAt(project, turn)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function learnersView(project: TestProject, run: number): string[][] {
  const rows = readTaggedRows(project.session.project().database, run as never, 'annotations');
  return Array.from(rows.turnRoles, (_, turn) =>
    Array.from(
      rows.tagIds.subarray(rows.tagOffsets[turn], rows.tagOffsets[turn + 1]),
      (id) => rows.tagNames[id] as string,
    ),
  );
}

describe('the edit log', () => {
  it('lists what one person did to one turn as one entry with separate edits', async () => {
    const project = await taggedProject();
    const turns = await turnsOf(project);
    const { client } = project;
    for (const tag of ['urgent', 'angry', 'late']) await client.tagging.addTag({ turn: turns[0], tag });
    await client.tagging.addTag({ turn: turns[1], tag: 'urgent' });
    await client.tagging.renameTag({ tag: idAt(project, turns[0], 'late'), name: 'delayed' });
    await client.tagging.addTag({ turn: turns[0], tag: 'again' });
    await client.history.setAuthor({ name: 'Ada' });
    await client.tagging.addTag({ turn: turns[0], tag: 'by-ada' });
    const edits = await client.history.list({});
    expect([edits.total, edits.items.every((edit) => edit.edits === 1)]).toEqual([7, true]);
    const entries = await client.history.list({ together: true });
    expect(entries.total).toBe(5);
    expect(entries.items.map((entry) => [entry.kind, entry.author, entry.edits])).toEqual([
      ['add-tag', 'Ada', 1],
      ['add-tag', 'person', 1],
      ['rename-tag', 'person', 1],
      ['add-tag', 'person', 1],
      ['add-tag', 'person', 3],
    ]);
    expect((await client.history.list({ together: true, offset: 4, limit: 1 })).items).toEqual([
      entries.items[4],
    ]);
    await client.tagging.undo();
    expect((await client.history.list({ together: true })).items[0]).toMatchObject({
      state: 'undone',
      edits: 1,
    });
  });

  it('undoes every edit to the first and redoes all of them, also after a restart', async () => {
    let project = await taggedProject();
    const turns = await turnsOf(project);
    const initial = await tagsOf(project, turns);
    const { client } = project;
    await client.tagging.addTag({ turn: turns[0], tag: 'urgent' });
    await client.tagging.removeTag({ turn: turns[0], tag: idAt(project, turns[0], 'greet') });
    await client.tagging.replaceTag({
      turn: turns[1],
      tag: idAt(project, turns[1], 'greet'),
      by: 'welcome',
    });
    await client.tagging.renameTag({ tag: idAt(project, turns[0], 'urgent'), name: 'pressing' });
    const ask = idAt(project, turns[0], 'ask');
    await client.tagging.renameTag({ tag: ask, name: 'request', merge: true });
    expect(namesAt(project, turns[0])).toEqual(['request', 'pressing']);
    expect(namesAt(project, turns[1])).toEqual(['welcome']);
    const final = await tagsOf(project, turns);

    project = await reopened(project);
    expect(await tagsOf(project, turns)).toEqual(final);
    const undone: string[] = [];
    for (;;) {
      const { edit, undo } = await project.client.tagging.undo();
      if (edit === null) break;
      undone.push(edit.kind);
      expect(edit.undone).toBe(true);
      expect((await project.client.tagging.history({})).undo).toBe(undo);
    }
    expect(undone).toEqual(['merge-tag', 'rename-tag', 'replace-tag', 'remove-tag', 'add-tag']);
    expect(await tagsOf(project, turns)).toEqual(initial);

    project = await reopened(project);
    expect(await tagsOf(project, turns)).toEqual(initial);
    const redone: string[] = [];
    for (;;) {
      const { edit } = await project.client.tagging.redo();
      if (edit === null) break;
      redone.push(edit.kind);
    }
    expect(redone).toEqual(undone.toReversed());
    expect(await tagsOf(project, turns)).toEqual(final);
  });

  it('keeps edits that a new edit makes impossible to redo', async () => {
    const project = await taggedProject();
    const [turn] = await turnsOf(project);
    await project.client.tagging.addTag({ turn, tag: 'one' });
    await project.client.tagging.undo();
    await project.client.tagging.addTag({ turn, tag: 'two' });
    expect(await project.client.tagging.redo()).toMatchObject({ edit: null });
    const { total, items } = await project.client.tagging.history({});
    expect(total).toBe(2);
    expect(items.map((edit) => edit.undone)).toEqual([false, true]);
  });

  it('logs nothing if nothing changes', async () => {
    const project = await taggedProject();
    const [turn] = await turnsOf(project);
    const { client } = project;
    const tag = idAt(project, turn, 'greet');
    expect((await client.tagging.replaceTag({ turn, tag, by: 'greet' })).edit).toBeNull();
    expect((await client.tagging.renameTag({ tag, name: 'greet' })).edit).toBeNull();
    expect((await client.tagging.history({})).total).toBe(0);
  });

  it('undoes an older mark, unless it was set again since', async () => {
    const { client } = await taggedProject();
    const queue = await client.review.open({ order: 'unchecked' });
    const { turn } = await client.review.item({ queue: queue.id, index: 0 });
    const flagged = async () => (await client.vocabulary.turns({ filter: { flagged: true } })).items;
    const first = await client.review.flag({ queue: queue.id, turn: turn.id, note: 'two topics' });
    await client.tagging.addTag({ turn: turn.id, tag: 'later' });
    expect(await flagged()).toHaveLength(1);
    const edit = first.edit?.id as EditId;
    expect(await client.history.takeBack({ edit })).toMatchObject({ restored: 1, left: 0, inTheWay: null });
    expect(await flagged()).toEqual([]);
    await client.tagging.undo();
    expect(await flagged()).toHaveLength(1);
    const again = await client.review.flag({ queue: queue.id, turn: turn.id, note: 'three topics' });
    await expect(client.history.takeBack({ edit })).rejects.toMatchObject({
      code: 'INVALID',
      data: { place: `edit ${again.edit?.id}` },
    });
  });

  it('frees a name that only an undone edit used', async () => {
    const project = await taggedProject();
    const turns = await turnsOf(project);
    const { client } = project;
    await client.tagging.addTag({ turn: turns[0], tag: 'passing' });
    await client.tagging.undo();
    const before = await tagsOf(project, turns);
    const renamed = await client.tagging.renameTag({
      tag: idAt(project, turns[0], 'greet'),
      name: 'passing',
    });
    expect(renamed.edit?.kind).toBe('rename-tag');
    expect(namesAt(project, turns[0])).toEqual(['passing', 'ask']);
    await client.tagging.undo();
    expect(await tagsOf(project, turns)).toEqual(before);
  });
});

describe('a tagger run again', () => {
  it("keeps people's decisions, and matches tags by the name the tagger gave them", async () => {
    const project = await taggedProject();
    const turns = await turnsOf(project);
    const { client, folder } = project;
    await client.tagging.addTag({ turn: turns[0], tag: 'urgent' });
    await client.tagging.removeTag({ turn: turns[0], tag: idAt(project, turns[0], 'greet') });
    await client.tagging.renameTag({ tag: idAt(project, turns[0], 'ask'), name: 'question' });
    const before = turns.map((turn) => namesAt(project, turn));
    await importFiles(client, [
      writeNeutral(folder, 'more.jsonl', [neutral('d', 'u: Why? #ask', 's: So. #greet')]),
    ]);
    await tagWith(client, 'annotations');
    const after = await turnsOf(project);
    expect(turns.map((turn) => namesAt(project, turn))).toEqual(before);
    const added = after.filter((turn) => !turns.includes(turn));
    expect(added.map((turn) => namesAt(project, turn))).toEqual([['question'], ['greet']]);
  });

  it("keeps another tagger's labels separate", async () => {
    const project = await taggedProject(supportCalls(60));
    const [turn] = await turnsOf(project);
    await project.client.tagging.addTag({ turn, tag: 'mine' });
    await tagWith(project.client, 'offline');
    expect(namesAt(project, turn)).not.toContain('mine');
    await tagWith(project.client, 'annotations');
    expect(namesAt(project, turn)).toContain('mine');
  });

  it('shows one tag if a label has a name that a person gave before', async () => {
    const project = await taggedProject();
    const [first] = await turnsOf(project);
    const { client, folder } = project;
    await client.tagging.renameTag({ tag: idAt(project, first, 'greet'), name: 'hello' });
    await importFiles(client, [
      writeNeutral(folder, 'more.jsonl', [neutral('d', 'u: Hi. #hello', 's: Hi. #greet')]),
    ]);
    await tagWith(client, 'annotations');
    const hello = (await client.tagging.vocabulary({ query: 'hello' })).items;
    expect(hello).toMatchObject([{ name: 'hello', turns: 5 }]);
    await client.tagging.renameTag({ tag: hello[0].id, name: 'salute' });
    expect((await client.tagging.vocabulary({ query: 'hello' })).total).toBe(0);
    expect((await client.tagging.vocabulary({ query: 'salute' })).items).toMatchObject([{ turns: 5 }]);
  });
});

const NAMES = ['greet', 'ask', 'inform', 'fresh', 'other'];
const place = fc.nat({ max: 20 });
const name = fc.constantFrom(...NAMES);
const role = fc.constantFrom(null, 'user' as const, 'system' as const);
const kindOf = <Kind extends string>(kind: Kind) => fc.constant(kind);
const anEdit = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: kindOf('add'), turn: place, name }) },
  { weight: 3, arbitrary: fc.record({ kind: kindOf('remove'), turn: place, tag: place }) },
  { weight: 3, arbitrary: fc.record({ kind: kindOf('replace'), turn: place, tag: place, name }) },
  { weight: 3, arbitrary: fc.record({ kind: kindOf('rename'), tag: place, name, merge: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('merge'), tag: place, other: place, name }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('split'), tag: place, role, name }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('archive'), tag: place, archived: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('describe'), tag: place, name }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('bulk-add'), role, name }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('bulk-remove'), role, tag: place }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('bulk-replace'), role, tag: place, name }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('import'), name, other: name }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('take-back'), back: place }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('undo') }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('redo') }) },
);
type AnEdit = typeof anEdit extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes a valid edit; one with a taken name, or that another edit blocks, is skipped. */
async function perform(project: TestProject, turns: readonly TurnId[], edit: AnEdit): Promise<void> {
  try {
    await attempt(project, turns, edit);
  } catch (error) {
    if ((error as { code?: string }).code !== 'INVALID') throw error;
  }
}

async function attempt(project: TestProject, turns: readonly TurnId[], edit: AnEdit): Promise<void> {
  const { tagging, vocabulary, history } = project.client;
  const tags = (await vocabulary.list({ archived: 'all' })).items.map(({ id }) => id);
  const tagAt = (index: number): TagId => tags[index % tags.length];
  switch (edit.kind) {
    case 'undo':
    case 'redo':
      await tagging[edit.kind]();
      return;
    case 'add':
      await tagging.addTag({ turn: turns[edit.turn % turns.length], tag: edit.name });
      return;
    case 'bulk-add':
      await vocabulary.bulk({ filter: { role: edit.role }, change: { kind: 'add', tag: edit.name } });
      return;
    case 'import': {
      const path = join(project.folder, 'vocabulary.json');
      const file = [{ name: edit.name, description: 'From a file', merged: [edit.other] }];
      writeFileSync(path, JSON.stringify({ format: 'dialogram-vocabulary', version: 1, tags: file }));
      await vocabulary.import({ path });
      return;
    }
    case 'take-back': {
      const { items } = await history.list({});
      if (items.length > 0) await history.takeBack({ edit: items[edit.back % items.length].id });
      return;
    }
    case 'remove':
    case 'replace': {
      const turn = turns[edit.turn % turns.length];
      const here = tagsAt(project, turn).tags;
      if (here.length === 0) return;
      const { id } = here[edit.tag % here.length];
      if (edit.kind === 'remove') await tagging.removeTag({ turn, tag: id });
      else await tagging.replaceTag({ turn, tag: id, by: edit.name });
      return;
    }
  }
  if (tags.length === 0) return;
  const tag = tagAt(edit.tag);
  switch (edit.kind) {
    case 'rename':
      await tagging.renameTag({ tag, name: edit.name, merge: edit.merge });
      return;
    case 'merge':
      await vocabulary.merge({ tags: [tag, tagAt(edit.other)], into: edit.name });
      return;
    case 'split':
      await vocabulary.split({ tag, filter: { role: edit.role }, name: edit.name });
      return;
    case 'archive':
      await vocabulary.archive({ tags: [tag], archived: edit.archived });
      return;
    case 'describe':
      await vocabulary.describe({ tag, description: `Like ${edit.name}` });
      return;
    case 'bulk-remove':
      await vocabulary.bulk({ filter: { role: edit.role }, change: { kind: 'remove', tag } });
      return;
    case 'bulk-replace':
      await vocabulary.bulk({
        filter: { role: edit.role },
        change: { kind: 'replace', tag, by: edit.name },
      });
  }
}

function tablesOf(project: TestProject) {
  const { database } = project.session.project();
  const rows = (sql: string) => database.prepare(sql).raw().all() as unknown[][];
  return {
    decisions: rows('SELECT * FROM person_tags ORDER BY tagger, round_id, tag_id'),
    marks: rows('SELECT * FROM person_marks ORDER BY tagger, round_id, mark'),
    tags: rows('SELECT id, given_name, name, merged_into, description, archived, kept FROM tags ORDER BY id'),
  };
}

describe('any sequence of edits', () => {
  it('is undone and redone completely; counts, learner and rerun agree with what is shown', async () => {
    let project = await taggedProject();
    const turns = await turnsOf(project);
    const undoAll = async (): Promise<void> => {
      while ((await project.client.tagging.undo()).edit !== null);
    };
    const redoAll = async (): Promise<void> => {
      while ((await project.client.tagging.redo()).edit !== null);
    };
    const namesShown = () => turns.map((turn) => namesAt(project, turn).sort());
    await fc.assert(
      fc.asyncProperty(fc.array(anEdit, { maxLength: 12 }), fc.boolean(), async (edits, restart) => {
        const initial = tablesOf(project);
        const initiallyShown = await namesShown();
        for (const edit of edits) {
          await perform(project, turns, edit);
          const { items } = await project.client.vocabulary.list({ archived: 'all' });
          const counted = items.filter((item) => item.turns > 0);
          expect(Object.fromEntries(counted.map((item) => [item.name, item.turns]))).toEqual(
            await recount(project, turns),
          );
        }
        const shown = await namesShown();
        const [{ id: run }] = await project.client.tagging.runs();
        const learned = turns.map((turn) => learnedAt(project, turn));
        expect(learnersView(project, run)).toEqual(await Promise.all(learned));
        if (restart) {
          await tagWith(project.client, 'annotations');
          expect(await namesShown()).toEqual(shown);
          project = await reopened(project);
        }
        await redoAll();
        const final = tablesOf(project);
        await undoAll();
        const undone = tablesOf(project);
        // A tag that an edit created stays without turns, because the log still refers to it.
        expect({ ...undone, tags: undone.tags.slice(0, initial.tags.length) }).toEqual(initial);
        expect(await namesShown()).toEqual(initiallyShown);
        if (restart) project = await reopened(project);
        await redoAll();
        expect(tablesOf(project)).toEqual(final);
        await undoAll();
      }),
      { numRuns: 25 },
    );
  });
});

describe('the tags of a turn', () => {
  /** Returns the names that are learned from now, or would be after changes, by turn. */
  function namesLearned({ session }: TestProject, run: RunId, changes: readonly ImaginedChange[] = []) {
    const { database } = session.project();
    const vocabulary = readVocabulary(database);
    const whole = withVocabulary(readRawRows(database, run, 'annotations'), vocabulary);
    const { rows } = imagineChanges(whole, vocabulary.archivedNames, changes);
    const { turnIds, tagOffsets, tagIds, tagNames } = rows;
    return Object.fromEntries(
      Array.from(turnIds, (id, turn) => [
        id,
        Array.from(tagIds.subarray(tagOffsets[turn], tagOffsets[turn + 1]), (tag) => tagNames[tag]),
      ]),
    );
  }

  it('have one order everywhere: a replacement keeps the place, an added one comes last', async () => {
    const project = await taggedProject();
    const { client } = project;
    const [{ id: run }] = await client.tagging.runs();
    const [turn] = await turnsOf(project);
    const replace = async (name: string, by: string) =>
      client.tagging.replaceTag({ turn, tag: idAt(project, turn, name), by });
    const steps: [() => Promise<unknown>, ImaginedChange, string[]][] = [
      [
        () => replace('greet', 'welcome'),
        { turns: [turn], replace: [{ tag: 'greet', by: 'welcome' }], add: [] },
        ['welcome', 'ask'],
      ],
      [
        () => client.tagging.addTag({ turn, tag: 'urgent' }),
        { turns: [turn], replace: [], add: ['urgent'] },
        ['welcome', 'ask', 'urgent'],
      ],
      [
        () => replace('welcome', 'salute'),
        { turns: [turn], replace: [{ tag: 'welcome', by: 'salute' }], add: [] },
        ['salute', 'ask', 'urgent'],
      ],
      [
        async () =>
          client.vocabulary.bulk({
            filter: {},
            change: { kind: 'replace', tag: idAt(project, turn, 'salute'), by: 'hail' },
          }),
        { turns: [turn], replace: [{ tag: 'salute', by: 'hail' }], add: [] },
        ['hail', 'ask', 'urgent'],
      ],
      [
        () => replace('ask', 'urgent'),
        { turns: [turn], replace: [{ tag: 'ask', by: 'urgent' }], add: [] },
        ['hail', 'urgent'],
      ],
      [
        async () => client.tagging.removeTag({ turn, tag: idAt(project, turn, 'hail') }),
        { turns: [turn], replace: [{ tag: 'hail', by: null }], add: [] },
        ['urgent'],
      ],
      [
        () => client.tagging.addTag({ turn, tag: 'hail' }),
        { turns: [turn], replace: [], add: ['hail'] },
        ['urgent', 'hail'],
      ],
    ];
    for (const [make, imagined, names] of steps) {
      expect(namesLearned(project, run, [imagined])[turn]).toEqual(names);
      await make();
      expect(namesAt(project, turn)).toEqual(names);
      expect(namesLearned(project, run)[turn]).toEqual(names);
    }
    for (const [, , names] of steps.toReversed()) {
      expect(namesAt(project, turn)).toEqual(names);
      await client.tagging.undo();
    }
    expect(namesAt(project, turn)).toEqual(['greet', 'ask']);
  });
});

describe('an edit of many turns', () => {
  it('is one entry with one undo, blocks other edits, and leaves no trace if it is interrupted', async () => {
    let project = await taggedProject(supportCalls(2000));
    const { client } = project;
    const initial = tablesOf(project);
    const everywhere = { filter: {}, change: { kind: 'add', tag: 'call' } } as const;
    const { total } = await client.vocabulary.turns({ filter: {} });
    expect(total).toBeGreaterThan(10_000);
    const [turn] = (await client.vocabulary.turns({ filter: {}, limit: 1 })).items;

    const editRunning = async (): Promise<void> => {
      const { database } = project.session.project();
      const note = database.prepare(`SELECT 1 FROM meta WHERE key = 'edit_under_way'`);
      while (note.get() === undefined) await new Promise((resolve) => setImmediate(resolve));
    };
    const first = client.vocabulary.bulk(everywhere);
    await editRunning();
    await expect(client.tagging.addTag({ turn: turn.turn, tag: 'late' })).rejects.toMatchObject({
      code: 'BUSY',
    });
    await expect(client.tagging.undo()).rejects.toMatchObject({ code: 'BUSY' });
    expect(await first).toMatchObject({ turns: total, edit: { kind: 'bulk-add' } });
    const changed = tablesOf(project);
    expect(changed.decisions).toHaveLength(total);
    expect((await client.history.list({})).items).toMatchObject([{ decisions: total, state: 'done' }]);

    const cut = client.tagging.undo();
    const told = expect(cut).rejects.toMatchObject({ code: 'CANCELLED' });
    await editRunning();
    project = await reopened(project);
    await told;
    expect(tablesOf(project)).toEqual(changed);
    expect(await project.client.tagging.undo()).toMatchObject({ edit: { kind: 'bulk-add' }, undo: null });
    expect(tablesOf(project).decisions).toEqual([]);

    const again = project.client.vocabulary.bulk({ ...everywhere, change: { kind: 'add', tag: 'other' } });
    again.catch(() => {});
    await editRunning();
    project = await reopened(project);
    expect(tablesOf(project).decisions).toEqual(initial.decisions);
    expect((await project.client.history.list({})).total).toBe(1);
    expect(await project.client.tagging.redo()).toMatchObject({ edit: { kind: 'bulk-add' } });
    expect(tablesOf(project).decisions).toEqual(changed.decisions);
  });
});
