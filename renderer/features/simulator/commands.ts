import { defineCommands } from '../../commands/commands.ts';
import { defineMode } from '../../project/mode.ts';

export const SIMULATE = defineMode('simulate', 'test', 'Simulate', 'Simulate a dialogue');

export const simulateCommands = defineCommands(
  'simulate',
  { group: 'Simulator', scope: 'simulate' },
  {
    write: { title: 'Write the next turn', keys: ['S'] },
    turns: { title: 'Go to the turns', keys: ['C'] },
    answer: { title: 'Use the answer that was found', keys: ['G'] },
    force: {
      title: 'Take a possible next step by hand',
      keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
      fixed: true,
    },
    back: { title: 'One turn back', keys: [','] },
    forward: { title: 'One turn forward', keys: ['.'] },
    replay: { title: 'Replay the path', keys: ['P'] },
    'tag-add': { title: 'Add a tag to the turn', keys: ['A', '+'] },
    'tag-replace': { title: 'Replace the focused tag of the turn', keys: ['R'] },
    'tag-remove': { title: 'Remove the focused tag of the turn', keys: ['X', 'Backspace', 'Delete'] },
    begin: { title: 'Start from a dialogue…', keys: ['B'] },
    restart: { title: 'Start a new conversation' },
    save: { title: 'Save the conversation as a case…', keys: ['E'] },
    cases: { title: 'Show the saved cases…' },
  },
);
