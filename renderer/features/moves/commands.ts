import { defineCommands } from '../../commands/commands.ts';
import { defineMode } from '../../project/mode.ts';

export const MOVES = defineMode('moves', 'label', 'Moves', 'Show the moves');

export const movesCommands = defineCommands(
  'moves',
  { group: 'Moves', scope: 'moves' },
  {
    next: { title: 'To the next move', keys: ['ArrowRight'] },
    previous: { title: 'To the move before', keys: ['ArrowLeft'] },
    rename: { title: 'Rename the move…', keys: ['R'] },
    take: { title: 'Take the move up, to merge it into another', keys: ['M'] },
    takeSentence: { title: 'Take the sentence up, to give it another move', keys: ['B'] },
    drop: { title: 'Drop here what was taken up', keys: ['Enter'] },
    letGo: { title: 'Let go of what was taken up', keys: ['Escape'] },
    split: { title: 'Split the move', keys: ['S'] },
    rounds: { title: 'Show the rounds of the move', keys: ['O'] },
    more: { title: 'One move more', keys: ['+'] },
    fewer: { title: 'One move fewer', keys: ['-'] },
    cues: { title: 'Cues by which moves are found…', keys: ['C'] },
    otherRole: { title: 'Show the moves of the other role', keys: ['T'] },
  },
);
