/**
 * Why a dialogue is off its reference: a move that the reference does not know; one that it knows and that is done in
 * another place; one done again; one done where it is not due; one left out; or one that it has and few take.
 */
export const DEVIATIONS = ['unknown', 'order', 'repeated', 'misplaced', 'skipped', 'rare'] as const;
export type DeviationKind = (typeof DEVIATIONS)[number];
