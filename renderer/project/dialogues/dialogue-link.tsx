import type { ComparedCandidate } from '#shared/contract/comparison.ts';
import { openInExplore } from '../open-in-explore.ts';

/** Links to the dialogue of a turn by its own id, and opens it beside the automaton. */
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
