import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Likeness } from '#shared/contract/base.ts';
import type { ReviewOrder, Side } from '#shared/contract/review.ts';
import type { RunId, TurnId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, freshQuestion, pageOf, question } from '../../client/queries.ts';
import { defineCommands } from '../../commands/commands.ts';
import { createTabState, defineMode } from '../../project/mode.ts';

const QUEUE = about('tags', 'runs');
const TAGS = about('tags', 'runs', 'corpus', 'notes');
const NEAR = about('tags', 'runs', 'corpus', 'jobs');

export const reviewQueries = {
  queues: freshQuestion('review.queues', client.review.queues, undefined, about('runs')),
  queue: (queue: number) => question('review.queue', client.review.queue, { queue }, QUEUE),
  item: (queue: number, index: number, automaton: RunId | null) =>
    question('review.item', client.review.item, { queue, index, automaton }, TAGS),
  nearest: (queue: number, turn: TurnId, by: Likeness) =>
    question('review.nearest', client.review.nearest, { queue, turn, by }, NEAR),
  certainty: (run: RunId | null) => question('review.certainty', client.review.certainty, { run }, QUEUE),
  alike: (queue: number, turn: TurnId) =>
    question('review.alike', client.review.alike, { queue, turn }, QUEUE),
  near: (queue: number, turn: TurnId, by: Likeness) =>
    queryOptions({
      queryKey: ['review.near', queue, turn, by],
      queryFn:
        by === 'words' ? skipToken : ({ signal }) => client.review.near({ queue, turn, by }, { signal }),
      meta: NEAR,
    }),
  rows: (queue: number, page: number) =>
    question('review.rows', client.review.rows, { queue, ...pageOf(page) }, QUEUE),
  adjudication: (queue: number) =>
    question('review.adjudication', client.review.adjudication, { queue }, QUEUE),
  quality: (queue: number) => question('review.quality', client.review.quality, { queue }, QUEUE),
  corrected: question('agreement.corrected', client.agreement.corrected, undefined, TAGS),
  files: question('agreement.files', client.agreement.files, undefined, about('runs', 'corpus')),
  /** Disabled until two sides are chosen. */
  agreement: (left: Side | undefined, right: Side | undefined) =>
    queryOptions({
      queryKey: ['agreement.compare', left, right],
      queryFn:
        left && right ? ({ signal }) => client.agreement.compare({ left, right }, { signal }) : skipToken,
      meta: TAGS,
    }),
};

export const ORDER_NAMES: Readonly<
  Record<ReviewOrder, { readonly title: string; readonly text: string; readonly none: string }>
> = {
  unchecked: {
    title: 'Unchecked first',
    text: 'All turns in dialogue order. Turns you have checked come last.',
    none: 'No turns pass the filter.',
  },
  sample: {
    title: 'Random sample',
    text: 'Random turns. Check them to estimate the share of correct tags, with a 95 % interval.',
    none: 'No turns pass the filter.',
  },
  uncertain: {
    title: 'Least certain first',
    text: 'Turns that the tagger is least sure about. Turns with many similar turns come first.',
    none: 'You have checked all turns with a known certainty.',
  },
  disagreement: {
    title: 'Disagreements',
    text: 'Turns that two taggers, or a tagger and a person, tag differently. The largest differences come first.',
    none: 'You have checked all turns where the sides differ.',
  },
  rare: {
    title: 'Rare tags',
    text: 'Rarest tags first. Finds typos and tags that should be merged.',
    none: 'You have checked all tagged turns.',
  },
  support: {
    title: 'Busy states',
    text: 'Turns at the busiest states. Each decision affects many paths.',
    none: 'You have checked all turns in the automaton.',
  },
  'machine-flags': {
    title: 'Flagged by the tagger',
    text: 'Turns that the tagger could not tag.',
    none: 'The tagger flagged none of the unchecked turns.',
  },
  'people-flags': {
    title: 'Flagged by people',
    text: 'Turns that you or others flagged, with notes.',
    none: 'Nobody has flagged any of these turns.',
  },
};

/** The number of orders that are shown at first. */
export const COMMON_ORDERS = 4;

