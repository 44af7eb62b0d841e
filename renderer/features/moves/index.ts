import type { Feature } from '../../project/feature.ts';
import { changeMoves, enterMoves, MOVES, movesCommands } from './moves-state.ts';
import { MovesView } from './moves-view.tsx';

export const feature: Feature = {
  order: 9,
  commands: [movesCommands],
  views: [{ mode: MOVES, component: MovesView }],
  onOpen: enterMoves,
  onPurge: () => changeMoves({ open: null }),
};
