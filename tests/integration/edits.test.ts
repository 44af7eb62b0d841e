import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTaggedRows } from '#backend/store/tagged-corpus.ts';
import type { RoundId, TagId } from '#shared/domain/ids.ts';
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

/** The rounds of all dialogues, in order. */
async function roundsOf({ client }: TestProject): Promise<RoundId[]> {
  const { items } = await client.corpus.dialogues({ limit: 1000 });
  const details = await Promise.all(items.map(({ id }) => client.corpus.dialogue({ dialogue: id })));
  return details.flatMap(({ rounds }) => rounds.map(({ id }) => id));
}

/** All tags as people see them, and the vocabulary. */
async function tagsOf(project: TestProject, rounds: readonly RoundId[]) {
  const { client } = project;
  return {
    rounds: await Promise.all(rounds.map((round) => client.tagging.roundTags({ round }))),
    vocabulary: (await client.tagging.vocabulary({ limit: 1000 })).items,
  };
}

async function namesAt({ client }: TestProject, round: RoundId): Promise<string[]> {
  return (await client.tagging.roundTags({ round })).tags.map((tag) => tag.name);
}

async function idAt({ client }: TestProject, round: RoundId, name: string): Promise<TagId> {
  const tag = (await client.tagging.roundTags({ round })).tags.find((candidate) => candidate.name === name);
  if (!tag) throw new Error(`#${name} is not on round ${round}.`);
  return tag.id;
}

/** What the vocabulary must say, counted from the rounds one by one. */
async function recount(project: TestProject, rounds: readonly RoundId[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const round of rounds)
    for (const name of await namesAt(project, round)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Tags of each round as the learner reads them. */
function learnersView(project: TestProject, run: number): string[][] {
  const rows = readTaggedRows(project.session.project().database, run as never, 'annotations');
  return Array.from(rows.roundRoles, (_, round) =>
    Array.from(
      rows.tagIds.subarray(rows.tagOffsets[round], rows.tagOffsets[round + 1]),
      (id) => rows.tagNames[id] as string,
    ).sort(),
  );
}

describe('the edit log', () => {
  it('takes back every edit to the very first and makes all of them again, also after a restart', async () => {
    let project = await taggedProject();
    const rounds = await roundsOf(project);
    const initial = await tagsOf(project, rounds);
    const { client } = project;
    await client.tagging.addTag({ round: rounds[0], tag: 'urgent' });
    await client.tagging.removeTag({ round: rounds[0], tag: await idAt(project, rounds[0], 'greet') });
    await client.tagging.replaceTag({
      round: rounds[1],
      tag: await idAt(project, rounds[1], 'greet'),
      by: 'welcome',
    });
    await client.tagging.renameTag({ tag: await idAt(project, rounds[0], 'urgent'), name: 'pressing' });
    const ask = await idAt(project, rounds[0], 'ask');
    await client.tagging.renameTag({ tag: ask, name: 'request', merge: true });
    expect(await namesAt(project, rounds[0])).toEqual(['request', 'pressing']);
    expect(await namesAt(project, rounds[1])).toEqual(['welcome']);
    const final = await tagsOf(project, rounds);

    project = await reopened(project);
    expect(await tagsOf(project, rounds)).toEqual(final);
    const undone: string[] = [];
    for (;;) {
      const { edit, undo } = await project.client.tagging.undo();
      if (edit === null) break;
      undone.push(edit.kind);
      expect(edit.undone).toBe(true);
      expect((await project.client.tagging.history({})).undo).toBe(undo);
    }
    expect(undone).toEqual(['merge-tag', 'rename-tag', 'replace-tag', 'remove-tag', 'add-tag']);
    expect(await tagsOf(project, rounds)).toEqual(initial);

    project = await reopened(project);
    expect(await tagsOf(project, rounds)).toEqual(initial);
    const redone: string[] = [];
    for (;;) {
      const { edit } = await project.client.tagging.redo();
      if (edit === null) break;
      redone.push(edit.kind);
    }
    expect(redone).toEqual(undone.toReversed());
    expect(await tagsOf(project, rounds)).toEqual(final);
  });

  it('keeps in the log what a new edit makes impossible to redo', async () => {
    const project = await taggedProject();
    const [round] = await roundsOf(project);
    await project.client.tagging.addTag({ round, tag: 'one' });
    await project.client.tagging.undo();
    await project.client.tagging.addTag({ round, tag: 'two' });
    expect(await project.client.tagging.redo()).toMatchObject({ edit: null });
    const { total, items } = await project.client.tagging.history({});
    expect(total).toBe(2);
    expect(items.map((edit) => edit.undone)).toEqual([false, true]);
  });

  it('logs nothing where nothing changes', async () => {
    const project = await taggedProject();
    const [round] = await roundsOf(project);
    const { client } = project;
    const tag = await idAt(project, round, 'greet');
    expect((await client.tagging.replaceTag({ round, tag, by: 'greet' })).edit).toBeNull();
    expect((await client.tagging.renameTag({ tag, name: 'greet' })).edit).toBeNull();
    expect((await client.tagging.history({})).total).toBe(0);
  });

  it('frees a name that only an undone edit used', async () => {
    const project = await taggedProject();
    const rounds = await roundsOf(project);
    const { client } = project;
    await client.tagging.addTag({ round: rounds[0], tag: 'passing' });
    await client.tagging.undo();
    const before = await tagsOf(project, rounds);
    const renamed = await client.tagging.renameTag({
      tag: await idAt(project, rounds[0], 'greet'),
      name: 'passing',
    });
    expect(renamed.edit?.kind).toBe('rename-tag');
    expect(await namesAt(project, rounds[0])).toEqual(['passing', 'ask']);
    await client.tagging.undo();
    expect(await tagsOf(project, rounds)).toEqual(before);
  });
});

describe('a tagger run again', () => {
  it("keeps people's decisions, and meets tags by the name it gave them", async () => {
    const project = await taggedProject();
    const rounds = await roundsOf(project);
    const { client, folder } = project;
    await client.tagging.addTag({ round: rounds[0], tag: 'urgent' });
    await client.tagging.removeTag({ round: rounds[0], tag: await idAt(project, rounds[0], 'greet') });
    await client.tagging.renameTag({ tag: await idAt(project, rounds[0], 'ask'), name: 'question' });
    const before = await Promise.all(rounds.map((round) => namesAt(project, round)));
    await importFiles(client, [
      writeNeutral(folder, 'more.jsonl', [neutral('d', 'u: Why? #ask', 's: So. #greet')]),
    ]);
    await tagWith(client, 'annotations');
    const after = await roundsOf(project);
    expect(await Promise.all(rounds.map((round) => namesAt(project, round)))).toEqual(before);
    const added = after.filter((round) => !rounds.includes(round));
    expect(await Promise.all(added.map((round) => namesAt(project, round)))).toEqual([
      ['question'],
      ['greet'],
    ]);
  });

  it("keeps another tagger's labels apart", async () => {
    const project = await taggedProject(supportCalls(60));
    const [round] = await roundsOf(project);
    await project.client.tagging.addTag({ round, tag: 'mine' });
    await tagWith(project.client, 'offline');
    expect(await namesAt(project, round)).not.toContain('mine');
    await tagWith(project.client, 'annotations');
    expect(await namesAt(project, round)).toContain('mine');
  });

  it('shows one tag where a label arrives that a person had given as a name before', async () => {
    const project = await taggedProject();
    const [first] = await roundsOf(project);
    const { client, folder } = project;
    await client.tagging.renameTag({ tag: await idAt(project, first, 'greet'), name: 'hello' });
    await importFiles(client, [
      writeNeutral(folder, 'more.jsonl', [neutral('d', 'u: Hi. #hello', 's: Hi. #greet')]),
    ]);
    await tagWith(client, 'annotations');
    const hello = (await client.tagging.vocabulary({ query: 'hello' })).items;
    expect(hello).toMatchObject([{ name: 'hello', rounds: 5 }]);
    await client.tagging.renameTag({ tag: hello[0].id, name: 'salute' });
    expect((await client.tagging.vocabulary({ query: 'hello' })).total).toBe(0);
    expect((await client.tagging.vocabulary({ query: 'salute' })).items).toMatchObject([{ rounds: 5 }]);
  });
});

const NAMES = ['greet', 'ask', 'inform', 'fresh', 'other'];
const place = fc.nat({ max: 20 });
const anEdit = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      round: place,
      name: fc.constantFrom(...NAMES),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), round: place, tag: place }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      round: place,
      tag: place,
      name: fc.constantFrom(...NAMES),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('rename' as const),
      tag: place,
      name: fc.constantFrom(...NAMES),
      merge: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('redo' as const) }) },
);
type AnEdit = typeof anEdit extends fc.Arbitrary<infer Value> ? Value : never;

