import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type PictureResult, readGraph } from '#shared/contract/automata.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { ended, makeProject, resultOf } from '../fixtures/project.ts';

const DIALOGUES = 120;

async function pictureOf() {
  const { client } = await makeProject(supportCalls(DIALOGUES));
  const { job } = await client.picture.make({});
  const { learned } = await resultOf<PictureResult>(client, job);
  for (const { id } of await client.jobs.list()) await ended(client, id);
  const graphOf = async (automaton: RunId) => readGraph(await client.automata.graph({ automaton }));
  return { client, learned, graphOf };
}

it('chooses a size from 8 to 24, and says how much pictures of other sizes follow', async () => {
  const { client, learned, graphOf } = await pictureOf();
  const { size } = learned;
  expect(size?.states).toBeGreaterThanOrEqual(8);
  expect(size?.states).toBeLessThanOrEqual(24);
  expect(learned.states).toBeLessThanOrEqual(size?.states ?? 0);
  const sizes = size?.sizes ?? [];
  expect(sizes.map(({ states }) => states)).toEqual(
    sizes.map(({ states }) => states).toSorted((a, b) => a - b),
  );
  for (const { named, reach } of sizes) {
    expect(reach.turnsNamed).toBeLessThanOrEqual(reach.turnsFollowed);
    expect(named).toBeCloseTo(reach.turnsNamed / reach.turns);
  }
  expect((await graphOf(learned.automaton)).states.support[0]).toBe(DIALOGUES);
  expect(await client.automata.list()).toHaveLength(1);
});

it('makes a picture smaller and larger, and finds its states again', async () => {
  const { client, learned, graphOf } = await pictureOf();
  const before = await graphOf(learned.automaton);
  let [from, shown] = [learned.automaton, before];
  for (const states of [8, 20, 12]) {
    const { automaton, stateAfter } = await client.automata.resize({ automaton: from, states });
    const after = await graphOf(automaton);
    expect(after.states.roles.length).toBeLessThanOrEqual(states);
    expect(after.states.support[0]).toBe(DIALOGUES);
    // Every dialogue ends once, at any size.
    expect(after.states.ends.reduce((sum, ends) => sum + ends, 0)).toBe(DIALOGUES);
    expect(stateAfter).toHaveLength(shown.states.roles.length);
    expect(stateAfter[0]).toBe(0);
    stateAfter.forEach((now, state) => {
      if (now !== -1) expect(after.states.roles[now]).toBe(shown.states.roles[state]);
    });
    expect(after.summary).toMatchObject({ learner: 'overview', params: { states, live: true } });
    expect(after.summary.report.reach?.policies[0]?.policy).toBe('overview');
    // The picture that a person learned stays; of other sizes only one is kept.
    expect((await client.automata.list()).map(({ id }) => id)).toEqual([automaton, learned.automaton]);
    [from, shown] = [automaton, after];
  }
  expect(await graphOf(learned.automaton)).toEqual(before);
  // A picture that is learned again keeps its size.
  const { after } = await client.automata.relearn({ automaton: from });
  expect(after.states).toBeLessThanOrEqual(12);
});

it('gives the same picture for a size, whatever the size before', async () => {
  const { client, learned, graphOf } = await pictureOf();
  const made = async (from: RunId, states: number) =>
    (await client.automata.resize({ automaton: from, states })).automaton;
  const first = await graphOf(await made(learned.automaton, 12));
  const larger = await made(first.summary.id, 20);
  const again = await graphOf(await made(larger, 12));
  expect({ ...again, summary: null }).toEqual({ ...first, summary: null });
});

it('finds the states again of a picture that it made before, or that it reads from the project', async () => {
  const { client, learned } = await pictureOf();
  const { dialogues } = await client.automata.prepareSizes({ automaton: learned.automaton });
  expect(dialogues).toBe(DIALOGUES);
  const { path } = (await client.projects.current())!;
  const resized = async (automaton: RunId, states: number) => client.automata.resize({ automaton, states });
  const larger = await resized(learned.automaton, 20);
  const smaller = await resized(larger.automaton, 9);
  const again = await resized(smaller.automaton, 20);
  await client.projects.close();
  await client.projects.open({ path });
  expect((await resized(again.automaton, 9)).stateAfter).toEqual(smaller.stateAfter);
  expect((await resized(learned.automaton, 20)).stateAfter).toEqual(larger.stateAfter);
});

it('previews a size as it is kept, and writes nothing for it', async () => {
  const { client, learned, graphOf } = await pictureOf();
  const { path } = (await client.projects.current())!;
  const written = () =>
    [path, `${path}-wal`].map((file) => (existsSync(file) ? readFileSync(file, 'hex') : ''));
  const automaton = learned.automaton;
  const [listed, before] = [await client.automata.list(), written()];
  const previews = new Map<number, Awaited<ReturnType<typeof client.automata.previewSize>>>();
  for (const states of [8, 20, 6, 12, 20])
    previews.set(states, await client.automata.previewSize({ automaton, states }));
  expect(written()).toEqual(before);
  expect(await client.automata.list()).toEqual(listed);
  for (const [states, { graph, stateAfter }] of previews) {
    const kept = await client.automata.resize({ automaton, states });
    expect(kept.stateAfter).toEqual(stateAfter);
    const { summary, ...picture } = await graphOf(kept.automaton);
    const { summary: previewed, ...drawn } = readGraph(graph);
    expect(drawn).toEqual(picture);
    const known = ({ seconds: _, learningSeconds: __, peakMb: ___, ...report }: typeof summary.report) =>
      report;
    expect(known(previewed.report)).toEqual(known(summary.report));
    expect(previewed.id).toBe(automaton);
  }
});

it('resizes overviews only', async () => {
  const { client } = await pictureOf();
  await resultOf(client, (await client.automata.learn({ learner: 'paper' })).job);
  await expect(client.automata.resize({ states: 12 })).rejects.toMatchObject({ code: 'INVALID' });
  await expect(client.automata.previewSize({ states: 12 })).rejects.toMatchObject({ code: 'INVALID' });
  await expect(client.automata.prepareSizes({})).rejects.toMatchObject({ code: 'INVALID' });
});
