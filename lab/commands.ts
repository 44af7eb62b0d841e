import type { CommandEntry } from '../electron/cli/commands.ts';

/** What only measures the papers, by name. */
export const EXPERIMENTS: readonly CommandEntry[] = [
  {
    name: 'retrieval',
    summary: 'Measure which way of finding examples shows the right next turn',
    load: () => import('./retrieval/command.ts'),
  },
  {
    name: 'success',
    summary: 'Measure whether predicted answers get the customer’s task done',
    load: () => import('./success/command.ts'),
  },
  {
    name: 'flows',
    summary: 'Measure how much of designed flows is learned from dialogues',
    load: () => import('./flows/evaluate-flows.ts'),
  },
  {
    name: 'next-action',
    summary: 'Measure how well flows and learned automata tell the agent’s next action',
    load: () => import('./flows/next-action.ts'),
  },
  {
    name: 'worksheets',
    summary: 'Measure how well worksheets tell the agent’s next action',
    load: () => import('./worksheets/command.ts'),
  },
  {
    name: 'across-corpora',
    summary: 'Write the files that retrieval across corpora is measured on',
    load: () => import('./across-corpora.ts'),
  },
];
