import { describe, expect, it } from 'vitest';
import { loadAutomaton } from '#backend/store/runs/automaton-table.ts';
import { discardRun, INDEX_AUTOMATON, listRuns } from '#backend/store/runs/run-table.ts';
import { type Learner, type LearnResult, readGraph } from '#shared/contract/automata.ts';
import type { ImaginedChange } from '#shared/contract/relearning.ts';
import type { PlannedEditInput } from '#shared/contract/vocabulary.ts';
import type { RunId, TagId, TurnId } from '#shared/domain/ids.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import {
  copiesOf,
  makeProject,
  prepareIndex,
  resultOf,
  type TestProject,
  tagWith,
} from '../fixtures/project.ts';

const LEARNERS: readonly Learner[] = ['paper', 'context', 'overview', 'dependency', 'merging'];

/** Some learners use one frequent tag per turn; the tag archived in these tests is no state of theirs. */
const goesByEveryTag = (learner: Learner): boolean => learner !== 'overview' && learner !== 'merging';

async function learn({ client }: Pick<TestProject, 'client'>, learner: Learner): Promise<RunId> {
  const { job } = await client.automata.learn({ learner, tau: 1 });
  return (await resultOf<LearnResult>(client, job)).automaton;
}

const learnedBy = (learner: Learner) =>
  copiesOf(async () => {
    const project = await makeProject(supportCalls(80));
    await tagWith(project.client, 'annotations');
    await learn(project, learner);
    return project;
  });

const learnedProject = {
  paper: learnedBy('paper'),
  context: learnedBy('context'),
  overview: learnedBy('overview'),
  dependency: learnedBy('dependency'),
  merging: learnedBy('merging'),
};

async function someTurn({ client }: TestProject): Promise<{ turn: TurnId; tag: TagId; name: string }> {
  const { items } = await client.corpus.dialogues({ offset: 2, limit: 1 });
  const { turns } = await client.corpus.dialogue({ dialogue: items[0].id });
  const { id, tags } = turns[1];
  return { turn: id, tag: tags[0].id, name: tags[0].name };
}

function storedBytes({ session }: TestProject, run: RunId) {
  const { parts, dialogueIds } = loadAutomaton(session.project().database, run)!;
  const arrays = Object.entries(parts.arrays)
    .filter(([name]) => !name.endsWith('Certainty'))
    .map(([name, bytes]) => [name, Buffer.from(bytes).toString('hex')]);
  return { header: parts.header, arrays: Object.fromEntries(arrays), dialogueIds: [...dialogueIds] };
}

const emptyDifference = {
  gone: { total: 0, items: [] },
  new: { total: 0, items: [] },
  changed: { total: 0, items: [] },
  transitionsGone: 0,
  transitionsNew: 0,
  dialogues: { changed: 0, first: [], gone: 0, new: 0 },
};

