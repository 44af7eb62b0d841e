import { describe, expect, it } from 'vitest';
import { type Learner, type LearnResult, readGraph } from '#shared/contract/automata.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { neutral, supportCalls } from '../fixtures/dialogues.ts';
import { copiesOf, makeProject, reopened, resultOf, type TestProject, tagWith } from '../fixtures/project.ts';

const taggedProject = copiesOf(async () => {
  const project = await makeProject(supportCalls(80));
  await tagWith(project.client, 'annotations');
  return project;
});

type Client = TestProject['client'];

async function learn(client: Client, learner: Learner): Promise<LearnResult> {
  const { job } = await client.automata.learn({ learner, tau: 0, support: 0 });
  return resultOf<LearnResult>(client, job);
}

type Path = { role: 'user' | 'system'; tag: string }[];

async function stateAfter(client: Client, automaton: RunId, path: Path): Promise<number> {
  const { symbols, transitions } = readGraph(await client.automata.graph({ automaton }));
  return path.reduce((state, { role, tag }) => {
    const transition = transitions.from.findIndex((from, at) => {
      const symbol = symbols[transitions.symbol[at]!]!;
      return from === state && symbol.role === role && symbol.tag === tag;
    });
    return transitions.to[transition] ?? -1;
  }, 0);
}

async function twoStarts(client: Client, automaton: RunId): Promise<[Path, Path]> {
  const { symbols, transitions } = readGraph(await client.automata.graph({ automaton }));
  const starts = symbols.filter(
    ({ role }, symbol) =>
      role === 'user' && transitions.symbol.some((own, at) => own === symbol && transitions.from[at] === 0),
  );
  return [[starts[0]!], [starts[1]!]];
}

