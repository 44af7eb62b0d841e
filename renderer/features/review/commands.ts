import { defineCommands } from '../../commands/commands.ts';
import { defineMode } from '../../project/mode.ts';

export const REVIEW = defineMode('review', 'label', 'Review', 'Review tags turn by turn');

export const reviewCommands = defineCommands(
  'review',
  { group: 'Review', scope: 'review', once: true },
  {
    accept: { title: 'Accept: the tags are correct', keys: ['A'] },
    reject: { title: 'Reject: all tags are wrong', keys: ['X'] },
    alike: { title: 'Accept, also for all turns with the same text and tags', keys: ['S'] },
    skip: { title: 'Skip the turn', keys: [' '] },
    flag: { title: 'Flag the turn with a note', keys: ['F'] },
    comment: { title: 'Comment on the turn', keys: ['M'] },
    pin: { title: 'Pin tags to the keys 1 to 9…', keys: ['P'] },
    unmark: { title: 'Remove the check mark or flag', keys: ['C'] },
    next: { title: 'Next turn', keys: ['ArrowRight', 'ArrowDown'] },
    previous: { title: 'Previous turn', keys: ['ArrowLeft', 'ArrowUp'] },
    open: { title: 'Go to the next turn without a decision', keys: ['N'] },
    tag: { title: 'Add a tag by typing', keys: ['/', '+'] },
    tag1: { title: 'Toggle the first tag', keys: ['1'] },
    tag2: { title: 'Toggle the second tag', keys: ['2'] },
    tag3: { title: 'Toggle the third tag', keys: ['3'] },
    tag4: { title: 'Toggle the fourth tag', keys: ['4'] },
    tag5: { title: 'Toggle the fifth tag', keys: ['5'] },
    tag6: { title: 'Toggle the sixth tag', keys: ['6'] },
    tag7: { title: 'Toggle the seventh tag', keys: ['7'] },
    tag8: { title: 'Toggle the eighth tag', keys: ['8'] },
    tag9: { title: 'Toggle the ninth tag', keys: ['9'] },
    tag10: { title: 'Toggle the tenth tag', keys: ['0'] },
    near1: { title: 'Add the first tag of similar corrected turns', keys: ['Q'] },
    near2: { title: 'Add the second tag of similar corrected turns', keys: ['W'] },
    near3: { title: 'Add the third tag of similar corrected turns', keys: ['E'] },
    left: { title: "Use the left side's tags", keys: ['['] },
    right: { title: "Use the right side's tags", keys: [']'] },
    list: { title: 'Go to the list of turns', keys: ['U'] },
    explore: { title: 'Show the state this turn leads to', keys: ['G'] },
    finish: { title: 'Finish the review', keys: ['Mod+Enter'] },
    start: { title: 'Choose what to review…', scope: 'everywhere' },
    agreement: { title: 'Compare two sides…', scope: 'everywhere' },
    export: { title: 'Export my corrections…', scope: 'everywhere' },
  },
);

/** They add the tags of the nearest corrected turns, nearest first. */
export const NEAR_COMMANDS = [reviewCommands.near1, reviewCommands.near2, reviewCommands.near3];

/** They add or remove the tag of a slot, in the order of the slots. */
export const TOGGLE_COMMANDS = [
  reviewCommands.tag1,
  reviewCommands.tag2,
  reviewCommands.tag3,
  reviewCommands.tag4,
  reviewCommands.tag5,
  reviewCommands.tag6,
  reviewCommands.tag7,
  reviewCommands.tag8,
  reviewCommands.tag9,
  reviewCommands.tag10,
];
