import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#shared/algorithms/automaton/corpus/symbol-corpus.ts';
import { createAligner, modelOf } from '#shared/algorithms/fitness/align.ts';
import { referenceOfSequences } from '#shared/algorithms/fitness/reference.ts';
import { activitiesOf, coveringCount, variantsOf } from '#shared/algorithms/variants/variants.ts';
import { readGraph } from '#shared/contract/automata.ts';
import { generateDemoDialogues } from '#shared/demo/generate.ts';
import type { SymbolInfo } from '#shared/domain/symbols.ts';
import { readSupportThreads } from '../fixtures/annotated-corpora.ts';
import { afterwards, forTheFile } from '../fixtures/cleanup.ts';
import { describeWithCorpus } from '../fixtures/corpora.ts';
import { PM4PY_PYTHON } from '../fixtures/pm4py/installed.ts';
import { type Mining, minedSchema, openMining } from '../fixtures/pm4py/mining.ts';
import { copiesOf, importFiles, makeProject, resultOf, tagWith } from '../fixtures/project.ts';

let mining: Mining | null = null;

function mine(asked: object) {
  mining ??= forTheFile(() => {
    const opened = openMining();
    afterwards(opened.close);
    return opened;
  });
  return mining.ask(asked, minedSchema);
}

const dialogues = generateDemoDialogues({ seed: 1, count: 240 });
const nameOf = ({ role, tag }: SymbolInfo): string => `${role} ${tag}`;

const events = (of: typeof dialogues): [string, string, string][] =>
  of.flatMap(({ id, turns }) =>
    turns.flatMap(({ speaker, acts, time }, at): [string, string, string][] =>
      turns[at - 1]?.speaker === speaker ? [] : [[id, `${speaker} ${acts[0]}`, time]],
    ),
  );

const demo = copiesOf(async () => {
  const project = await makeProject();
  const path = join(project.folder, 'demo.jsonl');
  writeFileSync(path, dialogues.map((dialogue) => `${JSON.stringify(dialogue)}\n`).join(''));
  await importFiles(project.client, [path], { format: 'neutral' });
  await tagWith(project.client, 'annotations');
  return project;
});

/** Every dialogue ends with a single message; some turns have several tags, and some none. */
const ended = dialogues.filter(({ turns }) => turns.at(-1)?.speaker !== turns.at(-2)?.speaker);
const retagged = ended.map(({ turns, ...dialogue }, at) => ({
  ...dialogue,
  turns: turns.map(({ acts, ...turn }, index) => ({
    ...turn,
    acts:
      (at + index) % 7 === 0 && index < turns.length - 1 && index > 0
        ? []
        : (at + index) % 3 === 0
          ? [`seldom ${at}`, ...(turns[(index + 2) % turns.length]?.acts ?? []), ...acts]
          : acts,
  })),
}));
const severalTags = copiesOf(async () => {
  const project = await makeProject();
  const path = join(project.folder, 'several.jsonl');
  writeFileSync(path, retagged.map((dialogue) => `${JSON.stringify(dialogue)}\n`).join(''));
  await importFiles(project.client, [path], { format: 'neutral' });
  await tagWith(project.client, 'annotations');
  return project;
});
const several = async () => ({ ...(await severalTags()), dialogues: retagged });

