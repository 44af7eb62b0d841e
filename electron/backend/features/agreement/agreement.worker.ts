import type { AgreementResult } from '#shared/contract/agreement.ts';
import type { Side } from '#shared/contract/review.ts';
import { openForReading } from '../../store/database.ts';
import { serve } from '../../workers/serve.ts';
import { compareSides } from './compare-sides.ts';
import { differencesOf, type SideDifference } from './differences.ts';

interface Sides {
  readonly path: string;
  readonly left: Side;
  readonly right: Side;
}

/** How far two sides agree. */
export interface AgreementWork {
  readonly input: Sides & { readonly take: null };
  readonly progress: never;
  readonly result: AgreementResult;
}

/** Where they differ, and what the side that is taken says there. */
export interface DifferencesWork {
  readonly input: Sides & { readonly take: 'left' | 'right' };
  readonly progress: never;
  readonly result: readonly SideDifference[];
}

/** Compares two sides, which reads all tags of a project at once. */
serve<AgreementWork | DifferencesWork>(async ({ path, left, right, take }) => {
  const database = openForReading(path);
  try {
    return {
      result:
        take === null ? compareSides(database, left, right) : differencesOf(database, left, right, take),
    };
  } finally {
    database.close();
  }
});
