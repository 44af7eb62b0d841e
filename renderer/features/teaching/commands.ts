import { defineCommands } from '../../commands/commands.ts';
import { defineMode } from '../../project/mode.ts';

export const TEACH = defineMode('teach', 'label', 'Teach', 'Teach moves by answering questions');

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

export const teachingCommands = defineCommands(
  'teaching',
  { group: 'Teach', scope: 'teaching', once: true },
  {
    accept: { title: 'Answer with the most likely move', keys: ['Enter'] },
    type: { title: 'Type to find or create a move', keys: ['/', '+'] },
    also: { title: 'Choose one more move for these turns', keys: ['A'] },
    alone: { title: 'They differ: ask only about the first', keys: ['D'] },
    skip: { title: 'Skip the question', keys: [' '] },
    finish: { title: 'Tag all turns', keys: ['Mod+Enter'] },
  },
);

export const moveCommands = defineCommands(
  'teaching',
  { group: 'Teach', scope: 'teaching', once: true },
  Object.fromEntries(
    ORDINALS.map((ordinal, at) => [
      `move${at + 1}`,
      { title: `Answer with the ${ordinal} move`, keys: [`${(at + 1) % 10}`] },
    ]),
  ),
);

/** They answer with the move shown beside the key. */
export const MOVE_COMMANDS = Object.values(moveCommands);
