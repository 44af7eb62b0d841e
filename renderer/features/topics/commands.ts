import { defineCommands } from '../../commands/commands.ts';
import { defineMode } from '../../project/mode.ts';

export const TOPICS = defineMode('topics', 'label', 'Topics', 'Show the topics');

export const topicsCommands = defineCommands(
  'topics',
  { group: 'Topics', scope: 'topics' },
  {
    next: { title: 'To the next topic', keys: ['ArrowRight'] },
    previous: { title: 'To the topic before', keys: ['ArrowLeft'] },
    rename: { title: 'Rename the topic…', keys: ['R'] },
    take: { title: 'Pick up the topic, to merge it into another', keys: ['M'] },
    takeExample: { title: 'Pick up the dialogue, to give it another topic', keys: ['B'] },
    drop: { title: 'Drop here what you picked up', keys: ['Enter'] },
    letGo: { title: 'Cancel moving', keys: ['Escape'] },
    split: { title: 'Split the topic', keys: ['S'] },
    dialogues: { title: 'Show the dialogues of the topic', keys: ['O'] },
    more: { title: 'Show one more topic', keys: ['+'] },
    fewer: { title: 'Show one fewer topic', keys: ['-'] },
  },
);

/** Available in every view. */
export const findTopicsCommands = defineCommands(
  'find-topics',
  { group: 'Topics' },
  { find: { title: 'Find topics again' } },
);
