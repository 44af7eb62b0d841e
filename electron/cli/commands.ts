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
    summary: 'Read transcripts into a project, which is created if it does not exist',
    load: async () => (await import('./commands/data/import.ts')).importCommand,
  },
  {
    name: 'refresh',
    summary: 'Read new data from files and folders that have grown',
    load: async () => (await import('./commands/data/sources.ts')).refreshCommand,
  },
  {
    name: 'sources',
    summary: 'List the sources, remove one from the project, or restore it',
    load: async () => (await import('./commands/data/sources.ts')).sourcesCommand,
  },
  {
    name: 'clean',
    summary: 'Remove markup, quoted mail, signatures, footers and menus from messages; can be undone',
    load: async () => (await import('./commands/data/sources.ts')).cleanCommand,
  },
  {
    name: 'moves',
    summary:
      'Show the moves of each role, change how many there are, merge, rename or split them, or let a model name them',
    load: async () => (await import('./commands/tagging/moves.ts')).movesCommand,
  },
  {
    name: 'picture',
    summary: 'Tag the dialogues and learn an automaton with settings that suit the data',
    load: async () => (await import('./commands/tagging/tags.ts')).pictureCommand,
  },
  {
    name: 'tag',
    summary: 'Tag all dialogues of a project',
    load: async () => (await import('./commands/tagging/tag.ts')).tagCommand,
  },
  {
    name: 'tags',
    summary: 'Write the moves and keywords of every turn to a file, without the text of the dialogues',
    load: async () => (await import('./commands/tagging/tags.ts')).tagsCommand,
  },
  {
    name: 'teach',
    summary: 'Tag every turn from the answers that a person gave for some of them',
    load: async () => (await import('./commands/tagging/tags.ts')).teachCommand,
  },
  {
    name: 'filters',
    summary:
      'List the fields of dialogues and their values, count the dialogues that pass a filter, or manage saved filters',
    load: async () => (await import('./commands/data/dialogues.ts')).filtersCommand,
  },
  {
    name: 'dialogues',
    summary:
      'List dialogues that pass a filter or contain words, with the fields you name, or write them to a file',
    load: async () => (await import('./commands/data/dialogues.ts')).dialoguesCommand,
  },
  {
    name: 'similar',
    summary: 'Find the turns most similar to a text or to a turn, by words or by a sentence encoder',
    load: async () => (await import('./commands/data/dialogues.ts')).similarCommand,
  },
  {
    name: 'learn',
    summary: 'Learn an automaton from the tags',
    load: async () => (await import('./commands/automata/learn.ts')).learnCommand,
  },
  {
    name: 'decisions',
    summary: 'Decide which states to merge and which never, preview the effect, and list all decisions',
    load: async () => (await import('./commands/automata/decisions.ts')).decisionsCommand,
  },
  {
    name: 'names',
    summary: 'Name states, or list their names; later automata keep them',
    load: async () => (await import('./commands/automata/decisions.ts')).namesCommand,
  },
  {
    name: 'variants',
    summary: 'List the distinct paths of dialogues, most common first',
    load: async () => (await import('./commands/automata/figures.ts')).variantsCommand,
  },
  {
    name: 'groups',
    summary: 'List how one group of dialogues differs from another, clearest first',
    load: async () => (await import('./commands/automata/figures.ts')).groupsCommand,
  },
  {
    name: 'fitness',
    summary: 'Show where dialogues deviate from a reference, and how',
    load: async () => (await import('./commands/automata/figures.ts')).fitnessCommand,
  },
  {
    name: 'figures',
    summary: 'Count the dialogues at each state and transition, and show waits and how dialogues end',
    load: async () => (await import('./commands/automata/figures.ts')).figuresCommand,
  },
  {
    name: 'automata',
    summary: 'List the automata, or import one that was exported as JSON',
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
    summary: 'Write the training dialogues as masked fine-tuning lines, with or without retrieved examples',
    load: async () => (await import('./commands/answers/models.ts')).exportTrainingCommand,
  },
  {
    name: 'encode',
    summary: 'Encode the turns of a project with a sentence encoder, for dense search',
    load: async () => (await import('./commands/answers/models.ts')).encodeCommand,
  },
  {
    name: 'batch',
    summary:
      'Answer a sample of test turns with several methods, measure the answers, compare and export runs',
    load: async () => (await import('./commands/answers/batch.ts')).batchCommand,
  },
  {
    name: 'judge',
    summary: 'Let a model compare the answers of a batch run in pairs, and show the win rates',
    load: async () => (await import('./commands/answers/judge.ts')).judgeCommand,
  },
  {
    name: 'prompts',
    summary: 'Export the prompts of a run to have them answered elsewhere, and import the answers',
    load: async () => (await import('./commands/answers/models.ts')).promptsCommand,
  },
  {
    name: 'simulate',
    summary: 'Talk to the automaton, replay saved cases, or copy cases to another project',
    load: async () => (await import('./commands/answers/simulate.ts')).simulateCommand,
  },
  {
    name: 'serve',
    summary: "Serve a project to other programs on this machine: OpenAI's API with examples, and routes",
    load: async () => (await import('./commands/answers/models.ts')).serveCommand,
  },
  {
    name: 'flows',
    summary:
      'Manage flows, which say how a dialogue should go: check, talk to and compile them, and check past dialogues against them',
    load: async () => (await import('./commands/designs/flows.ts')).flowsCommand,
  },
  {
    name: 'worksheets',
    summary: 'Manage worksheets, which decide what is asked and done: check them and talk to them',
    load: async () => (await import('./commands/designs/worksheets.ts')).worksheetsCommand,
  },
  {
    name: 'topics',
    summary: 'Find the topics of dialogues, show, merge, rename or split them, or teach them by examples',
    load: async () => (await import('./commands/tagging/topics.ts')).topicsCommand,
  },
  {
    name: 'vocabulary',
    summary: 'List the tags of a project, export them to a file, or import them from one',
    load: async () => (await import('./commands/tagging/vocabulary.ts')).vocabularyCommand,
  },
  {
    name: 'annotations',
    summary: "Write people's decisions to a file: tags and marks by turn, without the text of the dialogues",
    load: async () => (await import('./commands/tagging/tags.ts')).annotationsCommand,
  },
  {
    name: 'agreement',
    summary: "Measure how well two tagging runs, a run and its corrections, or two people's exports agree",
    load: async () => (await import('./commands/tagging/agreement.ts')).agreementCommand,
  },
  {
    name: 'info',
    summary: 'Show counts, size, backups, jobs, runs and versions of a project',
    load: async () => (await import('./commands/data/care.ts')).infoCommand,
  },
  {
    name: 'models',
    summary: 'List model servers, add one, agree to its host, list its models, or test it',
    load: async () => (await import('./commands/answers/models.ts')).modelsCommand,
  },
  {
    name: 'purge',
    summary: 'Permanently delete a source or dialogues, with everything learned from them',
    load: async () => (await import('./commands/data/care.ts')).purgeCommand,
  },
  {
    name: 'check',
    summary: 'Look for damage in a project, and list what its backups contain',
    load: async () => (await import('./commands/data/care.ts')).checkCommand,
  },
  {
    name: 'backup',
    summary: 'Make a backup of a project now, or list its backups',
    load: async () => (await import('./commands/data/care.ts')).backupCommand,
  },
  {
    name: 'restore',
    summary: 'Replace a project by one of its backups; the replaced file is kept beside it',
    load: async () => (await import('./commands/data/care.ts')).restoreCommand,
  },
  {
    name: 'salvage',
    summary: 'Save what can be read of a damaged project as a new project',
    load: async () => (await import('./commands/data/care.ts')).salvageCommand,
  },
];
