/**
 * The kinds of deviation from a reference: an unknown move; a known move in another place; a repeated move; a move that
 * is not due; a skipped move; or an allowed move that few dialogues take.
 */
export const DEVIATIONS = ['unknown', 'order', 'repeated', 'misplaced', 'skipped', 'rare'] as const;
export type DeviationKind = (typeof DEVIATIONS)[number];
