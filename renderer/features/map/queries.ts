import type { Waits } from '#shared/algorithms/performance/measure-flow.ts';
import { readFigures } from '#shared/contract/analysis.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

interface FiguresInput {
  readonly automaton: RunId | null;
  readonly where: string;
  readonly good: string;
  readonly waits: Waits;
  readonly number: string | null;
}

export const mapQueries = ({ analysis }: DialogramClient) => ({
  figures: (asked: FiguresInput) =>
    question(
      'figures',
      async (input: FiguresInput, options: { readonly signal: AbortSignal }) =>
        readFigures(await analysis.figures(input, options)),
      asked,
      about('corpus', 'tags', 'automata', 'runs'),
    ),
});
