import type { Side } from '#shared/contract/review.ts';
import type { Project } from '../../project.ts';
import { runWorker } from '../../workers/run-worker.ts';
import type { DifferencesWork } from './agreement.worker.ts';

/** Returns the turns on which two sides differ, each with the tags of one of them; runs in a worker. */
export const readDifferences = (
  { path, closing }: Project,
  left: Side,
  right: Side,
  take: 'left' | 'right',
): Promise<DifferencesWork['result']> =>
  runWorker<DifferencesWork>(
    new URL('./agreement.worker.ts', import.meta.url),
    { path, left, right, take },
    { signal: closing },
  );
