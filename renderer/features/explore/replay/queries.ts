import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about, question } from '../../../client/queries.ts';
import { bothWheres } from '../../../project/dialogue-filter.ts';
import type { Place } from '../../../project/place.ts';
import { placeFilter } from '../../../project/place-filter.ts';

/** The paths of the dialogues at a place that pass a filter. */
export const replayQueries = ({ analysis }: DialogramClient) => ({
  ways: (automaton: RunId, place: Place, filter: string) =>
    question(
      'ways',
      analysis.ways,
      {
        automaton,
        where: bothWheres(filter, placeFilter(place, automaton) ?? ''),
        variant:
          place.kind === 'variant' ? { run: place.run, fold: place.fold, steps: [...place.steps] } : null,
      },
      about('corpus', 'tags', 'automata', 'runs'),
    ),
});
