import { analysisContract, type MapFigures, readFigures } from '#shared/contract/analysis.ts';
import { readGraph } from '#shared/contract/automata.ts';
import { inputSchema } from '#shared/contract/base.ts';
import { usageOf } from '#shared/contract/fields.ts';
import { type FitnessReference, fitnessContract, variantsReferenceSchema } from '#shared/contract/fitness.ts';
import type { Command } from '../../command.ts';

const fitnessSchema = inputSchema(fitnessContract.check);
const groupsSchema = inputSchema(analysisContract.compare);
const variantsSchema = inputSchema(analysisContract.variants);
const figuresSchema = inputSchema(analysisContract.figures);

export const fitnessCommand: Command = {
  usage: `fitness --project p.dialogram [--automaton RUN | --flow NAME | ${usageOf(variantsReferenceSchema, 'cover', 'among')}] ${usageOf(fitnessSchema)}`,
  async run(given, { client }) {
    const flow = given.text('flow');
    const byVariants = given.named.has('cover') || given.named.has('among');
    const automaton = given.run('automaton');
    if ([flow !== null, automaton !== null, byVariants].filter(Boolean).length > 1)
      throw given.wrong('Choose only one reference: --automaton, --flow, or --cover with --among.');
    const reference: FitnessReference =
      flow !== null
        ? { kind: 'flow', flow }
        : byVariants
          ? given.input(variantsReferenceSchema, { kind: 'variants' })
          : { kind: 'automaton', automaton };
    const input = given.input(fitnessSchema, { reference });
    await client.projects.open({ path: given.project() });
    return client.fitness.check(input);
  },
};

export const groupsCommand: Command = {
  usage: `groups --project p.dialogram --left FILTER ${usageOf(groupsSchema.omit({ left: true }))}`,
  async run(given, { client }) {
    const input = given.input(groupsSchema, { left: given.required('left') });
    await client.projects.open({ path: given.project() });
    return client.analysis.compare(input);
  },
};

export const variantsCommand: Command = {
  usage: `variants --project p.dialogram ${usageOf(variantsSchema)}`,
  async run(given, { client }) {
    const input = given.input(variantsSchema);
    await client.projects.open({ path: given.project() });
    return client.analysis.variants(input);
  },
};

export const figuresCommand: Command = {
  usage: `figures --project p.dialogram ${usageOf(figuresSchema)} [--limit 100]`,
  async run(given, { client }) {
    const input = given.input(figuresSchema);
    await client.projects.open({ path: given.project() });
    const { automaton } = input;
    const figures = readFigures(await client.analysis.figures(input));
    const { symbols, transitions } = readGraph(await client.automata.graph({ automaton }));
    const tagsOf = (isMeant: (at: number) => boolean): string[] => [
      ...new Set(
        transitions.to.flatMap((_, at) =>
          isMeant(at) ? [symbols[transitions.symbol[at] ?? -1]?.tag ?? ''] : [],
        ),
      ),
    ];
    const limit = given.integer('limit', 1) ?? 100;
    const { states, transitions: measured, dialogues, timed } = figures;
    const listed = (columns: MapFigures['states'] | MapFigures['transitions']) =>
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
      transitions: listed(measured).map((transition) => ({
        ...rowOf(measured, transition),
        tags: tagsOf(
          (at) =>
            transitions.from[at] === measured.from[transition] &&
            transitions.to[at] === measured.to[transition],
        ),
      })),
    };
  },
};

const rowOf = (columns: object, at: number): Record<string, number | null> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]: [string, readonly number[]]) => {
      const value = column[at] ?? Number.NaN;
      return [name, Number.isNaN(value) ? null : value];
    }),
  );
