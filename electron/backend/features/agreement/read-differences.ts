import type { Side } from '#shared/contract/review.ts';
import type { Project } from '../../project.ts';
import { readInThread } from '../../workers/in-thread.ts';
import type { SideDifference } from './compare-sides.ts';

/** Returns the turns on which two sides differ, each with the tags of one of them; runs in a thread. */
export const readDifferences = (
  { path, closing }: Project,
  left: Side,
  right: Side,
  take: 'left' | 'right',
): Promise<readonly SideDifference[]> =>
  readInThread(path, 'agreement', 'differencesOf', [left, right, take], { signal: closing });
