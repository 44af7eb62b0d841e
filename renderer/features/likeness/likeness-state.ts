import { create } from 'zustand';
import { type Likeness, likenessSchema } from '#shared/contract/base.ts';
import { readStored, writeStored } from '../../ui/hooks/stored.ts';

const KEY = 'likeness';

/** The last choice of how turns are compared, stored in this browser or on this computer. */
export const useChosenLikeness = create<{ readonly by: Likeness }>(() => ({
  by: likenessSchema.catch('words').parse(readStored<unknown>(KEY, 'words')),
}));

export function chooseLikeness(by: Likeness): void {
  useChosenLikeness.setState({ by });
  writeStored(KEY, by);
}
