import type { ComparedCandidate } from '#shared/contract/comparison.ts';
import { openInExplore } from '../open-in-explore.ts';

/** The dialogue that a turn comes from, by its own id; opens it beside the automaton. */
export function DialogueLink({
  dialogue,
  externalId,
  round,
}: Pick<ComparedCandidate, 'dialogue' | 'externalId' | 'round'>) {
  return (
    <button
      type="button"
      className="link clip"
      title={`Open ${externalId} at turn ${round + 1} in Explore`}
      onClick={() => openInExplore(dialogue, round)}
    >
      {externalId}
    </button>
  );
}
