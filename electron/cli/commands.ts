import type { Command } from './command.ts';

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Loads the command, with everything it needs. */
  load(): Promise<{ readonly command: Command }>;
}

/** Every command, in the order of the help: one entry here, one file in `commands/`. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'import',
    summary: 'Read transcripts into a project (made where it is new)',
    load: () => import('./commands/data/import.ts'),
  },
  {
    name: 'refresh',
    summary: 'Read files and folders that grew again, for what is new',
    load: () => import('./commands/data/refresh.ts'),
  },
  {
    name: 'sources',
    summary: 'List the sources, take one out of the project, or bring it back as it was',
    load: () => import('./commands/data/sources.ts'),
  },
  {
    name: 'clean',
    summary: 'Take markup, quotes, signatures, footers and menus from what was said; can be taken off again',
    load: () => import('./commands/data/clean.ts'),
  },
  {
    name: 'moves',
    summary:
      'Show the moves of each role, cut them into another number, merge, rename or split them, or let a model name them',
    load: () => import('./commands/tagging/moves.ts'),
  },
  {
    name: 'picture',
    summary: 'Tag and learn in one go, by what suits the data',
    load: () => import('./commands/tagging/picture.ts'),
  },
  { name: 'tag', summary: 'Tag all dialogues of a project', load: () => import('./commands/tagging/tag.ts') },
  {
    name: 'tags',
    summary: 'Write the moves and words of every turn to a file, no words of the dialogues',
    load: () => import('./commands/tagging/tags.ts'),
  },
  {
    name: 'teach',
    summary: "Name the moves of all turns by a person's answers of some",
    load: () => import('./commands/tagging/teach.ts'),
  },
  {
    name: 'filters',
    summary:
      'The fields of dialogues and their values, how many dialogues pass a filter, and the filters kept by name',
    load: () => import('./commands/data/filters.ts'),
  },
  {
    name: 'dialogues',
    summary:
      'List dialogues that pass a filter or have words, in the order of a field, with the fields asked for; or write them to a file',
    load: () => import('./commands/data/dialogues.ts'),
  },
  {
    name: 'similar',
    summary: 'The turns nearest to a text or to a turn, by words or by a sentence encoder',
    load: () => import('./commands/data/similar.ts'),
  },
  {
    name: 'learn',
    summary: 'Learn an automaton from the tags',
    load: () => import('./commands/automata/learn.ts'),
  },
  {
    name: 'decisions',
    summary:
      'Decide which states are one and which never, for all learners that merge, see what that changes first, and list what was decided',
    load: () => import('./commands/automata/decisions.ts'),
  },
  {
    name: 'names',
    summary: 'Name states, and list what they are called; a name is found again in every automaton',
    load: () => import('./commands/automata/names.ts'),
  },
  {
    name: 'variants',
    summary: 'The distinct ways that dialogues take as a whole, most common first',
    load: () => import('./commands/automata/variants.ts'),
  },
  {
    name: 'groups',
    summary: 'What one group of dialogues does otherwise than another, clearest first',
    load: () => import('./commands/automata/groups.ts'),
  },
  {
    name: 'fitness',
    summary: 'Where dialogues leave the way they should go, and why',
    load: () => import('./commands/automata/fitness.ts'),
  },
  {
    name: 'figures',
    summary:
      'Count the dialogues at each state and transition, how long customers wait there and how dialogues end',
    load: () => import('./commands/automata/figures.ts'),
  },
  {
    name: 'automata',
    summary: 'List the automata, or open one that was exported as JSON',
    load: () => import('./commands/automata/automata.ts'),
  },
  {
    name: 'route',
    summary: "Route a dialogue's tags through an automaton",
    load: () => import('./commands/automata/route.ts'),
  },
  {
    name: 'export',
    summary: 'Write an automaton to a file (counts only, no dialogues)',
    load: () => import('./commands/automata/export.ts'),
  },
  {
    name: 'export-training',
    summary: 'Write the training part as masked fine-tuning lines, with or without retrieved examples',
    load: () => import('./commands/answers/export-training.ts'),
  },
  {
    name: 'encode',
    summary: 'Encodes the turns of a project with a sentence encoder, for dense search among them',
    load: () => import('./commands/answers/encode.ts'),
  },
  {
    name: 'batch',
    summary: 'Answer a held-out sample by several methods, measure the answers, compare and export runs',
    load: () => import('./commands/answers/batch.ts'),
  },
  {
    name: 'judge',
    summary: 'Let a model compare the answers of a batch run in both orders; win rates and what they rest on',
    load: () => import('./commands/answers/judge.ts'),
  },
  {
    name: 'prompts',
    summary: 'Take the prompts of a run elsewhere, and bring the answers back',
    load: () => import('./commands/answers/prompts.ts'),
  },
  {
    name: 'simulate',
    summary:
      'Hold a conversation with the project, replay kept ones against an automaton, or carry them to another',
    load: () => import('./commands/answers/simulate.ts'),
  },
  {
    name: 'serve',
    summary: "Open a project to other programs of this machine: OpenAI's API with examples, and the route",
    load: () => import('./commands/answers/serve.ts'),
  },
  {
    name: 'flows',
    summary:
      'Keep flows that say how a conversation should go, check them, talk to them, compile them to Colang, and compare them with past dialogues',
    load: () => import('./commands/designs/flows.ts'),
  },
  {
    name: 'worksheets',
    summary: 'Keep worksheets that decide what is asked and done, check them, and talk to them',
    load: () => import('./commands/designs/worksheets.ts'),
  },
  {
    name: 'topics',
    summary:
      'Find what dialogues are about, show the topics, merge, rename, split them, or teach them by examples',
    load: () => import('./commands/tagging/topics.ts'),
  },
  {
    name: 'vocabulary',
    summary: 'List the tags of a project, write them to a file, or take over what a file says of them',
    load: () => import('./commands/tagging/vocabulary.ts'),
  },
  {
    name: 'annotations',
    summary: 'Write what people decided to a file: tags and marks by turn, no words of the dialogues',
    load: () => import('./commands/tagging/annotations.ts'),
  },
  {
    name: 'agreement',
    summary: "Say how two tagging runs, a run and its corrections, or two people's exports agree",
    load: () => import('./commands/tagging/agreement.ts'),
  },
  {
    name: 'info',
    summary: 'Counts, size, backups, jobs, runs and versions of a project',
    load: () => import('./commands/data/info.ts'),
  },
  {
    name: 'models',
    summary: "Models' servers: list them, add one, agree to its host, ask what it offers, try it",
    load: () => import('./commands/answers/models.ts'),
  },
  {
    name: 'purge',
    summary: 'Remove a source or dialogues for good, with all that was learned from them',
    load: () => import('./commands/data/purge.ts'),
  },
  {
    name: 'check',
    summary: 'Look for damage in a project, and say what its backups hold',
    load: () => import('./commands/data/check.ts'),
  },
  {
    name: 'backup',
    summary: 'Make a backup of a project now, or list its backups',
    load: () => import('./commands/data/backup.ts'),
  },
  {
    name: 'restore',
    summary: 'Put a backup in the place of a project; the file that was there is kept beside it',
    load: () => import('./commands/data/restore.ts'),
  },
  {
    name: 'salvage',
    summary: 'Save what can be read of a damaged project in a new one',
    load: () => import('./commands/data/salvage.ts'),
  },
];
