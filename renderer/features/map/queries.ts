import { readFigures } from '#shared/contract/analysis.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';

type FiguresInput = Parameters<DialogramClient['analysis']['figures']>[0];

export const mapQueries = {
  figures: (asked: FiguresInput) =>
    question(
      'figures',
      async (input: FiguresInput, options: { readonly signal: AbortSignal }) =>
        readFigures(await client.analysis.figures(input, options)),
      asked,
      about('corpus', 'tags', 'automata', 'runs'),
    ),
};
