import { defineCommands } from '../../commands/commands.ts';
import { defineMode } from '../../project/mode.ts';

export const REVIEW = defineMode('review', 'label', 'Review', 'Review tags turn by turn');

export const reviewCommands = defineCommands(
  'review',
  { group: 'Review', scope: 'review', once: true },
  {
    accept: { title: 'Accept: the tags are right as they stand', keys: ['A'] },
    reject: { title: "Reject: all the machine's tags are wrong", keys: ['X'] },
    alike: { title: 'Accept, and do the same to all rounds with the same words and tags', keys: ['S'] },
    skip: { title: 'Skip the round', keys: [' '] },
    flag: { title: 'Flag the round with a note', keys: ['F'] },
    comment: { title: 'Comment on the round', keys: ['M'] },
    pin: { title: 'Pin tags to the keys 1 to 9…', keys: ['P'] },
    unmark: { title: 'Take the check mark or the flag off', keys: ['C'] },
    next: { title: 'Next round', keys: ['ArrowRight', 'ArrowDown'] },
    previous: { title: 'Previous round', keys: ['ArrowLeft', 'ArrowUp'] },
    open: { title: 'Go to the next round without a decision', keys: ['N'] },
    tag: { title: 'Add a tag by typing', keys: ['/', '+'] },
    tag1: { title: 'Give or take the first tag', keys: ['1'] },
    tag2: { title: 'Give or take the second tag', keys: ['2'] },
    tag3: { title: 'Give or take the third tag', keys: ['3'] },
    tag4: { title: 'Give or take the fourth tag', keys: ['4'] },
    tag5: { title: 'Give or take the fifth tag', keys: ['5'] },
    tag6: { title: 'Give or take the sixth tag', keys: ['6'] },
    tag7: { title: 'Give or take the seventh tag', keys: ['7'] },
    tag8: { title: 'Give or take the eighth tag', keys: ['8'] },
    tag9: { title: 'Give or take the ninth tag', keys: ['9'] },
    tag10: { title: 'Give or take the tenth tag', keys: ['0'] },
    near1: { title: 'Add the first tag of the nearest corrected rounds', keys: ['Q'] },
    near2: { title: 'Add the second tag of the nearest corrected rounds', keys: ['W'] },
    near3: { title: 'Add the third tag of the nearest corrected rounds', keys: ['E'] },
    left: { title: 'Take the tags of the left side', keys: ['['] },
    right: { title: 'Take the tags of the right side', keys: [']'] },
    list: { title: 'Go to the list of rounds', keys: ['U'] },
    explore: { title: 'Show the state the round leads to', keys: ['G'] },
    finish: { title: 'Finish the review', keys: ['Mod+Enter'] },
    start: { title: 'Choose what to review…', scope: 'everywhere' },
    agreement: { title: 'Compare two sides: agreement…', scope: 'everywhere' },
    export: { title: 'Export my corrections…', scope: 'everywhere' },
  },
);

/** They add what the nearest corrected rounds have, the nearest first. */
export const NEAR_COMMANDS = [reviewCommands.near1, reviewCommands.near2, reviewCommands.near3];

/** They give or take the tag of a slot, the first slot's first. */
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
