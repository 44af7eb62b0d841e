import type { Command } from './command.ts';

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Loads the command, with everything it needs. */
  load(): Promise<Command>;
}

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'import',
    summary: 'Read transcripts into a project (made where it is new)',
    load: async () => (await import('./commands/data/import.ts')).importCommand,
  },
  {
    name: 'refresh',
    summary: 'Read files and folders that grew again, for what is new',
    load: async () => (await import('./commands/data/sources.ts')).refreshCommand,
  },
  {
    name: 'sources',
    summary: 'List the sources, take one out of the project, or bring it back as it was',
    load: async () => (await import('./commands/data/sources.ts')).sourcesCommand,
  },
  {
    name: 'clean',
    summary: 'Take markup, quotes, signatures, footers and menus from what was said; can be taken off again',
    load: async () => (await import('./commands/data/sources.ts')).cleanCommand,
  },
  {
    name: 'moves',
    summary:
      'Show the moves of each role, cut them into another number, merge, rename or split them, or let a model name them',
    load: async () => (await import('./commands/tagging/moves.ts')).movesCommand,
  },
  {
    name: 'picture',
    summary: 'Tag and learn in one go, by what suits the data',
    load: async () => (await import('./commands/tagging/tags.ts')).pictureCommand,
  },
  {
    name: 'tag',
    summary: 'Tag all dialogues of a project',
    load: async () => (await import('./commands/tagging/tag.ts')).tagCommand,
  },
  {
    name: 'tags',
    summary: 'Write the moves and words of every turn to a file, no words of the dialogues',
    load: async () => (await import('./commands/tagging/tags.ts')).tagsCommand,
  },
  {
    name: 'teach',
    summary: "Name the moves of all turns by a person's answers of some",
    load: async () => (await import('./commands/tagging/tags.ts')).teachCommand,
  },
  {
    name: 'filters',
    summary:
      'The fields of dialogues and their values, how many dialogues pass a filter, and the filters kept by name',
    load: async () => (await import('./commands/data/dialogues.ts')).filtersCommand,
  },
  {
    name: 'dialogues',
    summary:
      'List dialogues that pass a filter or have words, in the order of a field, with the fields asked for; or write them to a file',
    load: async () => (await import('./commands/data/dialogues.ts')).dialoguesCommand,
  },
  {
    name: 'similar',
    summary: 'The turns nearest to a text or to a turn, by words or by a sentence encoder',
    load: async () => (await import('./commands/data/dialogues.ts')).similarCommand,
  },
  {
    name: 'learn',
    summary: 'Learn an automaton from the tags',
    load: async () => (await import('./commands/automata/learn.ts')).learnCommand,
  },
  {
    name: 'decisions',
    summary:
      'Decide which states are one and which never, for all learners that merge, see what that changes first, and list what was decided',
    load: async () => (await import('./commands/automata/decisions.ts')).decisionsCommand,
  },
  {
    name: 'names',
    summary: 'Name states, and list what they are called; a name is found again in every automaton',
    load: async () => (await import('./commands/automata/decisions.ts')).namesCommand,
  },
  {
    name: 'variants',
    summary: 'The distinct ways that dialogues take as a whole, most common first',
    load: async () => (await import('./commands/automata/figures.ts')).variantsCommand,
  },
  {
    name: 'groups',
    summary: 'What one group of dialogues does otherwise than another, clearest first',
    load: async () => (await import('./commands/automata/figures.ts')).groupsCommand,
  },
  {
    name: 'fitness',
    summary: 'Where dialogues leave the way they should go, and why',
    load: async () => (await import('./commands/automata/figures.ts')).fitnessCommand,
  },
  {
    name: 'figures',
    summary:
      'Count the dialogues at each state and transition, how long customers wait there and how dialogues end',
    load: async () => (await import('./commands/automata/figures.ts')).figuresCommand,
  },
  {
    name: 'automata',
    summary: 'List the automata, or open one that was exported as JSON',
    load: async () => (await import('./commands/automata/automata.ts')).automataCommand,
  },
  {
    name: 'route',
    summary: "Route a dialogue's tags through an automaton",
    load: async () => (await import('./commands/automata/automata.ts')).routeCommand,
  },
  {
    name: 'export',
    summary: 'Write an automaton to a file (counts only, no dialogues)',
    load: async () => (await import('./commands/automata/automata.ts')).exportCommand,
  },
  {
    name: 'export-training',
    summary: 'Write the training part as masked fine-tuning lines, with or without retrieved examples',
    load: async () => (await import('./commands/answers/models.ts')).exportTrainingCommand,
  },
  {
    name: 'encode',
    summary: 'Encodes the turns of a project with a sentence encoder, for dense search among them',
    load: async () => (await import('./commands/answers/models.ts')).encodeCommand,
  },
  {
    name: 'batch',
    summary: 'Answer a held-out sample by several methods, measure the answers, compare and export runs',
    load: async () => (await import('./commands/answers/batch.ts')).batchCommand,
  },
  {
    name: 'judge',
    summary: 'Let a model compare the answers of a batch run in both orders; win rates and what they rest on',
    load: async () => (await import('./commands/answers/judge.ts')).judgeCommand,
  },
  {
    name: 'prompts',
    summary: 'Take the prompts of a run elsewhere, and bring the answers back',
    load: async () => (await import('./commands/answers/models.ts')).promptsCommand,
  },
  {
    name: 'simulate',
    summary:
      'Hold a conversation with the project, replay kept ones against an automaton, or carry them to another',
    load: async () => (await import('./commands/answers/simulate.ts')).simulateCommand,
  },
  {
    name: 'serve',
    summary: "Open a project to other programs of this machine: OpenAI's API with examples, and the route",
    load: async () => (await import('./commands/answers/models.ts')).serveCommand,
  },
  {
    name: 'flows',
    summary:
      'Keep flows that say how a conversation should go, check them, talk to them, compile them to Colang, and compare them with past dialogues',
    load: async () => (await import('./commands/designs/flows.ts')).flowsCommand,
  },
  {
    name: 'worksheets',
    summary: 'Keep worksheets that decide what is asked and done, check them, and talk to them',
    load: async () => (await import('./commands/designs/worksheets.ts')).worksheetsCommand,
  },
  {
    name: 'topics',
    summary:
      'Find what dialogues are about, show the topics, merge, rename, split them, or teach them by examples',
    load: async () => (await import('./commands/tagging/topics.ts')).topicsCommand,
  },
  {
    name: 'vocabulary',
    summary: 'List the tags of a project, write them to a file, or take over what a file says of them',
    load: async () => (await import('./commands/tagging/vocabulary.ts')).vocabularyCommand,
  },
  {
    name: 'annotations',
    summary: 'Write what people decided to a file: tags and marks by turn, no words of the dialogues',
    load: async () => (await import('./commands/tagging/tags.ts')).annotationsCommand,
  },
  {
    name: 'agreement',
    summary: "Say how two tagging runs, a run and its corrections, or two people's exports agree",
    load: async () => (await import('./commands/tagging/agreement.ts')).agreementCommand,
  },
  {
    name: 'info',
    summary: 'Counts, size, backups, jobs, runs and versions of a project',
    load: async () => (await import('./commands/data/care.ts')).infoCommand,
  },
  {
    name: 'models',
    summary: "Models' servers: list them, add one, agree to its host, ask what it offers, try it",
    load: async () => (await import('./commands/answers/models.ts')).modelsCommand,
  },
  {
    name: 'purge',
    summary: 'Remove a source or dialogues for good, with all that was learned from them',
    load: async () => (await import('./commands/data/care.ts')).purgeCommand,
  },
  {
    name: 'check',
    summary: 'Look for damage in a project, and say what its backups hold',
    load: async () => (await import('./commands/data/care.ts')).checkCommand,
  },
  {
    name: 'backup',
    summary: 'Make a backup of a project now, or list its backups',
    load: async () => (await import('./commands/data/care.ts')).backupCommand,
  },
  {
    name: 'restore',
    summary: 'Put a backup in the place of a project; the file that was there is kept beside it',
    load: async () => (await import('./commands/data/care.ts')).restoreCommand,
  },
  {
    name: 'salvage',
    summary: 'Save what can be read of a damaged project in a new one',
    load: async () => (await import('./commands/data/care.ts')).salvageCommand,
  },
];
