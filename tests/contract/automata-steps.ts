import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readFigures } from '#shared/contract/analysis.ts';
import { automatonFileSchema, readGraph } from '#shared/contract/automata.ts';
import { ended } from '../fixtures/project.ts';
import type { Suite } from './contract-suite.ts';

export function describeAutomata(suite: Suite): void {
  it('returns the automaton in columns of equal length', async () => {
    const graph = readGraph(await suite.client.automata.graph({}));
    const [summary] = await suite.client.automata.list();
    expect(summary).toEqual({ ...graph.summary, stale: expect.any(Boolean) });
    expect(summary).toMatchObject({ learner: 'paper', tagger: 'annotations', params: { tau: 2 } });
    const { states, transitions, symbols } = graph;
    expect(states.support).toHaveLength(summary.report.states);
    expect(transitions.from).toHaveLength(summary.report.transitions);
    expect(states.support[0]).toBe(80);
    expect(states.ends.reduce((sum, ends) => sum + ends, 0)).toBeLessThanOrEqual(80);
    transitions.from.forEach((from, index) => {
      expect(transitions.support[index]).toBeLessThanOrEqual(states.support[from]);
      expect(transitions.to[index]).toBeLessThan(states.support.length);
      expect(transitions.symbol[index]).toBeLessThan(symbols.length);
    });
  });

  it('lists the fields of dialogues, and counts how many pass a filter', async () => {
    const { client } = suite;
    const fields = await client.filters.fields();
    expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['id', 'domain', 'turns']));
    const outcome = { kind: 'tags' as const, tags: ['close'] };
    expect(await client.filters.setOutcome(outcome)).toEqual(outcome);
    expect(await client.filters.outcome()).toEqual(outcome);
    expect(await client.filters.count({ where: 'turns > 0' })).toEqual({ dialogues: 80, of: 80 });
    const longer = { name: 'Longer', where: 'turns > 5' };
    const { edit } = await client.savedFilters.save(longer);
    expect(edit?.kind).toBe('saved-filters');
    await client.savedFilters.rename({ name: 'Longer', to: 'Long' });
    expect(await client.savedFilters.list()).toEqual([{ ...longer, name: 'Long' }]);
    await client.savedFilters.remove({ name: 'Long' });
    for (let step = 0; step < 3; step++) await client.tagging.undo();
    const step = {
      id: 'a',
      title: 'All of it',
      note: 'Begin here.',
      automaton: (await client.automata.list())[0]!.id,
      filter: { minSupport: 5, maxDepth: null, revealed: [], cover: 80, closed: ['Opening'], chains: true },
      direction: 'right' as const,
      notation: 'dfa' as const,
      lit: null,
      figures: null,
      annotations: [],
      states: null,
      figure: '',
      source: '',
    };
    expect((await client.stories.save({ steps: [step] })).edit?.kind).toBe('story');
    expect(await client.stories.list()).toEqual([{ name: 'Story', steps: [step] }]);
    await client.tagging.undo();
    expect(await client.stories.list()).toEqual([]);
    const { findings, of } = await client.findings.list({});
    expect(of).toBe(80);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.length).toBeLessThanOrEqual(12);
    const [first] = findings;
    const evidence = await client.findings.dialogues({ finding: first!.id });
    expect(evidence.tracked).toBe(first!.dialogues);
    const answered = await client.findings.answer({ question: { kind: 'ends' } });
    expect(answered.findings[0]).toMatchObject({ kind: 'ends', n: 80 });
    expect((await client.findings.decide({ finding: first!.id, dismissed: true })).edit?.kind).toBe(
      'finding',
    );
    const without = await client.findings.list({});
    expect(without.dismissed.map(({ id }) => id)).toEqual([first!.id]);
    await client.tagging.undo();
    expect((await client.findings.list({})).dismissed).toEqual([]);
    const callout = {
      kind: 'callout' as const,
      text: 'Here',
      figure: 'share' as const,
      states: [2],
      dy: -40,
    };
    expect((await client.annotations.save(callout)).edit?.kind).toBe('annotate');
    const [annotation] = await client.annotations.list({});
    expect(annotation).toMatchObject({ text: 'Here', states: [2], dy: -40, lost: false, said: null });
    await client.annotations.move({ id: annotation!.id, dx: 7, dy: 8 });
    expect(await client.annotations.list({})).toMatchObject([{ dx: 7, dy: 8 }]);
    await client.annotations.remove({ id: annotation!.id });
    expect(await client.annotations.list({})).toEqual([]);
    await client.tagging.undo();
    expect(await client.annotations.list({})).toMatchObject([{ dx: 7, dy: 8 }]);
    await expect(client.annotations.save({ ...callout, states: [9999] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    for (let step = 0; step < 2; step++) await client.tagging.undo();
    const out = join(suite.workspace, 'long.jsonl');
    const { dialogues } = await client.filters.export({ out, where: longer.where });
    expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(dialogues);
    await expect(client.filters.count({ where: 'turns >' })).rejects.toMatchObject({ code: 'INVALID' });
  });

  it('returns the variants, and the dialogues of one', async () => {
    const { client } = suite;
    const { items, different } = await client.analysis.variants({ limit: 2 });
    expect(items.length).toBe(Math.min(2, different));
    const [{ steps, dialogues, example }] = items;
    const { tracked, items: rows } = await client.analysis.variantDialogues({ steps });
    expect(tracked).toBe(dialogues);
    expect(rows[0].id).toBe(example);
  });

  it('names states, each as an edit', async () => {
    const { client } = suite;
    const { edit } = await client.stateNames.describe({ state: 1, name: 'First' });
    expect(edit?.kind).toBe('name-state');
    expect(await client.stateNames.list({})).toMatchObject([{ state: 1, name: 'First' }]);
    const place = { direction: 'down' as const, x: 3, y: 4 };
    await client.stateNames.place({ state: 1, place });
    await client.stateNames.group({ states: [1], phase: 'Opening' });
    expect(await client.stateNames.phases({})).toMatchObject({ phases: ['Opening'] });
    await client.tagging.undo();
    expect(await client.stateNames.list({})).toMatchObject([{ state: 1, name: 'First', place }]);
    await client.tagging.undo();
    await client.tagging.undo();
  });

  it('counts visits and times of states and transitions', async () => {
    const { client } = suite;
    const { dialogues, states, transitions, timed } = readFigures(
      await client.analysis.figures({ where: 'turns > 5' }),
    );
    expect(states.dialogues[0]).toBe(dialogues);
    expect(transitions.from.length).toBe(transitions.exits.length);
    expect(timed).toBe(false);
  });

  it('returns the paths of dialogues, and a sample if there are many', async () => {
    const { client } = suite;
    const { total, items } = await client.analysis.paths({ where: 'turns > 5', most: 3 });
    expect(total).toBe((await client.filters.count({ where: 'turns > 5' })).dialogues);
    expect(items.length).toBe(3);
    expect(items.every(({ states, seconds }) => states.length === seconds.length)).toBe(true);
  });

  it('compares two groups of dialogues, and returns those that differ', async () => {
    const { client } = suite;
    const { items, left, right } = await client.analysis.compare({ left: 'turns > 5' });
    expect(left + right).toBe(80);
    const [{ pattern, left: more }] = items;
    const { tracked } = await client.analysis.patternDialogues({ where: 'turns > 5', pattern });
    expect(tracked).toBe(more);
  });

  it('checks dialogues against the most common variants, and returns those that deviate', async () => {
    const { client } = suite;
    const reference = { kind: 'variants', cover: 0.5 } as const;
    const { dialogues, checked, whole, items } = await client.fitness.check({ reference });
    expect([dialogues, checked]).toEqual([80, 80]);
    expect(whole).toBeLessThan(80);
    const [{ place: _, dialogues: leaving, ...at }] = items;
    const found = await client.fitness.dialogues({ reference, at });
    expect(found.tracked).toBe(leaving);
    const shown = await client.fitness.dialogue({ reference, dialogue: found.items[0].id });
    expect(shown.fitness).toBeLessThan(1);
    expect(shown.moves.map(({ deviation }) => deviation)).toContain(at.kind);
  });

  it('returns the dialogues of a state and of a transition', async () => {
    const { client } = suite;
    const graph = readGraph(await client.automata.graph({}));
    const state = graph.states.support.length - 1;
    const at = await client.automata.dialogues({ at: { state } });
    expect(at).toMatchObject({ tracked: graph.states.support[state], total: graph.states.support[state] });
    expect(at.items).toHaveLength(Math.min(100, at.total));
    const symbol = graph.symbols[graph.transitions.symbol[0]];
    const on = await client.automata.dialogues({ at: { from: graph.transitions.from[0], symbol } });
    expect(on.tracked).toBe(graph.transitions.support[0]);
    const searched = await client.automata.dialogues({ at: { state: 0 }, query: 'password', limit: 5 });
    expect(searched).toMatchObject({ tracked: 80, total: 20 });
    expect(searched.items).toHaveLength(5);
  });

  it("keeps people's decisions on states until they are removed", async () => {
    const { client } = suite;
    const [{ id: automaton }] = (await client.automata.list()).filter(({ learner }) => learner === 'paper');
    const { edit } = await client.mergeDecisions.decide({ kind: 'pin', automaton, left: 1 });
    expect(edit).toMatchObject({ kind: 'decide-merge' });
    const [decision] = await client.mergeDecisions.list();
    expect(decision).toMatchObject({ id: edit?.id, kind: 'pin', right: null, words: `${edit?.description}` });
    const { items } = await client.mergeDecisions.candidates({ automaton, alike: 0, limit: 1 });
    const [{ left, right, forced }] = items;
    const evidence = await client.mergeDecisions.evidence({ automaton, left, right });
    expect(evidence.forced.total).toBe(forced);
    const { before } = await client.mergeDecisions.preview({ kind: 'never', automaton, left, right });
    expect(before.dialogues).toBe(80);
    await client.mergeDecisions.remove({ id: decision.id });
    expect(await client.mergeDecisions.list()).toEqual([]);
    for (let step = 0; step < 2; step++) await client.tagging.undo();
  });

  it('resizes overviews only', async () => {
    const { client } = suite;
    const before = await client.automata.list();
    const automaton = before[0]!.id;
    for (const asked of [
      client.automata.previewSize({ automaton, states: 12 }),
      client.automata.resize({ automaton, states: 12 }),
      client.automata.prepareSizes({ automaton }),
    ])
      await expect(asked).rejects.toMatchObject({
        code: 'INVALID',
        data: { nextStep: 'Learn an overview from the same tags.' },
      });
    expect(await client.automata.list()).toEqual(before);
  });

  it('compares settings, stores the figures and exports them', async () => {
    const { client, workspace } = suite;
    const many = Array.from({ length: 20 }, (_, at) => at / 20);
    await expect(client.sweep.start({ lambdas: many, taus: many.map((_, at) => at) })).rejects.toMatchObject({
      code: 'INVALID',
    });
    const { job } = await client.sweep.start({ learners: ['paper', 'overview'], states: [10, 20] });
    expect(await ended(client, job)).toMatchObject({ state: 'done', error: null });
    const [summary] = await client.sweep.list();
    expect(summary).toMatchObject({ rows: 3, stale: false });
    const { result } = await client.sweep.get({ run: summary.id });
    expect(result.rows.map(({ setting }) => [setting.learner, setting.states])).toEqual([
      ['paper', null],
      ['overview', 10],
      ['overview', 20],
    ]);
    const { path } = await client.sweep.export({
      run: summary.id,
      to: 'csv',
      out: join(workspace, 'sweep.csv'),
    });
    expect(readFileSync(path, 'utf8').split('\r\n')).toHaveLength(5);
  });

  it('counts the dialogues that visit hidden states', async () => {
    const { client } = suite;
    const { states } = readGraph(await client.automata.graph({}));
    const all = states.support.map((_, state) => state);
    expect(await client.automata.leaving({ shown: all })).toEqual({ dialogues: 0 });
    const { dialogues } = await client.automata.leaving({ shown: [0] });
    expect(dialogues).toBeGreaterThan(0);
    expect(dialogues).toBeLessThanOrEqual(80);
  });

  it('returns the path of a dialogue, with the same visits in its turns', async () => {
    const { client } = suite;
    const { dialogue } = await client.corpus.find({ externalId: 'call-4' });
    const path = await client.automata.path({ dialogue });
    expect(path.length).toBeGreaterThan(0);
    const [{ id }] = await client.automata.list();
    const { turns } = await client.corpus.dialogue({ dialogue, automaton: id });
    const visits = turns.flatMap((turn) => turn.visits.map((visit) => ({ ...visit, turn: turn.index })));
    expect(visits).toEqual(path);
  });

  it.each(['literal', 'greedy', 'resume'] as const)('routes a dialogue, %s', async (policy) => {
    const { client } = suite;
    const { dialogue } = await client.corpus.find({ externalId: 'call-4' });
    const route = await client.automata.route({ dialogue, policy });
    expect(route.steps[0]).toMatchObject({ turn: 0, role: 'user', matched: ['report-late'] });
    expect(route.stoppedBecause).toMatch(/\w/);
    expect(route.tracked).toBeGreaterThan(0);
  });

  it('learns again in memory, and finds no difference if nothing changed', async () => {
    const { client } = suite;
    const [{ id, report }] = await client.automata.list();
    const { base, automaton, difference, before, after, reach } = await client.automata.relearn({
      keep: true,
    });
    expect({ base, automaton, states: before.states }).toEqual({
      base: id,
      automaton: null,
      states: report.states,
    });
    expect(after).toEqual(before);
    expect(difference).toMatchObject({ gone: { total: 0 }, new: { total: 0 }, changed: { total: 0 } });
    expect(reach.before).toEqual(report.reach);
    const measured = await client.automata.measure({ automaton: id });
    expect(measured.reach).toEqual(report.reach);
    expect(measured.advice).toEqual(report.advice);
    expect(measured.reach?.policies.map(({ policy }) => policy)).toEqual(['literal', 'greedy', 'resume']);
  });

  it('predicts the effect of a change of tags without making it', async () => {
    const { client } = suite;
    const graph = readGraph(await client.automata.graph({}));
    const [{ tag }] = graph.symbols;
    const impact = await client.automata.impact({ changes: [{ replace: [{ tag, by: null }] }] });
    expect(impact.turns).toBeGreaterThan(0);
    expect(impact.difference.transitionsGone).toBeGreaterThan(0);
    expect(impact.reach.before?.heldOut).toBe(impact.reach.after?.heldOut);
    expect(readGraph(await client.automata.graph({}))).toEqual(graph);
  });

  it.each(automatonFileSchema.options)('exports the automaton as %s', async (to) => {
    const out = join(suite.workspace, `automaton.${to}`);
    const { path, bytes } = await suite.client.automata.export({ to, out });
    expect(path).toBe(out);
    expect(statSync(out).size).toBe(bytes);
    // A Word file is an archive of texts.
    const read = (path: string): string =>
      to === 'word'
        ? Object.values(unzipSync(readFileSync(path)))
            .map((part) => strFromU8(part))
            .join('\n')
        : readFileSync(path, 'utf8');
    const text = read(out);
    const signs: Readonly<Record<typeof to, string>> = {
      svg: '<svg',
      dot: 'digraph',
      graphml: '<graphml',
      mermaid: 'flowchart',
      json: '"transitions"',
      xstate: '"initial"',
      csv: 'from,from_name,to',
      'states-csv': 'state,name,role',
      pnml: '<pnml',
      bpmn: '<process',
      rasa: 'stories:',
      markdown: '## States',
      html: 'States</h2>',
      word: '<w:pStyle w:val="Heading1"/>',
    };
    expect(text).toContain(signs[to]);
    // Only counts are exported, no texts and no dialogue ids.
    expect(text).not.toMatch(/call-\d|Mill Street|order number is/);
    const shared = join(suite.workspace, `shared.${to}`);
    await suite.client.automata.export({ to, out: shared, leastSupport: 15 });
    expect(read(shared)).toContain('at least 15 dialogues');
  });

  it('learns from the counted paths of a file, without their dialogues', async () => {
    const { client, workspace } = suite;
    const path = join(workspace, 'paths.csv');
    writeFileSync(
      path,
      'path,dialogues\n"[""customer: asks"",""agent: answers""]",30\n"[""customer: asks""]",2\n',
    );
    const out = join(workspace, 'counted.json');
    expect(await client.automata.learnFromCounts({ path, out, leastDialogues: 5 })).toMatchObject({
      path: out,
      bytes: statSync(out).size,
      dialogues: 32,
      cut: 0,
      turns: { followed: 62, of: 62 },
      paths: 3,
      states: 3,
      transitions: 2,
    });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      dialogues: 32,
      about: { project: 'paths.csv' },
    });
  });

  it('opens an automaton exported as JSON, but not as the latest', async () => {
    const { client, workspace } = suite;
    const [latest] = await client.automata.list();
    const path = join(workspace, 'to-import.json');
    await client.automata.export({ to: 'json', out: path });
    const { automaton, from } = await client.automata.import({ path });
    expect(from).toMatchObject({ file: 'to-import.json', project: expect.any(String) });
    expect((await client.automata.list()).at(-1)).toMatchObject({
      id: automaton,
      imported: from,
      stale: false,
    });
    expect((await client.automata.graph({})).summary.id).toBe(latest.id);
    expect(readGraph(await client.automata.graph({ automaton })).states).toMatchObject({
      support: readGraph(await client.automata.graph({})).states.support,
    });
  });
}