describe.each(LEARNERS)('learning again, %s', (learner) => {
  it('gives, edit by edit, the same as learning from scratch, in one automaton', async () => {
    const project = await learnedProject[learner]();
    const { client } = project;
    const [first] = await client.automata.list();
    const { turn, tag } = await someTurn(project);
    const edits = [
      () => client.tagging.addTag({ turn, tag: 'urgent' }),
      () => client.tagging.replaceTag({ turn, tag, by: 'another' }),
      () => client.tagging.undo(),
      () => client.tagging.undo(),
      () => client.tagging.redo(),
      () => client.tagging.renameTag({ tag, name: '!first' }),
    ];
    for (const edit of edits) {
      await edit();
      const { automaton, base, before, difference, stateAfter } = await client.automata.relearn({
        keep: true,
      });
      const latest = (await client.automata.list()).map(({ id }) => id);
      if (automaton === null) {
        expect(latest[0]).toBe(base);
      } else {
        // The automatic one replaces the previous automatic one; the one that a person learned stays.
        expect(latest).toEqual([automaton, first.id]);
        expect(stateAfter?.[0]).toBe(0);
        expect(stateAfter).toHaveLength(before.states);
        const kept = stateAfter?.filter((state) => state !== -1) ?? [];
        expect(new Set(kept).size).toBe(kept.length);
        expect(before.states - kept.length).toBe(difference.gone.total);
      }
      const fresh = await learn(project, learner);
      expect(storedBytes(project, latest[0])).toEqual(storedBytes(project, fresh));
      discardRun(project.session.project().database, fresh);
    }
  });

  it('measures later, and also after further edits, what learning from scratch measures', async () => {
    const project = await learnedProject[learner]();
    const { client } = project;
    const reports = async () => (await client.automata.list()).map(({ report }) => report);
    const measuredFresh = async () => {
      const fresh = await learn(project, learner);
      const [{ reach, advice }] = await reports();
      discardRun(project.session.project().database, fresh);
      return { reach, advice };
    };
    const { items } = await client.corpus.dialogues({ limit: 6 });
    const withTags = async (at: number) => {
      const { turns } = await client.corpus.dialogue({ dialogue: items[at].id });
      return turns.flatMap(({ id, tags }) => tags.map((tag) => ({ turn: id, tag: tag.id })));
    };
    for (const [at] of items.entries()) {
      const [first, second] = await withTags(at);
      await client.tagging.replaceTag({ ...first, by: `another-${at % 2}` });
      const { automaton, base, reach } = await client.automata.relearn({ keep: true });
      expect(reach.after).toBeNull();
      expect((await reports())[0].reach).toBeNull();
      const expected = await measuredFresh();
      const isLate = at % 3 === 1;
      if (isLate) await client.tagging.addTag({ turn: second.turn, tag: 'edited-meanwhile' });
      if (isLate) await client.automata.relearn({});
      const measured = await client.automata.measure({ automaton: automaton ?? base });
      expect(measured).toEqual(expected);
      expect((await reports())[0]).toMatchObject(measured);
      expect(await client.automata.measure({})).toEqual(measured);
      if (isLate) await client.tagging.undo();
    }
    const [{ turn, tag }] = await withTags(0);
    await client.tagging.replaceTag({ turn, tag, by: 'last' });
    await client.automata.relearn({ keep: true });
    const { path } = (await client.projects.current())!;
    await client.projects.close();
    await client.projects.open({ path });
    expect(await client.automata.measure({})).toEqual(await measuredFresh());
    await client.tagging.addTag({ turn, tag: 'after-it' });
    await client.automata.relearn({ keep: true });
    await client.tagging.addTag({ turn, tag: 'even-later' });
    await client.projects.close();
    await client.projects.open({ path });
    // What it was learned from is gone, so no figure is better than one of other tags.
    expect((await client.automata.measure({})).reach).toBeNull();
  });

  it('shows the effect of an edit, and none once it is undone', async () => {
    const project = await learnedProject[learner]();
    const { client } = project;
    const [{ id, report }] = await client.automata.list();
    expect(await client.automata.relearn({})).toMatchObject({ base: id, difference: emptyDifference });
    const { turn, tag } = await someTurn(project);
    await client.tagging.replaceTag({ turn, tag, by: 'never-said' });
    expect((await client.automata.list())[0].stale).toBe(true);
    const changed = await client.automata.relearn({});
    expect(changed.automaton).toBeNull();
    // One turn less can change the symbols of an overview, and so the paths of other dialogues.
    if (learner === 'overview') expect(changed.difference.dialogues.changed).toBeGreaterThan(0);
    else expect(changed.difference.dialogues.changed).toBe(1);
    expect(changed.difference.changed.total).toBeGreaterThan(0);
    expect(changed.retrieval.length).toBeLessThanOrEqual(changed.difference.dialogues.changed);
    for (const { asked, before, after } of changed.retrieval) {
      expect(asked).not.toBe('');
      expect(before.examples).not.toEqual(after.examples);
    }
    expect(changed.reach.before).toEqual(report.reach);
    expect(changed.reach.after!.heldOut + changed.reach.after!.learnedFrom).toBe(80);
    await client.tagging.undo();
    expect((await client.automata.relearn({})).difference).toEqual(emptyDifference);
    // An automaton equal to a newly learned one is not out of date.
    expect(await client.automata.list()).toMatchObject([{ id, stale: false }]);
  });

  it('predicts the effect of an edit correctly', async () => {
    const project = await learnedProject[learner]();
    const { client } = project;
    const { turn, tag, name } = await someTurn(project);
    const { items } = await client.tagging.vocabulary({ limit: 1000 });
    const other = items.find((item) => item.name !== name)!;
    const changes: [ImaginedChange[], () => Promise<unknown>][] = [
      [
        [{ turns: [turn], replace: [{ tag: name, by: 'brand-new' }], add: [] }],
        () => client.tagging.replaceTag({ turn, tag, by: 'brand-new' }),
      ],
      [
        [{ turns: null, replace: [{ tag: other.name, by: 'renamed' }], add: [] }],
        () => client.tagging.renameTag({ tag: other.id, name: 'renamed' }),
      ],
      [
        [{ turns: [turn], replace: [], add: ['renamed'] }],
        () => client.tagging.addTag({ turn, tag: 'renamed' }),
      ],
    ];
    for (const [imagined, edit] of changes) {
      const impact = await client.automata.impact({ changes: imagined });
      expect(impact.turns).toBeGreaterThan(0);
      await edit();
      const made = await client.automata.relearn({ keep: true });
      expect(made.difference).toEqual(impact.difference);
      expect(made.after).toEqual(impact.after);
      expect((await client.automata.measure({})).reach).toEqual(impact.reach.after);
    }
  });
});