describe('compared with pm4py', () => {
  if (!existsSync(PM4PY_PYTHON)) {
    it.skip('skipped: pm4py is not installed (.ci/run installs it; DIALOGRAM_PM4PY names its folder)', () => {});
    return;
  }
  const theirs = mine({ events: events(dialogues), durations: true, pairs: [], reference: null });

  it('variants and directly-follows counts are equal', async () => {
    const { client } = await demo();
    const { items } = await client.analysis.variants({ fold: false, limit: 1000 });
    const { variants, follows } = await theirs;
    const ours = items.map(({ steps, dialogues: having }) => `${having} ${steps.map(nameOf).join(' > ')}`);
    expect(ours.toSorted()).toEqual(
      variants.map(([steps, having]) => `${having} ${steps.join(' > ')}`).toSorted(),
    );
    const pairs = new Map<string, number>();
    for (const { steps, dialogues: having } of items)
      steps.slice(1).forEach((step, at) => {
        const pair = `${nameOf(steps[at])} > ${nameOf(step)}`;
        pairs.set(pair, (pairs.get(pair) ?? 0) + having);
      });
    expect(Object.fromEntries(pairs)).toEqual(
      Object.fromEntries(follows.map(([before, after, count]) => [`${before} > ${after}`, count])),
    );
  });

  it('an exported event log has the same cases, events and times, and nets have the same moves', async () => {
    const { client, folder } = await demo();
    const [log, ...nets] = ['log.xes', 'net.pnml', 'process.bpmn'].map((name) => join(folder, name));
    // Without a graph, the first tag of a turn stands for it.
    await client.filters.export({ out: log, form: 'xes' });
    await resultOf(client, (await client.automata.learn({ learner: 'overview' })).job);
    for (const [at, to] of (['pnml', 'bpmn'] as const).entries())
      await client.automata.export({ to, out: nets[at] });
    const read = await mine({ log, durations: true, nets, pairs: [], reference: null });
    const { variants, follows, minutes } = await theirs;
    const named = (move: string) => move.replace(' ', ': ');
    expect(Object.fromEntries(read.variants.map(([steps, having]) => [steps.join(' > '), having]))).toEqual(
      Object.fromEntries(variants.map(([steps, having]) => [steps.map(named).join(' > '), having])),
    );
    expect(read.follows.toSorted()).toEqual(
      follows.map(([before, after, count]) => [named(before), named(after), count]).toSorted(),
    );
    expect(read.minutes).toEqual(minutes);
    const graph = readGraph(await client.automata.graph({}));
    const moves = graph.transitions.symbol.map((symbol) => graph.symbols[symbol]);
    const tasks = moves.map(({ role, tag }, at) => `${role}: ${tag} (${graph.transitions.support[at]})`);
    expect(read.nets).toEqual([moves.map(({ role, tag }) => `${role}: ${tag}`).toSorted(), tasks.toSorted()]);
  });

  it('a graph counts what pm4py counts in the event log', async () => {
    const { client, folder } = await several();
    const { job } = await client.automata.learn({ learner: 'overview', states: 8 });
    await resultOf(client, job);
    const graph = readGraph(await client.automata.graph({}));
    const [log, net] = ['log.xes', 'net.pnml'].map((name) => join(folder, name));
    await client.filters.export({ out: log, form: 'xes' });
    await client.automata.export({ to: 'pnml', out: net });

    // The graph joins the tags of a family, and skips turns whose tags it does not show.
    const NOT_DRAWN = 'not drawn';
    const names = graph.symbols.map(({ role, tag }) => `${role}: ${tag}`);
    const unitedOf = (name: string): string => {
      if (names.includes(name)) return name;
      const families = names.filter((one) => one.endsWith('*') && name.startsWith(one.slice(0, -1)));
      return families.toSorted((a, b) => b.length - a.length)[0] ?? NOT_DRAWN;
    };
    const total = (pairs: Iterable<readonly [string, number]>): Record<string, number> => {
      const sums: Record<string, number> = {};
      for (const [name, count] of pairs) sums[name] = (sums[name] ?? 0) + count;
      return sums;
    };
    const { from, to, symbol, support } = graph.transitions;
    const nameAt = new Map(to.map((state, at) => [state, names[symbol[at]]]));
    const startAt = from.flatMap((state, at) =>
      state === 0 && support[at] > 0 ? [[names[symbol[at]], support[at]] as const] : [],
    );
    const ends = graph.states.ends.map((count, state) => [`${nameAt.get(state)}`, count] as const);
    const paths = (await client.analysis.paths({ most: 500 })).items.map(({ states }) =>
      states.map((state) => nameAt.get(state)),
    );
    const follows = paths.flatMap((path) =>
      path.slice(1).map((name, at): [string, number] => [`${path[at]} > ${name}`, 1]),
    );

    const read = await mine({ log, durations: true, pairs: [], reference: null });
    const traces = readFileSync(log, 'utf8')
      .split('<trace>')
      .slice(1)
      .map((trace) => {
        const [id, ...moves] = Array.from(
          trace.matchAll(/"concept:name" value="([^"]+)"/g),
          ([, value]) => value,
        );
        return { id, moves: moves.map(unitedOf) };
      });
    const eventsOf = ({ id, moves }: (typeof traces)[number]) =>
      moves
        // A dialogue that begins or ends with such a turn begins or ends at no state.
        .filter((move, at) => move !== NOT_DRAWN || at === 0 || at === moves.length - 1)
        .map((move, at) => [id, move, new Date(60_000 * at).toISOString()]);
    const seen = await mine({ events: traces.flatMap(eventsOf), pairs: [], reference: null });
    const isDrawn = ([name]: readonly [string, number]): boolean => !name.includes(NOT_DRAWN);
    const pairs = seen.follows.map(([before, after, count]) => [`${before} > ${after}`, count] as const);
    expect(total(follows)).toEqual(total(pairs.filter(isDrawn)));
    expect(total(startAt)).toEqual(total(Object.entries(seen.starts).filter(isDrawn)));
    expect(total(ends.filter(([, count]) => count > 0))).toEqual(
      total(Object.entries(seen.ends).filter(isDrawn)),
    );

    const { items } = await client.analysis.variants({ fold: false, limit: 1000 });
    const minutesOf = new Map<string, number[]>();
    const whole = traces.filter(({ moves }) => moves.at(-1) !== NOT_DRAWN);
    const steps = await mine({
      events: whole.flatMap(eventsOf),
      replayed: [net],
      pairs: [],
      reference: null,
    });
    expect(new Set(steps.replayed[0])).toEqual(new Set([1]));
    expect(steps.replayed[0]).toHaveLength(whole.length);

    expect(
      items.map(({ steps, dialogues }) => [steps.map(nameOf).join(' > '), dialogues]).toSorted(),
    ).toEqual(
      read.variants
        .map(([steps, count]) => [steps.map((step) => step.replace(': ', ' ')).join(' > '), count])
        .toSorted(),
    );
    for (const [id, steps] of read.paths) {
      const key = steps.join(' > ').replaceAll(': ', ' ');
      minutesOf.set(key, [...(minutesOf.get(key) ?? []), read.minutes[id]]);
    }
    for (const { steps, medianMinutes } of items) {
      const own = (minutesOf.get(steps.map(nameOf).join(' > ')) ?? []).toSorted((a, b) => a - b);
      const middle = (own[(own.length - 1) >> 1] + own[own.length >> 1]) / 2;
      expect(medianMinutes).toBeCloseTo(middle, 0);
    }
  });

  it('durations of dialogues are equal', async () => {
    // Our durations end with the last message, pm4py's with the last move.
    const own = dialogues.filter(({ turns }) => turns.at(-1)?.speaker !== turns.at(-2)?.speaker);
    const { client } = await demo();
    const { minutes } = await theirs;
    for (const { id } of own.slice(0, 40)) {
      const [variant] = (await client.analysis.variants({ where: `id = ${id}`, limit: 1 })).items;
      expect(variant.medianMinutes, id).toBe(Number(minutes[id].toFixed(1)));
    }
  });

  it("the share of a brand's dialogues that continue directly with another move is equal", async () => {
    const { client } = await demo();
    const { items } = await client.analysis.compare({ left: 'brand = South', right: '', limit: 1000 });
    const pairs = items.flatMap(({ pattern, left }) =>
      pattern.kind === 'follows' && left > 0
        ? [{ pair: [nameOf(pattern.move), nameOf(pattern.next)], left }]
        : [],
    );
    const found = pairs.slice(0, 20);
    expect(found).toHaveLength(20);
    const south = dialogues.filter(({ brand }) => brand === 'South');
    const { having } = await mine({
      events: events(south),
      pairs: found.map(({ pair }) => pair),
      reference: null,
    });
    expect(found.map(({ left }) => left)).toEqual(having);
  });

  it('fitness is equal: for some variants, and for an automaton with loops', async () => {
    const { client } = await demo();
    const few = dialogues.slice(0, 60);
    const idOf = new Map(
      (await client.corpus.dialogues({ limit: 240 })).items.map((row) => [row.externalId, row.id]),
    );
    const { job } = await client.automata.learn({ learner: 'overview', where: 'domain = bank' });
    await resultOf(client, job);
    const graph = readGraph(await client.automata.graph({}));
    const loops = {
      states: graph.states.support.length,
      steps: graph.transitions.from.map((from, at) => [
        from,
        nameOf(graph.symbols[graph.transitions.symbol[at]]),
        graph.transitions.to[at],
      ]),
      ends: graph.states.ends.flatMap((ends, state) => (ends > 0 ? [state] : [])),
    };
    const { items } = await client.analysis.variants({
      where: 'domain = bank',
      fold: false,
      cover: 0.3,
      limit: 1000,
    });
    const of = items.map(({ steps }) => steps.map(nameOf));
    const next = of.flatMap((steps, variant) =>
      steps.map((move, at) => [at === 0 ? 0 : variant * 100 + at, move, variant * 100 + at + 1]),
    );
    const fan = {
      states: of.length * 100,
      steps: next,
      ends: of.map((steps, variant) => variant * 100 + steps.length),
    };
    const bank = { kind: 'variants', cover: 0.3, among: 'domain = bank' } as const;
    for (const [reference, model] of [[{ kind: 'automaton' }, loops] as const, [bank, fan] as const]) {
      const ours = await Promise.all(
        few.map(({ id }) => client.fitness.dialogue({ reference, dialogue: idOf.get(id) ?? (0 as never) })),
      );
      // The moves as the reference reads them, one minute apart.
      const read = ours.flatMap(({ moves }, dialogue) =>
        moves
          .filter(({ turn }) => turn !== null)
          .map(({ move }, at) => [few[dialogue].id, nameOf(move), new Date(60_000 * at).toISOString()]),
      );
      const { fitness } = await mine({ events: read, pairs: [], reference: model });
      expect(Object.keys(fitness)).toHaveLength(few.length);
      expect(ours.map((shown) => shown.fitness?.toFixed(3))).toEqual(
        few.map(({ id }) => fitness[id].toFixed(3)),
      );
      expect(new Set(ours.map((shown) => shown.fitness)).size).toBeGreaterThan(3);
    }
  });
});

