import { defineCommands } from '../../commands/commands.ts';
import { type Feature, hasTags } from '../../project/feature.ts';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { filterActions } from '../filters/index.ts';
import { LearnDialog } from './learn-dialog.tsx';

export const learnCommands = defineCommands(
  'automaton',
  { group: 'Corpus, tags, automaton' },
  {
    learn: { title: 'Learn an automaton…', keys: ['Mod+Shift+L'] },
  },
);

export { LearnDialog } from './learn-dialog.tsx';
export { figuresFilter, moreCommands } from './learn-form.ts';
export { describeUnmeasured, isUnmeasured, LearnReport, ReachChange, StateDecisions } from './report.tsx';

export const feature: Feature = {
  order: 5,
  commands: [learnCommands],
  fills: [
    filterActions.fill({ label: 'Learn from these…', run: (where) => openDialog(LearnDialog, { where }) }),
  ],
  does: [{ command: learnCommands.learn, when: hasTags, run: () => openDialog(LearnDialog, {}) }],
};
