import { defineCommands } from '../../commands/commands.ts';
import { defineMode } from '../../project/mode.ts';

export const COMPARE = defineMode('compare', 'test', 'Compare', 'Compare methods on one turn');

export const compareCommands = defineCommands(
  'compare',
  { group: 'Comparison', scope: 'compare' },
  {
    choose: { title: 'Choose a round to compare…' },
    next: { title: 'Next round', keys: ['J'] },
    previous: { title: 'Previous round', keys: ['K'] },
    random: { title: 'Random held-out round', keys: ['D'] },
    truth: { title: 'Show or hide the true answer', keys: ['T'] },
    differences: { title: 'Mark differences from the true answer', keys: ['I'] },
  },
);
