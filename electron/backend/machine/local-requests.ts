import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const LOCAL_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Returns true if a request names this machine as its host. A foreign name could also lead to this machine's address.
 */
export const isLocalHost = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  LOCAL_NAMES.has((headers.host ?? '').replace(/:\d+$/, '').toLowerCase());

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares secrets in a time that reveals nothing about them, not even their length. */
export const sameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other));
