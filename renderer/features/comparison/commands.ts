import { defineCommands } from '../../commands/commands.ts';
import { defineMode } from '../../project/mode.ts';

export const COMPARE = defineMode('compare', 'Compare', {
  title: 'Compare methods on one turn',
  keys: ['Mod+5'],
});

export const compareCommands = defineCommands(
  'compare',
  { group: 'Comparison' },
  {
    choose: { title: 'Choose a turn to compare…' },
    next: { title: 'Next turn', keys: ['J'] },
    previous: { title: 'Previous turn', keys: ['K'] },
    random: { title: 'Random held-out turn', keys: ['D'] },
    truth: { title: 'Show or hide the true answer', keys: ['T'] },
    differences: { title: 'Mark differences from the true answer', keys: ['M'] },
  },
);
