import type { ReviewOrder } from '#shared/contract/review.ts';

/** The orders, most common first: the title and explanation of each, and the message when no turn is left in it. */
export const ORDER_NAMES: Readonly<
  Record<ReviewOrder, { readonly title: string; readonly text: string; readonly none: string }>
> = {
  unchecked: {
    title: 'Unchecked first',
    text: 'All turns in dialogue order. Turns you have checked come last.',
    none: 'passes the filter',
  },
  sample: {
    title: 'Random sample',
    text: 'Random turns. Checking them measures how many tags are correct, with an interval.',
    none: 'passes the filter',
  },
  uncertain: {
    title: 'Least certain first',
    text: 'Turns that the tagger is least sure of. Turns with many similar ones come first.',
    none: 'has a known certainty and is unchecked',
  },
  disagreement: {
    title: 'Disagreements',
    text: 'Turns that two taggers, or a tagger and a person, tag differently. Largest difference first.',
    none: 'the sides differ on',
  },
  rare: {
    title: 'Rare tags',
    text: 'Rarest tags first. Finds typos and tags that should be merged.',
    none: 'has a tag and is unchecked',
  },
  support: {
    title: 'Busy states',
    text: 'Turns at the busiest states. Each decision affects many paths.',
    none: 'the automaton contains and is unchecked',
  },
  'machine-flags': {
    title: 'Flagged by the tagger',
    text: 'Turns that the tagger could not tag.',
    none: 'the tagger flagged',
  },
  'people-flags': {
    title: 'Flagged by people',
    text: 'Turns that you or others flagged, with notes.',
    none: 'people flagged',
  },
};

/** The number of orders that are shown at first. */
export const COMMON_ORDERS = 4;