describe.each(LEARNERS)('an archived tag, %s', (learner) => {
  async function asSaid({ client }: TestProject, edit: PlannedEditInput, make: () => Promise<unknown>) {
    const impact = await client.vocabulary.impact({ edit });
    await make();
    const made = await client.automata.relearn({ keep: true });
    expect(made.difference).toEqual(impact?.difference);
    expect(made.after).toEqual(impact?.after);
    expect((await client.automata.measure({})).reach).toEqual(impact?.reach.after);
    return { impact, made };
  }
  const archive = ({ client }: TestProject, { id, archived }: { id: TagId; archived: boolean }) =>
    client.vocabulary.archive({ tags: [id], archived });

  it('is neither learned from nor offered, and stays on turns', async () => {
    const project = await learnedProject[learner]();
    const { client } = project;
    const { turn, tag, name } = await someTurn(project);
    const before = storedBytes(project, (await client.automata.list())[0].id);
    const { items } = await client.tagging.vocabulary({ query: name });
    const { impact } = await asSaid(project, { kind: 'archive', tags: [tag], archived: true }, () =>
      archive(project, { id: tag, archived: true }),
    );
    expect(impact?.turns).toBe(items.find((item) => item.id === tag)?.turns);
    const { symbols } = readGraph(await client.automata.graph({}));
    expect(symbols.length).toBeGreaterThan(0);
    expect(symbols.map((symbol) => symbol.tag)).not.toContain(name);
    const fresh = readGraph(await client.automata.graph({ automaton: await learn(project, learner) }));
    expect(fresh.symbols).toEqual(symbols);
    const { items: dialogues } = await client.corpus.dialogues({ offset: 2, limit: 1 });
    const { turns } = await client.corpus.dialogue({ dialogue: dialogues[0].id });
    expect(turns.find(({ id }) => id === turn)?.tags).toContainEqual(
      expect.objectContaining({ id: tag, archived: true }),
    );
    await client.tagging.undo();
    expect(storedBytes(project, await learn(project, learner))).toEqual(before);
  });

  it('is restored: offered again, or merged into another, but not by a new name', async () => {
    const project = await learnedProject[learner]();
    const { client } = project;
    const { tag, name } = await someTurn(project);
    const { items } = await client.tagging.vocabulary({ limit: 1000 });
    const other = items.find((item) => item.id !== tag)!;
    await archive(project, { id: tag, archived: true });
    await client.automata.relearn({ keep: true });
    const renamed = await asSaid(project, { kind: 'rename', tag, name: 'by-another-name' }, () =>
      client.tagging.renameTag({ tag, name: 'by-another-name' }),
    );
    expect(renamed.impact?.turns).toBe(0);
    await client.tagging.undo();
    const again = await asSaid(project, { kind: 'archive', tags: [tag], archived: false }, () =>
      archive(project, { id: tag, archived: false }),
    );
    expect((again.impact?.difference.new.total ?? 0) > 0).toBe(goesByEveryTag(learner));
    await client.tagging.undo();
    await client.automata.relearn({ keep: true });
    const merged = await asSaid(project, { kind: 'merge', tags: [tag], into: other.name }, () =>
      client.vocabulary.merge({ tags: [tag], into: other.name }),
    );
    expect(merged.impact?.turns).toBeGreaterThan(0);
    expect(readGraph(await client.automata.graph({})).symbols.map((symbol) => symbol.tag)).not.toContain(
      name,
    );
  });

  it('excludes tags that are merged into it', async () => {
    const project = await learnedProject[learner]();
    const { client } = project;
    const { tag, name } = await someTurn(project);
    const { items } = await client.corpus.dialogues({ offset: 2, limit: 1 });
    const { turns } = await client.corpus.dialogue({ dialogue: items[0].id });
    const [other] = turns[0].tags;
    await archive(project, { id: tag, archived: true });
    await client.automata.relearn({ keep: true });
    const { impact } = await asSaid(project, { kind: 'merge', tags: [other.id], into: name }, () =>
      client.vocabulary.merge({ tags: [other.id], into: name }),
    );
    expect(impact?.turns).toBeGreaterThan(0);
    expect(impact?.difference).not.toEqual(emptyDifference);
  });
});

