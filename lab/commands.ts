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
    summary: 'Measure how much of a designed flow can be learned from dialogues',
    load: async () => (await import('./flows/evaluate-flows.ts')).command,
  },
  {
    name: 'next-action',
    summary: 'Measure how well flows and learned automata predict the agent’s next action',
    load: async () => (await import('./flows/next-action.ts')).command,
  },
  {
    name: 'worksheets',
    summary: 'Measure how well worksheets predict the agent’s next action',
    load: async () => (await import('./worksheets/command.ts')).command,
  },
  {
    name: 'closed-loop',
    summary: 'Let simulated customers talk to flows, worksheets, retrieval and automata',
    load: async () => (await import('./closed-loop/command.ts')).command,
  },
  {
    name: 'across-corpora',
    summary: 'Write the files for measuring retrieval across corpora',
    load: async () => (await import('./across-corpora.ts')).command,
  },
];