/** Does an edit where it makes sense; a name that is taken is no edit. */
async function perform(project: TestProject, rounds: readonly RoundId[], edit: AnEdit): Promise<void> {
  const { tagging } = project.client;
  if (edit.kind === 'undo' || edit.kind === 'redo') {
    await tagging[edit.kind]();
    return;
  }
  if (edit.kind === 'rename') {
    const { items } = await tagging.vocabulary({ limit: 1000 });
    if (items.length === 0) return;
    const { id } = items[edit.tag % items.length];
    await tagging
      .renameTag({ tag: id, name: edit.name, merge: edit.merge })
      .catch((error: { code?: string }) => {
        if (error.code !== 'INVALID') throw error;
      });
    return;
  }
  const round = rounds[edit.round % rounds.length];
  if (edit.kind === 'add') {
    await tagging.addTag({ round, tag: edit.name });
    return;
  }
  const { tags } = await tagging.roundTags({ round });
  if (tags.length === 0) return;
  const tag = tags[edit.tag % tags.length].id;
  if (edit.kind === 'remove') await tagging.removeTag({ round, tag });
  else await tagging.replaceTag({ round, tag, by: edit.name });
}

describe('any sequence of edits', () => {
  it('is taken back completely and made again completely; counts and learner agree with what is shown', async () => {
    const project = await taggedProject();
    const rounds = await roundsOf(project);
    const [{ id: run }] = await project.client.tagging.runs();
    const doneEdits = async (): Promise<number> =>
      (await project.client.projects.current())?.counts.edits ?? -1;
    const initial = await tagsOf(project, rounds);
    const undoAll = async (): Promise<void> => {
      while ((await doneEdits()) > 0) await project.client.tagging.undo();
    };
    await fc.assert(
      fc.asyncProperty(fc.array(anEdit, { maxLength: 12 }), async (edits) => {
        for (const edit of edits) {
          await perform(project, rounds, edit);
          const { vocabulary } = await tagsOf(project, rounds);
          expect(Object.fromEntries(vocabulary.map((item) => [item.name, item.rounds]))).toEqual(
            await recount(project, rounds),
          );
        }
        const shown = await Promise.all(rounds.map(async (round) => (await namesAt(project, round)).sort()));
        expect(learnersView(project, run)).toEqual(shown);
        while ((await project.client.tagging.redo()).edit !== null);
        const final = await tagsOf(project, rounds);
        await undoAll();
        expect(await tagsOf(project, rounds)).toEqual(initial);
        while ((await project.client.tagging.redo()).edit !== null);
        expect(await tagsOf(project, rounds)).toEqual(final);
        await undoAll();
      }),
      { numRuns: 60 },
    );
  });
});