describe('the impact', () => {
  it('of a rename keeps every state', async () => {
    const { client } = await learnedProject.paper();
    const { items } = await client.tagging.vocabulary({ limit: 1 });
    const { turns, difference, before, after } = await client.automata.impact({
      changes: [{ replace: [{ tag: items[0].name, by: 'another-name' }] }],
    });
    expect(turns).toBe(items[0].turns);
    expect(before.states).toBe(after.states);
    expect(difference).toMatchObject({ gone: { total: 0 }, new: { total: 0 }, dialogues: { changed: 0 } });
  });

  it('of removing a tag everywhere removes its states, and finds other examples', async () => {
    const { client } = await learnedProject.paper();
    const { items } = await client.tagging.vocabulary({ limit: 1 });
    const { difference, retrieval } = await client.automata.impact({
      changes: [{ replace: [{ tag: items[0].name, by: null }] }],
    });
    expect(difference.gone.total).toBeGreaterThan(0);
    expect(difference.transitionsGone).toBeGreaterThan(0);
    expect(retrieval.length).toBeGreaterThan(0);
    const [{ dialogue, turn, asked, before, after }] = retrieval;
    const { turns } = await client.corpus.dialogue({ dialogue });
    expect(turns[turn].role).toBe('system');
    expect(turns[turn - 1].utterances.map(({ text }) => text).join(' ')).toContain(asked);
    expect(before.examples.map((example) => example.dialogue)).not.toContain(dialogue);
    expect(before.examples).not.toEqual(after.examples);
  });

  it('of an unused tag is nothing', async () => {
    const { client } = await learnedProject.paper();
    expect(
      await client.automata.impact({ changes: [{ replace: [{ tag: 'nobody-has-it', by: 'x' }] }] }),
    ).toMatchObject({ turns: 0, difference: emptyDifference });
  });

  it('of an automaton that a comparison made is rejected', async () => {
    const { client, session } = await learnedProject.paper();
    await prepareIndex(client);
    const [made] = listRuns(session.project().database, INDEX_AUTOMATON);
    await expect(client.automata.relearn({ automaton: made.id })).rejects.toMatchObject({ code: 'INVALID' });
  });
});
