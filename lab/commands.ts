import type { CommandEntry } from '../electron/cli/commands.ts';

export const EXPERIMENTS: readonly CommandEntry[] = [
  {
    name: 'retrieval',
    summary: 'Measure which retrieval method finds the right next turn',
    load: async () => (await import('./retrieval/command.ts')).command,
  },
  {
    name: 'success',
    summary: 'Measure whether predicted answers complete the customer’s task',
    load: async () => (await import('./success/command.ts')).command,
  },
  {
    name: 'flows',
    summary: 'Measure how much of designed flows is learned from dialogues',
    load: async () => (await import('./flows/evaluate-flows.ts')).command,
  },
  {
    name: 'next-action',
    summary: 'Measure how well flows and learned automata tell the agent’s next action',
    load: async () => (await import('./flows/next-action.ts')).command,
  },
  {
    name: 'worksheets',
    summary: 'Measure how well worksheets tell the agent’s next action',
    load: async () => (await import('./worksheets/command.ts')).command,
  },
  {
    name: 'across-corpora',
    summary: 'Write the files that retrieval across corpora is measured on',
    load: async () => (await import('./across-corpora.ts')).command,
  },
];
