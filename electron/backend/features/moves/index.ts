export { anchorsOf } from './edit-moves.ts';
export { findMoves, namedMoves, requireMoves, type ShownMoves } from './moves-in-memory.ts';
