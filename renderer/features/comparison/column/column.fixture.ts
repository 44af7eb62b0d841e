import type { ComparedCandidate, ComparedColumn } from '#shared/contract/comparison.ts';
import type { DialogueId } from '#shared/domain/ids.ts';

type Measures = ComparedCandidate['measures'];

/** Returns a column with an answer of the given measures, for tests. */
export function testColumn(name: string, measures: Measures | null): ComparedColumn {
  return {
    method: { name, title: name, encoder: null, kind: 'baseline', description: '' },
    oracle: false,
    candidates: [],
    answer:
      measures === null
        ? null
        : {
            dialogue: 1 as DialogueId,
            externalId: 'star-1',
            round: 3,
            text: 'Goodbye',
            acts: null,
            among: 40,
            measures,
          },
    examples: {
      returned: 0,
      actF1: null,
      rougeLBest: 0,
      rougeLMean: 0,
      bleuBest: 0,
      bleuMean: 0,
    },
    route: null,
    milliseconds: 1,
  };
}
