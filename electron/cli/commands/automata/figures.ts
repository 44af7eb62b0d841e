import { type MapFigures, readFigures, waitsSchema } from '#shared/contract/analysis.ts';
import { readGraph } from '#shared/contract/automata.ts';
import type { Command } from '../../command.ts';

export const command: Command = {
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