interface ReviewState {
  readonly screen: 'start' | 'queue' | 'summary' | 'agreement';
  readonly queue: number | null;
  readonly sides: { readonly left?: Side; readonly right?: Side } | null;
  readonly listFolded: boolean;
}

const {
  use: useReview,
  enter: enterReview,
  change,
} = createTabState<ReviewState>('review', { screen: 'start', queue: null, sides: null, listFolded: false });

export { enterReview, useReview };

export const showStart = (): void => change({ screen: 'start' });
export const showQueue = (queue: number): void => change({ screen: 'queue', queue });
export const showSummary = (): void => change({ screen: 'summary' });
export const showAgreement = (sides: ReviewState['sides'] = useReview.getState().sides): void =>
  change({ screen: 'agreement', sides });
export const foldList = (listFolded: boolean): void => change({ listFolded });

export const REVIEW = defineMode('review', 'label', 'Review', 'Review tags turn by turn');

export const reviewCommands = defineCommands(
  'review',
  { group: 'Review', scope: 'review', once: true },
  {
    accept: { title: 'Accept: the tags are correct', keys: ['A'] },
    reject: { title: 'Reject: all tags are wrong', keys: ['X'] },
    alike: { title: 'Accept all turns with the same text and tags', keys: ['S'] },
    skip: { title: 'Skip the turn', keys: [' '] },
    flag: { title: 'Flag the turn with a note', keys: ['F'] },
    comment: { title: 'Comment on the turn', keys: ['M'] },
    pin: { title: 'Pin tags to keys 1 to 9…', keys: ['P'] },
    unmark: { title: 'Remove the check mark or flag', keys: ['C'] },
    next: { title: 'Next turn', keys: ['ArrowRight', 'ArrowDown'] },
    previous: { title: 'Previous turn', keys: ['ArrowLeft', 'ArrowUp'] },
    open: { title: 'Go to the next undecided turn', keys: ['N'] },
    tag: { title: 'Add a tag by typing', keys: ['/', '+'] },
    tag1: { title: 'Toggle the first tag', keys: ['1'] },
    tag2: { title: 'Toggle the second tag', keys: ['2'] },
    tag3: { title: 'Toggle the third tag', keys: ['3'] },
    tag4: { title: 'Toggle the fourth tag', keys: ['4'] },
    tag5: { title: 'Toggle the fifth tag', keys: ['5'] },
    tag6: { title: 'Toggle the sixth tag', keys: ['6'] },
    tag7: { title: 'Toggle the seventh tag', keys: ['7'] },
    tag8: { title: 'Toggle the eighth tag', keys: ['8'] },
    tag9: { title: 'Toggle the ninth tag', keys: ['9'] },
    tag10: { title: 'Toggle the tenth tag', keys: ['0'] },
    near1: { title: 'Add the first tag suggested by similar turns you corrected', keys: ['Q'] },
    near2: { title: 'Add the second tag suggested by similar turns you corrected', keys: ['W'] },
    near3: { title: 'Add the third tag suggested by similar turns you corrected', keys: ['E'] },
    left: { title: "Use the left side's tags", keys: ['['] },
    right: { title: "Use the right side's tags", keys: [']'] },
    list: { title: 'Go to the list of turns', keys: ['U'] },
    explore: { title: 'Show the state this turn leads to', keys: ['G'] },
    finish: { title: 'Finish the review', keys: ['Mod+Enter'] },
    start: { title: 'Choose what to review…', scope: 'everywhere' },
    agreement: { title: 'Compare two sets of tags…', scope: 'everywhere' },
    export: { title: 'Export my corrections…', scope: 'everywhere' },
  },
);

export const NEAR_COMMANDS = [reviewCommands.near1, reviewCommands.near2, reviewCommands.near3];

export const TOGGLE_COMMANDS = [
  reviewCommands.tag1,
  reviewCommands.tag2,
  reviewCommands.tag3,
  reviewCommands.tag4,
  reviewCommands.tag5,
  reviewCommands.tag6,
  reviewCommands.tag7,
  reviewCommands.tag8,
  reviewCommands.tag9,
  reviewCommands.tag10,
];
