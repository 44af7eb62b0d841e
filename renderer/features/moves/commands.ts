import { defineCommands } from '../../commands/commands.ts';
import { defineMode } from '../../project/mode.ts';

export const MOVES = defineMode('moves', 'label', 'Moves', 'Show the moves');

export const movesCommands = defineCommands(
  'moves',
  { group: 'Moves', scope: 'moves' },
  {
    next: { title: 'Next move', keys: ['ArrowRight'] },
    previous: { title: 'Previous move', keys: ['ArrowLeft'] },
    rename: { title: 'Rename the move…', keys: ['R'] },
    take: { title: 'Pick up the move to merge it', keys: ['M'] },
    takeSentence: { title: 'Pick up the sentence to give it another move', keys: ['B'] },
    drop: { title: 'Drop here', keys: ['Enter'] },
    letGo: { title: 'Cancel the move', keys: ['Escape'] },
    split: { title: 'Split the move', keys: ['S'] },
    rounds: { title: 'Show the turns of the move', keys: ['O'] },
    more: { title: 'Show one more move', keys: ['+'] },
    fewer: { title: 'Show one fewer move', keys: ['-'] },
    cues: { title: 'Cues for finding moves…', keys: ['C'] },
    otherRole: { title: "Show the other role's moves", keys: ['T'] },
  },
);
