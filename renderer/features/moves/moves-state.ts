import type { MoveSentence } from '#shared/contract/moves.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { TagId } from '#shared/domain/ids.ts';
import { createTabState } from '../../project/mode.ts';

/** The card or sentence that is being moved onto another move. */
export type PickedUp =
  | { readonly kind: 'move'; readonly move: string }
  | {
      readonly kind: 'sentence';
      readonly move: string;
      readonly tag: TagId;
      readonly sentence: MoveSentence;
    };

interface MovesState {
  readonly role: Role;
  /** The move whose turns are shown. */
  readonly open: string | null;
}

export const {
  use: useMoves,
  enter: enterMoves,
  change: changeMoves,
} = createTabState<MovesState>('moves', { role: 'system', open: null });
