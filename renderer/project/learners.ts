import type { Learner, LearnInput } from '#shared/contract/automata.ts';

/** Who learns, and what for. */
export const LEARNERS: readonly { readonly value: Learner; readonly label: string; readonly hint: string }[] =
  [
    { value: 'paper', label: 'As in the paper', hint: 'A tree of tags whose similar states are merged.' },
    {
      value: 'context',
      label: 'Context automaton',
      hint: 'Reads a dialogue back from its end; it routes best.',
    },
    { value: 'overview', label: 'Overview', hint: 'Few states that show the whole corpus at a glance.' },
    {
      value: 'dependency',
      label: 'Main way',
      hint: 'The steps that dialogues of one task have in common, in order.',
    },
    {
      value: 'merging',
      label: 'Merged states',
      hint: 'A tree of one tag a round whose states are merged by a test of your choice.',
    },
  ];

/** By what states are merged. */
export const POLICIES: readonly {
  readonly value: LearnInput['policy'];
  readonly label: string;
  readonly hint: string;
}[] = [
  {
    value: 'alergia',
    label: 'What follows, by a test (ALERGIA)',
    hint: 'Two states are one unless they go on in shares that differ by more than chance.',
  },
  {
    value: 'k-tails',
    label: 'The next rounds (k-tails)',
    hint: 'Two states are one if the same tags can follow in the next rounds.',
  },
  { value: 'phi', label: 'Similarity, as in the paper', hint: 'All pairs more similar than λ are one.' },
];
