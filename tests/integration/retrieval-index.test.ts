import { describe, expect, it } from 'vitest';
import { isHeldOut } from '#backend/features/retrieval/answer-query.ts';
import { supportCalls, writeNeutral } from '../fixtures/dialogues.ts';
import {
  copiesOf,
  ended,
  importFiles,
  makeProject,
  prepareIndex,
  reopened,
  type TestProject,
  tagWith,
} from '../fixtures/project.ts';

const CALLS = supportCalls(120);

const tagged = copiesOf(async () => {
  const project = await makeProject(CALLS);
  await tagWith(project.client, 'offline');
  return project;
});

async function preparedProject(): Promise<TestProject> {
  const project = await tagged();
  await prepareIndex(project.client);
  return project;
}

function runsOf({ session }: TestProject, kind: string): number[] {
  return session
    .project()
    .database.prepare('SELECT id FROM runs WHERE kind = ? ORDER BY id')
    .pluck()
    .all(kind) as number[];
}

const everyMethod = async ({ client }: TestProject) =>
  (await client.comparison.methods()).map(({ name }) => name);

describe('the retrieval index of a project', () => {
  it('never finds the dialogue that asks, nor a held-out one', async () => {
    const project = await preparedProject();
    const { client } = project;
    for (const heldOut of [true, false]) {
      const { dialogue, turn } = await client.comparison.randomTurn({ seed: 5, heldOut });
      const compared = await client.comparison.compare({
        dialogue,
        turn,
        methods: await everyMethod(project),
      });
      expect(compared.exclusion.kind).toBe(heldOut ? 'held-out' : 'not-itself');
      const found = compared.columns.flatMap(({ candidates, answer }) => [
        ...candidates,
        ...(answer ? [answer] : []),
      ]);
      expect(found.length).toBeGreaterThan(40);
      expect(found.filter((candidate) => candidate.dialogue === dialogue)).toEqual([]);
      expect(found.filter(({ externalId }) => isHeldOut(externalId, 0.1))).toEqual([]);
    }
  });

  it('returns five examples for every context method, with reasons that name their lists', async () => {
    const { client } = await preparedProject();
    const { dialogue, turn } = await client.comparison.randomTurn({ seed: 2 });
    const { columns } = await client.comparison.compare({
      dialogue,
      turn,
      methods: ['context', 'context-rrf', 'context-ranker'],
    });
    expect(columns.map(({ examples }) => examples.returned)).toEqual([5, 5, 5]);
    for (const { why } of columns[2].candidates) {
      expect(why.ranks.length).toBeGreaterThan(0);
      expect(why.weight).toBeGreaterThanOrEqual(0);
      expect(why.state).not.toBeNull();
    }
    expect(columns[0].route).toMatchObject({ kind: 'context' });
  });

  it('returns the same with the same seed, and other random examples with another', async () => {
    const { client } = await preparedProject();
    const { dialogue, turn } = await client.comparison.randomTurn({ seed: 2 });
    const ask = async (seed: number) => {
      const { columns } = await client.comparison.compare({
        dialogue,
        turn,
        seed,
        methods: ['random', 'bm25-last'],
      });
      return columns.map(({ candidates }) =>
        candidates.map(({ externalId, turn: at }) => `${externalId} ${at}`),
      );
    };
    const [random, bm25] = await ask(1);
    expect(await ask(1)).toEqual([random, bm25]);
    const [otherRandom, sameBm25] = await ask(2);
    expect(otherRandom).not.toEqual(random);
    expect(sameBm25).toEqual(bm25);
  });

  it('keeps vectors while the text is the same, and is rebuilt when tags change', async () => {
    const project = await preparedProject();
    const { client } = project;
    const [vectors] = runsOf(project, 'embedding');
    const automata = runsOf(project, 'index-automaton');
    expect(automata).toHaveLength(3);
    const turn = await client.comparison.randomTurn({ seed: 2 });
    const dense = async () =>
      (await client.comparison.compare({ ...turn, methods: ['dense'] })).columns[0].candidates;
    const before = await dense();

    const { turns } = await client.corpus.dialogue({ dialogue: turn.dialogue });
    await client.tagging.addTag({ turn: turns[0].id, tag: 'a-tag-of-mine' });
    expect(await client.comparison.status({})).toMatchObject({ state: 'absent' });
    expect(await dense()).toEqual(before);
    expect(runsOf(project, 'embedding')).toEqual([vectors]);
    expect(runsOf(project, 'index-automaton')).toHaveLength(3);
    expect(runsOf(project, 'index-automaton')).not.toEqual(automata);
  });

  it('answers after a change of tags like a new index', async () => {
    const project = await preparedProject();
    const { client } = project;
    const methods = await everyMethod(project);
    const first = await client.comparison.randomTurn({ seed: 2 });
    const { turns } = await client.corpus.dialogue({ dialogue: first.dialogue });
    const { items } = await client.corpus.dialogues({ limit: 60 });
    const asAsked = async ({ client: asked }: TestProject) => {
      const { columns } = await asked.comparison.compare({ ...first, methods });
      return columns.map(({ milliseconds: _, route, ...column }) => ({
        ...column,
        // The id of the run that stores the automaton differs in each case.
        route: route && { ...route, automaton: null },
      }));
    };
    const before = await asAsked(project);
    for (const { id } of items) {
      const dialogue = await client.corpus.dialogue({ dialogue: id });
      for (const turn of dialogue.turns.slice(0, 2))
        await client.tagging.addTag({ turn: turn.id, tag: `tag-${id % 3}` });
    }
    await client.tagging.addTag({ turn: turns[0].id, tag: 'tag-1' });
    const renewed = await asAsked(project);
    expect(renewed).not.toEqual(before);
    expect(await asAsked(await reopened(project))).toEqual(renewed);
  });

  it('reads the text again once dialogues were added', async () => {
    const project = await preparedProject();
    const { client } = project;
    const turn = await client.comparison.randomTurn({ seed: 2 });
    const { size: before } = await client.comparison.status({});
    await importFiles(client, [writeNeutral(project.folder, 'more.jsonl', supportCalls(40, 'more'))]);
    await tagWith(client, 'offline');
    await client.comparison.compare({ ...turn, methods: ['bm25-last', 'context-ranker'] });
    const { size } = await client.comparison.status({});
    expect(size!.dialogues + size!.heldOut).toBe(before!.dialogues + before!.heldOut + 40);
  });

  it('reuses its automata and vectors after a restart', async () => {
    const before = await preparedProject();
    const kept = [runsOf(before, 'embedding'), runsOf(before, 'index-automaton')];
    const project = await reopened(before);
    expect(await project.client.comparison.status({})).toMatchObject({ state: 'absent', job: null });
    await prepareIndex(project.client);
    expect([runsOf(project, 'embedding'), runsOf(project, 'index-automaton')]).toEqual(kept);
    expect(await project.client.automata.list()).toEqual([]);
  });

  it('stores its ranker, uses it after a restart, and fits another once tags change', async () => {
    const before = await preparedProject();
    const turn = await before.client.comparison.randomTurn({ seed: 2 });
    const weightsOf = async ({ client }: TestProject) => {
      const { columns } = await client.comparison.compare({ ...turn, methods: ['context-ranker'] });
      return columns[0]!.candidates.map(({ why }) => why.weight);
    };
    const stored = ({ session }: TestProject) =>
      session
        .project()
        .database.prepare("SELECT state, header FROM dialogue_columns WHERE state LIKE 'kept/ranker/%'")
        .all() as { state: string; header: string }[];
    const first = await weightsOf(before);
    const [ranker] = stored(before);
    expect(stored(before)).toHaveLength(1);
    const same = await reopened(before);
    expect(await weightsOf(same)).toEqual(first);
    expect(stored(same)).toEqual([ranker]);

    // Other coefficients give other weights, so the stored ones are used.
    const { coefficients, ...rest } = JSON.parse(ranker!.header);
    const other = JSON.stringify({ ...rest, coefficients: coefficients.map((value: number) => -value) });
    same.session
      .project()
      .database.prepare('UPDATE dialogue_columns SET header = ? WHERE state = ?')
      .run(other, ranker!.state);
    const changed = await reopened(same);
    expect(await weightsOf(changed)).not.toEqual(first);

    await tagWith(changed.client, 'offline');
    await weightsOf(changed);
    expect(stored(changed)).toHaveLength(1);
    expect(stored(changed)[0]!.state).not.toBe(ranker!.state);
  });

  it('is built for the requested methods, and for others on demand', async () => {
    // The vectors are stored, so the last steps of the job are those that build methods.
    const { client } = await reopened(await preparedProject());
    const { job } = await client.comparison.prepare({ methods: ['bm25-last', 'random'] });
    expect(await ended(client, job)).toMatchObject({ state: 'done', total: 5 });
    const turn = await client.comparison.randomTurn({ seed: 2 });
    const { columns } = await client.comparison.compare({ ...turn, methods: ['bm25-last', 'context-rrf'] });
    expect(columns.map(({ candidates }) => candidates.length)).toEqual([5, 5]);
    await expect(client.comparison.prepare({ methods: ['magic'] })).rejects.toMatchObject({
      code: 'INVALID',
    });
  });

  it('can be stopped while it is built, and built afterwards', async () => {
    const project = await makeProject(CALLS);
    const { client } = project;
    await tagWith(client, 'offline');
    const { job } = await client.comparison.prepare({});
    await client.jobs.cancel({ job });
    expect((await ended(client, job)).state).toBe('cancelled');
    expect(await client.comparison.status({})).toMatchObject({ state: 'absent', job: null });
    const again = await client.comparison.prepare({});
    expect((await ended(client, again.job)).state).toBe('done');
  });

  it('requires tags', async () => {
    const { client } = await makeProject(CALLS.slice(0, 10));
    expect(await client.comparison.status({})).toMatchObject({ state: 'absent', taggingRun: null });
    await expect(client.comparison.prepare({})).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
