import { createHash } from 'node:crypto';

/**
 * Where a dialogue falls between 0 and 1: the first 32 bits of the SHA-256 of its id (UTF-8), divided by 2³².
 * It depends on nothing but the id, so that a split stays the same when dialogues are added or reordered.
 */
export function shareOfId(id: string): number {
  return createHash('sha256').update(id, 'utf8').digest().readUInt32BE(0) / 2 ** 32;
}

/** Whether a dialogue is held out when `share` (0 … 1) of them are. */
export function isHeldOut(id: string, share: number): boolean {
  return shareOfId(id) < share;
}
