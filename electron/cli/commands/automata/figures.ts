import { type MapFigures, readFigures, waitsSchema } from '#shared/contract/analysis.ts';
import { readGraph } from '#shared/contract/automata.ts';
import type { FitnessReference } from '#shared/contract/fitness.ts';
import type { Command } from '../../command.ts';

export const fitnessCommand: Command = {
  name: 'fitness',
  usage:
    'fitness --project p.dialogram [--automaton RUN | --flow NAME | --cover 0.5 [--among FILTER]] [--where FILTER] [--run TAGRUN] [--seconds 20] [--limit 100]',
  async run(given, { client }) {
    const cover = given.amount('cover');
    if (cover !== null && (cover > 1 || cover < 0.01))
      throw given.wrong(`--cover is a share from 0.01 to 1, not "${cover}".`, String(cover));
    const flow = given.text('flow');
    const among = given.text('among');
    const automaton = given.run('automaton');
    if ([flow, automaton, cover ?? among].filter((one) => one !== null).length > 1)
      throw given.wrong('Name one reference: --automaton, --flow, or --cover with --among.');
    const reference: FitnessReference =
      flow !== null
        ? { kind: 'flow', flow }
        : cover !== null || among !== null
          ? { kind: 'variants', cover: cover ?? 0.5, among: among ?? '' }
          : { kind: 'automaton', automaton };
    await client.projects.open({ path: given.project() });
    return client.fitness.check({
      run: given.run('run'),
      where: given.text('where') ?? '',
      reference,
      seconds: given.amount('seconds') ?? 20,
      offset: 0,
      limit: given.limit(),
    });
  },
};

export const groupsCommand: Command = {
  name: 'groups',
  usage: 'groups --project p.dialogram --left FILTER [--right FILTER] [--run TAGRUN] [--limit 100]',
  async run(given, { client }) {
    const left = given.required('left');
    await client.projects.open({ path: given.project() });
    return client.analysis.compare({
      run: given.run('run'),
      left,
      right: given.text('right') ?? '',
      offset: 0,
      limit: given.limit(),
    });
  },
};

export const variantsCommand: Command = {
  name: 'variants',
  usage:
    'variants --project p.dialogram [--run TAGRUN] [--where FILTER] [--cover 1] [--slowest] [--every-repetition] [--limit 100]',
  async run(given, { client }) {
    const cover = given.amount('cover') ?? 1;
    if (cover > 1) throw given.wrong(`--cover is a share from 0 to 1, not "${cover}".`, String(cover));
    await client.projects.open({ path: given.project() });
    return client.analysis.variants({
      run: given.run('run'),
      where: given.text('where') ?? '',
      cover,
      order: given.named.has('slowest') ? 'slowest' : 'commonest',
      fold: !given.named.has('every-repetition'),
      offset: 0,
      limit: given.limit(),
    });
  },
};

export const figuresCommand: Command = {
  name: 'figures',
  usage:
    'figures --project p.dialogram [--automaton ID] [--where FILTER] [--good FILTER] [--waits customer|agent|both] [--number FIELD] [--limit 100]',
  async run(given, { client }) {
    await client.projects.open({ path: given.project() });
    const automaton = given.run('automaton');
    const figures = readFigures(
      await client.analysis.figures({
        automaton,
        where: given.text('where') ?? '',
        good: given.text('good') ?? '',
        waits: given.choice('waits', waitsSchema.options) ?? undefined,
        number: given.text('number'),
      }),
    );
    const { symbols, transitions } = readGraph(await client.automata.graph({ automaton }));
    const tagsOf = (isMeant: (at: number) => boolean): string[] => [
      ...new Set(
        transitions.to.flatMap((_, at) =>
          isMeant(at) ? [symbols[transitions.symbol[at] ?? -1]?.tag ?? ''] : [],
        ),
      ),
    ];
    const limit = given.integer('limit', 1) ?? 100;
    const { states, ways, dialogues, timed } = figures;
    const listed = (columns: MapFigures['states'] | MapFigures['ways']) =>
      Array.from(columns.dialogues.keys())
        .sort((a, b) => (columns.dialogues[b] ?? 0) - (columns.dialogues[a] ?? 0) || a - b)
        .slice(0, limit);
    return {
      automaton: figures.automaton,
      dialogues,
      timed,
      states: listed(states).map((state) => ({
        state,
        tags: tagsOf((at) => transitions.to[at] === state),
        ...rowOf(states, state),
      })),
      ways: listed(ways).map((way) => ({
        ...rowOf(ways, way),
        tags: tagsOf((at) => transitions.from[at] === ways.from[way] && transitions.to[at] === ways.to[way]),
      })),
    };
  },
};

/** Returns a row of figures; null for those not measured. */
const rowOf = (columns: object, at: number): Record<string, number | null> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]: [string, readonly number[]]) => {
      const value = column[at] ?? Number.NaN;
      return [name, Number.isNaN(value) ? null : value];
    }),
  );