describe.each(['paper', 'merging'] as const)('decisions on states, learner %s', (learner) => {
  it('apply when learning again, in memory or by a job, until they are undone', async () => {
    const project = await taggedProject();
    const { client } = project;
    const first = await learn(client, learner);
    const [left, right] = await twoStarts(client, first.automaton);
    const isOne = async (automaton: RunId): Promise<boolean> => {
      const [one, other] = [
        await stateAfter(client, automaton, left),
        await stateAfter(client, automaton, right),
      ];
      expect(Math.min(one, other)).toBeGreaterThan(0);
      return one === other;
    };
    const [wasOne, kind] = (await isOne(first.automaton))
      ? ([true, 'never'] as const)
      : ([false, 'merge'] as const);
    const { edit } = await client.mergeDecisions.decide({
      kind,
      left,
      right,
      reason: 'seen in the transcripts',
    });
    expect(edit).toMatchObject({
      kind: 'decide-merge',
      description: expect.stringMatching(/erge .* customer #/),
    });
    expect((await client.automata.list())[0]?.stale).toBe(true);
    const relearned = await client.automata.relearn({ automaton: first.automaton, keep: true });
    expect(await isOne(relearned.automaton!)).toBe(!wasOne);

    const again = await learn(client, learner);
    expect(again.warnings.join()).not.toMatch(/was not applied/);
    expect(await isOne(again.automaton)).toBe(!wasOne);

    const [decision, ...more] = await client.mergeDecisions.list();
    expect(more).toEqual([]);
    expect(decision).toMatchObject({ kind, tagger: 'annotations', reason: 'seen in the transcripts' });
    await client.mergeDecisions.remove({ id: decision!.id });
    expect(await client.mergeDecisions.list()).toEqual([]);
    expect(await isOne((await learn(client, learner)).automaton)).toBe(wasOne);
    await client.tagging.undo();
    expect(await client.mergeDecisions.list()).toEqual([decision]);
    await client.tagging.undo();
    expect(await client.mergeDecisions.list()).toEqual([]);
    await client.tagging.redo();
    const opened = await reopened(project);
    expect(await opened.client.mergeDecisions.list()).toEqual([decision]);
  });

  it('find a state by the most common path to it, even after its tags are renamed', async () => {
    const { client } = await taggedProject();
    const { automaton } = await learn(client, learner);
    const { states } = readGraph(await client.automata.graph({ automaton }));
    const state = states.support.findIndex((support, at) => at > 0 && support < states.support[0]!);
    await client.mergeDecisions.decide({ kind: 'pin', automaton, left: state });
    const [pinned] = await client.mergeDecisions.list();
    expect(await stateAfter(client, automaton, pinned!.left)).toBe(state);
    const { name, id } = (await client.tagging.vocabulary({ query: pinned!.left[0]!.tag })).items.find(
      (tag) => tag.name === pinned!.left[0]!.tag,
    )!;
    await client.tagging.renameTag({ tag: id, name: `${name}-renamed` });
    expect((await client.mergeDecisions.list())[0]?.left[0]?.tag).toBe(`${name}-renamed`);
    expect((await learn(client, learner)).warnings.join()).not.toMatch(/was not applied/);
  });

  it('are reported if they can no longer be applied, and kept', async () => {
    const { client } = await taggedProject();
    const [left] = await twoStarts(client, (await learn(client, learner)).automaton);
    await client.mergeDecisions.decide({ kind: 'pin', left });
    const { id } = (await client.tagging.vocabulary({ query: left[0]!.tag })).items.find(
      ({ name }) => name === left[0]!.tag,
    )!;
    await client.vocabulary.archive({ tags: [id], archived: true });
    const { warnings } = await learn(client, learner);
    expect(warnings).toContain(
      `This decision was not applied: Keep the state after customer #${left[0]!.tag} as it is. ` +
        `Reason: no dialogue begins with customer #${left[0]!.tag}.`,
    );
    expect(await client.mergeDecisions.list()).toHaveLength(1);
  });
});

describe('the review of merges', () => {
  it('lists pairs by their effect, shows the evidence, and previews the result', async () => {
    const { client } = await taggedProject();
    const { automaton, states } = await learn(client, 'merging');
    const { items } = await client.mergeDecisions.candidates({ automaton, alike: 0 });
    expect(items.map(({ dialogues }) => dialogues)).toEqual(
      items.map(({ dialogues }) => dialogues).sort((a, b) => b - a),
    );
    const { left, right, alike, forced } = items.at(-1)!;
    const evidence = await client.mergeDecisions.evidence({ automaton, left, right });
    expect(evidence).toMatchObject({ alike, canBeOne: true, forced: { total: forced } });
    const { support } = readGraph(await client.automata.graph({ automaton })).states;
    expect(evidence.left.support).toBe(support[left]);
    expect(evidence.left.samples[0]?.said).not.toBe('');
    const preview = await client.mergeDecisions.preview({ kind: 'merge', automaton, left, right });
    expect(preview.unkept).toEqual([]);
    expect(preview.before.states).toBe(states);
    expect(await client.mergeDecisions.list()).toEqual([]);
    await client.mergeDecisions.decide({ kind: 'merge', automaton, left, right });
    const again = await client.mergeDecisions.candidates({ automaton, alike: 0 });
    expect(again.items.at(-1)).toMatchObject({ left, right, decided: 'merge' });
    // The result matches the preview.
    expect((await learn(client, 'merging')).states).toBe(preview.after.states);
  });

  it('applies only to learners that merge states', async () => {
    const { client } = await taggedProject();
    await learn(client, 'overview');
    await expect(client.mergeDecisions.candidates({})).rejects.toThrow(
      /learned with “overview”, which does not merge states/,
    );
  });
});

describe('a decision', () => {
  it('replaces another on the same states, in either order', async () => {
    const { client } = await taggedProject();
    const [left, right] = await twoStarts(client, (await learn(client, 'paper')).automaton);
    await client.mergeDecisions.decide({ kind: 'merge', left, right });
    expect((await client.mergeDecisions.decide({ kind: 'merge', left: right, right: left })).edit).toBeNull();
    await client.mergeDecisions.decide({ kind: 'never', left: right, right: left });
    expect(await client.mergeDecisions.list()).toMatchObject([{ kind: 'never' }]);
    await client.tagging.undo();
    expect(await client.mergeDecisions.list()).toMatchObject([{ kind: 'merge' }]);
  });

  it('finds its tags again, even after a rename', async () => {
    const asked = ['price', 'area', 'stars', 'pets'].map((what) =>
      neutral(what, `u: Is the ${what} known? #ask-${what}`, 's: It is. #tell'),
    );
    const { client } = await makeProject(asked);
    await tagWith(client, 'annotations');
    const learnFew = async (): Promise<LearnResult> => {
      const { job } = await client.automata.learn({ learner: 'merging', states: 5, support: 0 });
      return resultOf<LearnResult>(client, job);
    };
    await learnFew();
    const family = { role: 'user' as const, tag: 'ask-*' };
    await client.mergeDecisions.decide({ kind: 'pin', left: [family] });
    expect((await client.mergeDecisions.list())[0]?.left).toEqual([family]);
    expect((await learnFew()).warnings.join()).not.toMatch(/was not applied/);
    const members = (await client.tagging.vocabulary({ query: 'ask-' })).items;
    for (const { id, name } of members)
      await client.tagging.renameTag({ tag: id, name: name.replace('-', '.') });
    expect((await client.mergeDecisions.list())[0]?.left).toEqual([{ role: 'user', tag: 'ask.*' }]);
  });

  it('is rejected on the start, on one state twice, on two roles, and on states that are not merged', async () => {
    const { client } = await taggedProject();
    const { automaton } = await learn(client, 'paper');
    const { states } = readGraph(await client.automata.graph({ automaton }));
    const user = states.roles.indexOf(1);
    const system = states.roles.indexOf(0);
    const refused = (input: Parameters<typeof client.mergeDecisions.decide>[0]) =>
      expect(client.mergeDecisions.decide(input)).rejects;
    await refused({ kind: 'pin', left: 0 }).toThrow('The start state cannot be merged.');
    await refused({ kind: 'pin', left: 100_000 }).toThrow('The automaton has no state 100000.');
    await refused({ kind: 'never', left: user, right: user }).toThrow('You chose the same state twice.');
    await refused({ kind: 'merge', left: user, right: system }).toThrow(/cannot be merged/);
    await refused({ kind: 'merge', left: user }).toThrow('You need two states to merge.');
    await refused({ kind: 'pin', left: user, right: system }).toThrow(
      'Only one state at a time can be kept as it is.',
    );
    await learn(client, 'overview');
    await refused({ kind: 'pin', left: 1 }).toThrow(/learned with “overview”, which does not merge states/);
  });
});
