import type { VisibleFilter } from './visible.ts';

/** A filter in the form in which it is stored and sent: without undefined values and infinity. */
export interface KeptFilter {
  readonly minSupport: number;
  readonly maxDepth: number | null;
  readonly revealed: number[];
  /** Null for the main transitions. */
  readonly cover: number | null;
  readonly closed: string[];
  readonly chains: boolean;
}

export function keptFilter(visible: VisibleFilter): KeptFilter {
  const { minSupport, maxDepth, revealed = [], cover = null, closed = [], chains = false } = visible;
  return {
    minSupport,
    maxDepth: Number.isFinite(maxDepth) ? maxDepth : null,
    revealed: [...revealed],
    cover,
    closed: [...closed],
    chains,
  };
}

export const visibleFilter = ({ maxDepth, cover, ...kept }: KeptFilter): VisibleFilter => ({
  ...kept,
  maxDepth: maxDepth ?? Number.POSITIVE_INFINITY,
  ...(cover === null ? {} : { cover }),
});
