export { anchorsOf } from './edit-moves.ts';
export { namedMoves } from './grouped-moves.ts';
export { findMoves, requireMoves, type ShownMoves } from './moves-in-memory.ts';