describeWithCorpus('tickets compared with their most common variants', ['twitter-support-threads'], () => {
  if (!existsSync(PM4PY_PYTHON)) {
    it.skip('skipped: pm4py is not installed (.ci/run installs it; DIALOGRAM_PM4PY names its folder)', () => {});
    return;
  }

  it('deviate at the same cost as in pm4py, and rarely at the start', async () => {
    const threads = readSupportThreads();
    const log = activitiesOf(
      rowsOf(
        threads.map(({ id, turns }) => ({
          key: id,
          turns: turns.map(({ role, moves }) => ({ role, tags: moves })),
        })),
      ),
    );
    const variants = variantsOf(log, false, () => true);
    const covering = coveringCount(variants, 0.5);
    const reference = referenceOfSequences(
      log,
      variants.slice(0, covering).map(({ dialogues: [first] }) => first),
    );
    const idOf = ({ role, tag }: SymbolInfo): number =>
      log.symbols.findIndex((symbol) => symbol.role === role && symbol.tag === tag);
    const aligner = createAligner(modelOf(reference, idOf));
    const aligned = variants.map(({ steps, dialogues: own }) => {
      const alignment = aligner.align(steps.map(({ symbol }) => symbol));
      const first = alignment?.moves.findIndex(({ kind }) => kind !== 'both');
      return { steps, dialogues: own.length, cost: alignment?.cost, first };
    });

    // pm4py takes a tenth of a second per variant, so only every fourth is compared, with the most frequent.
    const some = aligned.filter((_, at) => at % 4 === 0);
    const { costs } = await mine({
      events: some.flatMap(({ steps }, variant) =>
        steps.map(({ symbol }, at) => [
          `${variant}`,
          nameOf(log.symbols[symbol]),
          new Date(60_000 * at).toISOString(),
        ]),
      ),
      pairs: [],
      reference: {
        states: reference.states,
        steps: reference.steps.map(({ from, move, to }) => [from, nameOf(move), to]),
        ends: [...reference.ends],
      },
    });
    expect(some.length).toBeGreaterThan(100);
    expect(some.map(({ cost }) => cost)).toEqual(some.map((_, variant) => costs[variant]));

    const deviating = aligned.filter(({ cost }) => cost !== 0);
    const count = (some: typeof aligned): number => some.reduce((sum, one) => sum + one.dialogues, 0);
    expect({
      deviating: count(deviating),
      atTheStart: count(deviating.filter(({ first }) => first === 0)),
    }).toEqual({ deviating: 628, atTheStart: 111 });
  });
});
