import { useQuery } from '@tanstack/react-query';
import type { FitnessReference } from '#shared/contract/fitness.ts';
import { formatShare } from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { DEVIATION_WORDS } from '../../project/describe.ts';
import { focusRound } from '../../project/view.ts';
import { fitnessQueries } from './queries.ts';

/** Shows the open dialogue beside the reference, move by move. Clicking a move opens its turn. */
export function DialogueFitness({
  held,
  dialogue,
}: {
  readonly held: {
    readonly run: RunId | null;
    readonly reference: FitnessReference;
    readonly seconds: number;
  };
  readonly dialogue: DialogueId;
}) {
  const { data } = useQuery(fitnessQueries(useApi().client).dialogue(held, dialogue));
  if (!data || data.fitness === null) return null;
  return (
    <section className="fitness-dialogue" aria-label="The open dialogue">
      <span>
        The open dialogue fits <strong>{formatShare(data.fitness)}</strong>
      </span>
      <ol className="fitness-moves">
        {data.moves.map(({ move, deviation, round }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: moves are identified by their position only
          <li key={at}>
            <button
              type="button"
              className={`fitness-move ${move.role} ${deviation ?? ''}`}
              disabled={round === null}
              onClick={() => focusRound(round)}
            >
              #{move.tag}
              {deviation !== null && <span className="bold"> {DEVIATION_WORDS[deviation]}</span>}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
