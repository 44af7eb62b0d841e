import type { Feature } from '../../project/feature.ts';
import { MOVES, movesCommands } from './commands.ts';
import { changeMoves, enterMoves } from './moves-state.ts';
import { MovesView } from './moves-view.tsx';

export const feature: Feature = {
  order: 9,
  commands: [movesCommands],
  views: [{ mode: MOVES, component: MovesView }],
  onOpen: enterMoves,
  onPurge: () => changeMoves({ open: null }),
};
