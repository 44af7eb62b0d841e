import { byShare, LEAST_SHARE, type SuggestedTag } from './neighbour-tagger.ts';

/** The evidence for the next turn's tags from the current state of a conversation. */
export interface TagsOfPlace {
  /** The share of dialogues in which a tag follows here, 0 … 1. */
  frequency(tag: string): number;
  /** The share of each tag among similar turns that followed here; empty if there is none. */
  readonly similar: ReadonlyMap<string, number>;
  /** The similarity of these turns, 0 … 1. */
  readonly likeness: number;
}

/** The minimum share of a tag that has a transition here, absolute and relative to the highest share of all tags. */
const LEAST_LEADING = 0.25;
const LEAST_OF_OTHER = 0.7;
/** The minimum share of a further tag, relative to the highest. */
const OF_LIKELIEST = 0.75;
/** The weight of the state's turns beside the corpus's, if they are at least this similar. */
const OF_PLACE = 0.8;
const ALIKE = 0.4;

/**
 * Returns the tags of a turn among the suggested ones: those with at least `LEAST_SHARE`. If none of them has a transition
 * from the current state, it returns the one with a transition and the highest share × frequency instead.
 *
 * @param neighbourWeight the weight of similar turns beside the support tagger, 0 … 1
 * @param place null if nothing routes the conversation
 */
export function chooseTags(
  suggested: readonly SuggestedTag[],
  neighbourWeight: number,
  place: TagsOfPlace | null,
): string[] {
  const all = place && place.similar.size > 0 ? withPlace(suggested, place, neighbourWeight) : suggested;
  const least = Math.max(LEAST_SHARE, OF_LIKELIEST * (all[0]?.share ?? 0));
  const sure = all.filter(({ share }) => share >= least).map(({ tag }) => tag);
  if (place === null || sure.some((tag) => place.frequency(tag) > 0)) return sure;
  let best: { readonly tag: string; readonly score: number } | null = null;
  for (const { tag, share } of all) {
    const isLikely = share >= Math.max(LEAST_LEADING, LEAST_OF_OTHER * (all[0]?.share ?? 0));
    const score = isLikely ? share * place.frequency(tag) : 0;
    if (score > (best?.score ?? 0)) best = { tag, score };
  }
  return best ? [best.tag] : sure;
}

function withPlace(
  suggested: readonly SuggestedTag[],
  { similar, likeness }: TagsOfPlace,
  neighbourWeight: number,
): SuggestedTag[] {
  const weight = OF_PLACE * neighbourWeight * Math.min(1, likeness / ALIKE);
  const shares = new Map([...similar].map(([tag, share]) => [tag, weight * share]));
  for (const { tag, share } of suggested) shares.set(tag, (shares.get(tag) ?? 0) + (1 - weight) * share);
  return byShare(shares, 0);
}
