import { defineCommands } from '../../commands/commands.ts';
import { defineMode } from '../../project/mode.ts';

export const COMPARE = defineMode('compare', 'test', 'Compare', 'Compare methods on one turn');

export const compareCommands = defineCommands(
  'compare',
  { group: 'Comparison', scope: 'compare' },
  {
    choose: { title: 'Choose a turn to compare…' },
    next: { title: 'Next turn', keys: ['J'] },
    previous: { title: 'Previous turn', keys: ['K'] },
    random: { title: 'Random test turn', keys: ['D'] },
    truth: { title: 'Show or hide the true answer', keys: ['T'] },
    differences: { title: 'Mark differences from the true answer', keys: ['I'] },
  },
);
