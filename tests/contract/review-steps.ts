import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readGraph } from '#shared/contract/automata.ts';
import type { ReviewItem } from '#shared/contract/review.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { errorOf, type Suite } from './contract-suite.ts';

export function describeReview(suite: Suite): void {
  const runs = async (): Promise<{ annotations: RunId; offline: RunId }> => {
    const [annotations, offline] = await suite.client.tagging.runs();
    return { annotations: annotations.id, offline: offline.id };
  };
  const names = ({ tags }: ReviewItem): string[] => tags.map((tag) => tag.name);
  const undoAll = async (): Promise<void> => {
    while ((await suite.client.tagging.undo()).edit !== null);
  };

  it('opens every order of review, and remembers the position in each queue', async () => {
    const { client } = suite;
    const { turns } = (await client.projects.current())?.counts ?? { turns: 0 };
    const { annotations, offline } = await runs();
    const all = await client.review.open({ order: 'unchecked' });
    expect(all).toMatchObject({ run: annotations, total: turns, position: 0, reached: 0, decided: 0 });
    const rare = await client.review.open({ order: 'rare' });
    const sample = await client.review.open({ order: 'sample', seed: 3 });
    expect(sample.total).toBe(turns);
    const support = await client.review.open({ order: 'support' });
    const { summary, states } = readGraph(await client.automata.graph({}));
    expect(support.automaton).toBe(summary.id);
    const busiest = await client.review.item({ queue: support.id, index: 0, automaton: summary.id });
    const most = Math.max(...busiest.visits.map((visit) => visit.support));
    expect(most).toBe(Math.max(...states.support.slice(1)));
    const apart = await client.review.open({
      order: 'disagreement',
      right: { kind: 'run', run: offline },
    });
    expect((await client.review.item({ queue: apart.id, index: 0 })).sides).toMatchObject({
      left: { title: `run ${annotations} (annotations)` },
      right: { title: `run ${offline} (offline)` },
    });
    // The offline tagger reports no confidence, and has its own names for tags.
    expect(await client.review.certainty({ run: offline })).toEqual({ confidences: false, others: [] });
    expect(await errorOf(client.review.open({ order: 'uncertain', run: offline }))).toMatchObject({
      code: 'INVALID',
      data: { place: 'order', value: 'uncertain' },
    });
    const disagreeing = await client.review.adjudication({ queue: apart.id });
    expect(disagreeing).toMatchObject({ turns: apart.total, settled: 0 });
    expect(await client.review.adjudication({ queue: rare.id })).toBeNull();
    expect((await client.review.open({ order: 'machine-flags' })).total).toBe(0);
    expect((await client.review.open({ order: 'people-flags' })).total).toBe(0);
    const filtered = await client.review.open({ order: 'unchecked', filter: { role: 'user' } });
    expect(filtered.total).toBeLessThan(all.total);
    expect((await client.review.item({ queue: filtered.id, index: 0 })).turn.role).toBe('user');

    expect(await client.review.move({ queue: rare.id, index: 4 })).toEqual({ position: 4, reached: 4 });
    expect(await client.review.move({ queue: rare.id, index: 2 })).toEqual({ position: 2, reached: 4 });
    const kept = await client.review.queues();
    expect(kept.map((queue) => queue.order).slice(-3)).toEqual(['sample', 'rare', 'unchecked']);
    expect(kept.find((queue) => queue.id === rare.id)).toMatchObject({ position: 2, reached: 4 });
    expect(await errorOf(client.review.item({ queue: sample.id, index: turns }))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('shows a turn in context, and makes every decision on it as one edit that can be undone', async () => {
    const { client } = suite;
    const queue = (await client.review.open({ order: 'unchecked' })).id;
    const at = (index: number) => client.review.item({ queue, index });
    const item = await at(1);
    expect(item.before.map((turn) => turn.index)).toEqual([0]);
    expect(item.before[0].tags).toEqual(names(await at(0)));
    expect(item.after.length).toBeGreaterThan(0);
    const given = names(item);
    expect(given.length).toBeGreaterThan(0);
    expect(item.suggestions.length).toBeGreaterThan(0);
    expect(item.suggestions.map(({ name }) => name).filter((name) => given.includes(name))).toEqual([]);
    const offered = item.suggestions[0].name;
    const { items: known } = await client.vocabulary.list({ query: offered });
    const [tag] = known.filter(({ name }) => name === offered);
    await client.vocabulary.archive({ tags: [tag.id], archived: true });
    expect((await at(1)).suggestions.map(({ name }) => name)).not.toContain(offered);
    await client.tagging.undo();
    const turn = item.turn.id;

    const before = (await client.automata.list())[0].stale;
    const checked = await client.review.check({ queue, turn });
    expect(checked.edit?.kind).toBe('mark-checked');
    const after = await at(1);
    expect(after).toMatchObject({ checked: { author: 'person' }, changedSince: false });
    expect(after.tags.map((tag) => tag.origin)).toEqual(given.map(() => 'person'));
    expect((await client.automata.list())[0].stale).toBe(before);
    expect((await client.review.check({ queue, turn })).edit).toBeNull();
    expect(await client.review.queue({ queue })).toMatchObject({ decided: 1, today: 1 });
    expect(await client.review.placeOf({ queue, edit: checked.edit?.id as never })).toEqual({ index: 1 });

    await client.review.flag({ queue, turn, note: 'two topics' });
    expect((await at(1)).flagged).toMatchObject({ note: 'two topics' });
    expect((await client.review.rows({ queue, offset: 1, limit: 1 })).items).toMatchObject([
      { index: 1, turn, state: 'flagged', tags: given },
    ]);
    expect((await client.review.open({ order: 'people-flags' })).total).toBe(1);
    await client.review.unmark({ queue, turn, mark: 'flagged' });
    expect((await at(1)).flagged).toBeNull();

    const some = (await client.corpus.dialogues({ limit: 3 })).items.map(({ id }) => id);
    const { edit: flagged } = await client.review.flagDialogues({ dialogues: some });
    expect(flagged).toMatchObject({ kind: 'mark-flagged', description: 'Flag 3 dialogues' });
    expect((await client.review.open({ order: 'people-flags' })).total).toBe(3);
    await client.tagging.undo();

    const { open, words } = await client.review.alike({ queue, turn });
    expect(words).toBeGreaterThanOrEqual(open);
    expect(await errorOf(client.review.near({ queue, turn, by: 'folder' }))).toMatchObject({
      code: 'INVALID',
    });
    const settled = await client.review.settleAlike({ queue, turn: (await at(0)).turn.id });
    expect(settled.edit?.description).toMatch(/^Check turn 1 of /);
    await client.tagging.undo();
    expect(Array.isArray(await client.review.nearest({ queue, turn }))).toBe(true);

    const other = (await at(2)).turn.id;
    const rejected = await client.review.reject({ queue, turn: other });
    expect(rejected.edit?.kind).toBe('reject-tags');
    expect(await at(2)).toMatchObject({ tags: [], checked: { note: '' } });
    expect((await at(2)).removedTags.length).toBeGreaterThan(0);
    const set = await client.review.setTags({ queue, turn: other, tags: ['new-tag', given[0]] });
    expect(set.edit?.kind).toBe('set-tags');
    expect(names(await at(2)).sort()).toEqual([given[0], 'new-tag'].sort());

    const quality = await client.review.quality({ queue });
    expect(quality).toMatchObject({
      origin: 'annotations',
      sample: false,
      all: { turns: { successes: 1, trials: 2 } },
    });
    expect(quality.added).toBeGreaterThan(0);

    await undoAll();
    expect(await at(1)).toMatchObject({ checked: null, flagged: null });
    expect(names(await at(1))).toEqual(given);
    expect((await at(1)).tags[0].origin).toBe('annotations');
    expect((await at(2)).removedTags).toEqual([]);
  });

  it('exports corrections, opens them elsewhere, and measures how two sides agree', async () => {
    const { client, workspace } = suite;
    const { annotations, offline } = await runs();
    const same = await client.agreement.compare({
      left: { kind: 'run', run: annotations },
      right: { kind: 'run', run: annotations },
    });
    expect(same.exact).toBe(same.turns);
    expect(same.pooled.kappa).toBe(1);
    const apart = await client.agreement.compare({
      left: { kind: 'run', run: annotations },
      right: { kind: 'run', run: offline },
    });
    expect(apart.exact).toBeLessThan(apart.turns);
    expect(apart.tags.map((tag) => tag.name)).toContain('ask-number');

    const queue = (await client.review.open({ order: 'unchecked' })).id;
    for (const index of [0, 1, 2]) {
      const { turn } = await client.review.item({ queue, index });
      await client.review.check({ queue, turn: turn.id });
    }
    expect(await client.agreement.corrected()).toContainEqual({ run: annotations, turns: 3 });
    const out = join(workspace, 'mine.jsonl');
    const written = await client.agreement.export({ author: 'first reader', out });
    expect(written.turns).toBe(3);
    const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
    expect(JSON.parse(lines[1])).toMatchObject({
      source: expect.stringMatching(/calls\.jsonl$/),
      dialogue: 'call-0',
      turn: 1,
      checked: true,
      flagged: null,
      author: 'first reader',
    });
    const theirs = lines.map((line) => JSON.parse(line));
    theirs[0] = { ...theirs[0], author: 'second reader', tags: ['something-else'] };
    theirs.push({ ...theirs[0], dialogue: 'unheard-of' });
    writeFileSync(join(workspace, 'theirs.jsonl'), theirs.map((line) => JSON.stringify(line)).join('\n'));
    const file = await client.agreement.openFile({ path: join(workspace, 'theirs.jsonl') });
    expect(file).toMatchObject({ author: 'first reader, second reader', turns: 3, unknown: 1 });
    expect(await client.agreement.files()).toMatchObject([{ id: file.id, name: 'theirs.jsonl' }]);

    const left = { kind: 'people', run: annotations } as const;
    const right = { kind: 'file', file: file.id } as const;
    expect(await client.agreement.compare({ left, right })).toMatchObject({ turns: 3, exact: 2 });
    const differing = await client.review.open({ order: 'disagreement', left, right, includeChecked: true });
    // It was accepted above, but not with both sides shown.
    expect(differing).toMatchObject({ total: 1, decided: 0 });
    const [row] = (await client.review.rows({ queue: differing.id })).items;
    expect(row.state).toBe('open');
    await client.review.check({ queue: differing.id, turn: row.turn });
    expect(await client.review.item({ queue: differing.id, index: 0 })).toMatchObject({ settled: true });
    await client.tagging.undo();
    expect(await client.review.item({ queue: differing.id, index: 0 })).toMatchObject({ settled: false });

    const counted = await client.agreement.takeAll({ left, right, take: 'right' });
    expect(counted).toMatchObject({ turns: 1, added: 1, outcome: null });
    const taken = await client.agreement.takeAll({ left, right, take: 'right', apply: true });
    expect(taken.outcome?.edit?.kind).toBe('set-tags');
    expect(names(await client.review.item({ queue: differing.id, index: 0 }))).toEqual(['something-else']);
    expect((await client.agreement.compare({ left, right })).exact).toBe(3);

    expect(await client.agreement.closeFile({ file: file.id })).toEqual({ closed: true });
    expect(await errorOf(client.agreement.compare({ left, right }))).toMatchObject({ code: 'NOT_FOUND' });
    writeFileSync(join(workspace, 'bad.jsonl'), '{"source":1}\n');
    expect(await errorOf(client.agreement.openFile({ path: join(workspace, 'bad.jsonl') }))).toMatchObject({
      code: 'BAD_FILE',
    });
    await undoAll();
  });
}
