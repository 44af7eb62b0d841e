import type { Learner, LearnInput } from '#shared/contract/automata.ts';

export const LEARNERS: readonly { readonly value: Learner; readonly label: string; readonly hint: string }[] =
  [
    {
      value: 'overview',
      label: 'Overview',
      hint: 'Shows the whole corpus in a few states. Best for reading and presenting.',
    },
    {
      value: 'paper',
      label: 'As in the paper',
      hint: 'Builds a tree of all tags and merges similar states. Shows every detail.',
    },
    {
      value: 'context',
      label: 'Context automaton',
      hint: 'Reads a dialogue backward from its last turn. Best for finding examples.',
    },
    {
      value: 'dependency',
      label: 'Main path',
      hint: 'Shows the steps that dialogues of one task have in common, in order.',
    },
    {
      value: 'merging',
      label: 'Merged states',
      hint: 'Builds a tree with one tag per turn and merges states with a test that you choose.',
    },
  ];

export const learnerLabel = (learner: Learner): string =>
  LEARNERS.find(({ value }) => value === learner)?.label ?? learner;

export const POLICIES: readonly {
  readonly value: LearnInput['policy'];
  readonly label: string;
  readonly hint: string;
}[] = [
  {
    value: 'alergia',
    label: 'Statistical test of what follows (ALERGIA)',
    hint: 'Two states are merged unless what follows them differs by more than chance.',
  },
  {
    value: 'k-tails',
    label: 'The next turns (k-tails)',
    hint: 'Two states are merged if the same tags can follow in the next turns.',
  },
  { value: 'phi', label: 'Similarity, as in the paper', hint: 'All pairs more similar than λ are merged.' },
];
