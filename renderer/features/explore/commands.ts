import { defineCommands } from '../../commands/commands.ts';

export const viewCommands = defineCommands(
  'view',
  { group: 'View' },
  {
    all: { title: 'Show all dialogues' },
    graph: { title: 'Show the automaton as a graph' },
    table: { title: 'Show the automaton as a table' },
    fold: { title: 'Show or hide the findings and dialogues', keys: ['Mod+B'] },
  },
);

export const listCommands = defineCommands(
  'list',
  { group: 'Dialogue', scope: 'list', fixed: true },
  {
    move: { title: 'Move through the dialogues', keys: ['ArrowDown', 'ArrowUp'] },
    choose: { title: 'Select or deselect the dialogue', keys: [' '] },
    open: { title: 'Open the dialogue', keys: ['Enter'] },
  },
);

export const turnCommands = defineCommands(
  'turn',
  { group: 'Dialogue', scope: 'transcript' },
  {
    next: { title: 'Next turn', keys: ['ArrowDown'] },
    previous: { title: 'Previous turn', keys: ['ArrowUp'] },
    comment: { title: 'Comment on the turn', keys: ['M'] },
    alike: { title: 'Find similar turns…', keys: ['S'] },
    inner: {
      title: 'Move through the tags and states of the turn',
      keys: ['ArrowRight', 'ArrowLeft'],
      fixed: true,
    },
  },
);

export const tagCommands = defineCommands(
  'tag',
  { group: 'Dialogue', scope: 'transcript' },
  {
    add: { title: 'Add a tag to the turn', keys: ['A', '+'] },
    replace: { title: 'Replace the focused tag', keys: ['R', 'Enter'] },
    remove: { title: 'Remove the focused tag', keys: ['X', 'Backspace', 'Delete'] },
    rename: { title: 'Rename the focused tag everywhere', keys: ['E'] },
  },
);

export const dialogueCommands = defineCommands(
  'dialogue',
  { group: 'Dialogue', scope: 'transcript' },
  {
    path: { title: "Highlight the dialogue's path on the graph", keys: ['L'] },
    replay: { title: 'Replay the dialogue on the graph', keys: ['Shift+P'] },
    play: { title: 'Play or pause the replay', keys: ['Mod+Enter'], scope: 'replay' },
    next: { title: 'Next dialogue', keys: ['N'] },
    previous: { title: 'Previous dialogue', keys: ['P'] },
    purge: { title: 'Purge the open dialogue…', scope: 'everywhere' },
    close: { title: 'Back to the list', keys: ['Escape'] },
  },
);

export const graphCommands = defineCommands(
  'graph',
  { group: 'Automaton', scope: 'graph', fixed: true },
  {
    follow: { title: 'Follow a transition', keys: ['ArrowRight', 'ArrowLeft'] },
    beside: { title: 'Go to the state above or below', keys: ['ArrowUp', 'ArrowDown'] },
    sibling: { title: 'Go to the next or previous sibling state', keys: [']', '['] },
    open: { title: "Show the state's dialogues", keys: ['Enter'] },
    edge: { title: 'Show the dialogues of the incoming transition', keys: ['Shift+Enter'] },
    start: { title: 'Go to the start', keys: ['Home'] },
    zoom: { title: 'Zoom in or out', keys: ['+', '-'] },
    fit: { title: 'Fit the graph to the view', keys: ['0'] },
    leave: { title: 'Leave the graph', keys: ['Escape'] },
  },
);
