import { createHash } from 'node:crypto';
import { externalIdOf } from '#shared/domain/dialogue.ts';

/** Share of the dialogues that no index sees, so methods can be tested on unseen dialogues. */
export const HELD_OUT_SHARE = 0.1;

/**
 * Maps a dialogue to a number between 0 and 1: the first 32 bits of the SHA-256 of its id (UTF-8), divided by
 * 2³². It depends only on the id, so a split stays the same when dialogues are added or reordered.
 */
export function shareOfId(id: string): number {
  return createHash('sha256').update(id, 'utf8').digest().readUInt32BE(0) / 2 ** 32;
}

/** Returns true if a dialogue is held out when `share` (0 … 1) of them are. */
export function isHeldOut(id: string, share: number): boolean {
  return shareOfId(id) < share;
}

/** Returns a function that tells if a dialogue is a test dialogue, by its key. Hashes each key once. */
export function createHeldOutKeys(): (key: string) => boolean {
  const known = new Map<string, boolean>();
  return (key) => {
    let isOut = known.get(key);
    if (isOut === undefined) {
      isOut = isHeldOut(externalIdOf(key), HELD_OUT_SHARE);
      known.set(key, isOut);
    }
    return isOut;
  };
}
