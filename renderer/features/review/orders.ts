import type { ReviewOrder } from '#shared/contract/review.ts';

/** What an order is called, what it is for, and how a round without place in it is told ("No round is left that …"). */
export const ORDER_NAMES: Readonly<
  Record<ReviewOrder, { readonly title: string; readonly text: string; readonly none: string }>
> = {
  unchecked: {
    title: 'Unchecked first',
    text: 'All rounds in the order of the dialogues; what you have checked comes last.',
    none: 'the filter lets through',
  },
  sample: {
    title: 'Random sample',
    text: 'Rounds at random by a seed. What you check says how right the tags are, with an interval.',
    none: 'the filter lets through',
  },
  rare: {
    title: 'Rare tags',
    text: 'Tags on the fewest rounds first: typing errors, drift and things worth a tag of their own.',
    none: 'has a tag and is unchecked',
  },
  disagreement: {
    title: 'Disagreements',
    text: 'Where two taggers, or a tagger and people, say different things; the least alike first.',
    none: 'the sides differ on',
  },
  uncertain: {
    title: 'Least certain first',
    text: 'What the tagger is least sure of and other runs tag otherwise; of equals first what decides most rounds alike.',
    none: 'anything says how sure its tags are, and is unchecked',
  },
  support: {
    title: 'Busy states',
    text: 'Rounds at the states that most dialogues go through: each decision touches many routes.',
    none: 'the automaton knows and is unchecked',
  },
  'machine-flags': {
    title: 'Flagged by the tagger',
    text: 'Rounds that the tagger could not tag and wants a person to look at.',
    none: 'the tagger flagged',
  },
  'people-flags': {
    title: 'Flagged by people',
    text: 'Rounds that you or others flagged, with their notes.',
    none: 'people flagged',
  },
};
