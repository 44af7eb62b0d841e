import type { Command } from './command.ts';

const SUMMARIES = {
  import: 'Read transcripts into a project, which is created if it does not exist',
  refresh: 'Read new data from files and folders that have grown',
  sources: 'List the sources, remove one from the project, or restore it',
  clean: 'Remove markup, quoted mail, signatures, footers and menus from messages; can be undone',
  moves:
    'Show the moves of each role; change how many there are; merge, rename or split them; or let a model name them',
  picture: 'Tag the dialogues and learn an automaton with settings that suit the data',
  tag: 'Tag all dialogues of a project',
  tags: 'Write the moves and keywords of every turn to a file, without the text of the dialogues',
  teach: 'Tag every turn with a tagger that learns from your answers for some turns',
  filters:
    'List the fields of dialogues and their values, count the dialogues that pass a filter, or manage saved filters',
  dialogues:
    'List the dialogues that pass a filter or contain certain words, with the fields you name; or write them to a file',
  similar: 'Find the turns most similar to a text or to a turn, by words or by a sentence encoder',
  learn: 'Learn an automaton from the tags',
  decisions:
    'Decide which states to merge and which to keep apart, preview the effect, and list all decisions',
  names: 'Name states, or list their names; later automata keep the names',
  variants: 'List the distinct paths of dialogues, most common first',
  groups: 'List the differences between two groups of dialogues, clearest first',
  fitness: 'Show where and how dialogues deviate from a reference',
  figures: 'Count the dialogues at each state and transition, and show waits and ends',
  automata: 'List the automata, or import one that was exported as JSON',
  route: "Route a dialogue's tags through an automaton",
  export: 'Write an automaton to a file (counts only, no dialogues)',
  'export-training':
    'Write the training dialogues to a file for fine-tuning, masked, with or without retrieved examples',
  encode: 'Encode the turns of a project with a sentence encoder, for dense search',
  batch:
    'Answer a sample of test turns with several methods, measure the answers, and compare or export runs',
  judge: 'Let a model compare the answers of a batch run in pairs, and show the win rates',
  prompts: 'Export the prompts of a run to get answers elsewhere, and import the answers',
  simulate: 'Talk to the automaton, replay saved cases, or copy cases to another project',
  serve: "Serve a project to other programs on this machine through OpenAI's API",
  flows: 'Check, compile or replay flows, or talk to them. A flow says how a dialogue should go',
  worksheets:
    'Manage and check worksheets, which decide what the agent asks and does, and talk to their agent',
  topics: 'Find topics in dialogues, then list, merge, rename, split or teach them',
  vocabulary: 'List the tags of a project, export them to a file, or import them from one',
  annotations:
    "Write people's decisions to a file: tags and marks for each turn, without the text of the dialogues",
  agreement: "Measure how well two tagging runs, a run and its corrections, or two people's exports agree",
  info: 'Show counts, size, backups, jobs, runs and versions of a project',
  models: 'List model servers, add one, agree to its host, list its models, or test it',
  purge: 'Permanently delete a source or dialogues, with everything learned from them',
  check: 'Look for damage in a project, and list what its backups contain',
  backup: 'Make a backup of a project now, or list its backups',
  restore: 'Replace a project with one of its backups; the replaced file is kept beside it',
  salvage: 'Save what can be read of a damaged project as a new project',
} as const;

const LOADERS: Readonly<Record<keyof typeof SUMMARIES, () => Promise<Command>>> = {
  import: async () => (await import('./commands/data/import.ts')).importCommand,
  refresh: async () => (await import('./commands/data/sources.ts')).refreshCommand,
  sources: async () => (await import('./commands/data/sources.ts')).sourcesCommand,
  clean: async () => (await import('./commands/data/sources.ts')).cleanCommand,
  moves: async () => (await import('./commands/tagging/moves.ts')).movesCommand,
  picture: async () => (await import('./commands/tagging/tags.ts')).pictureCommand,
  tag: async () => (await import('./commands/tagging/tag.ts')).tagCommand,
  tags: async () => (await import('./commands/tagging/tags.ts')).tagsCommand,
  teach: async () => (await import('./commands/tagging/tags.ts')).teachCommand,
  filters: async () => (await import('./commands/data/dialogues.ts')).filtersCommand,
  dialogues: async () => (await import('./commands/data/dialogues.ts')).dialoguesCommand,
  similar: async () => (await import('./commands/data/dialogues.ts')).similarCommand,
  learn: async () => (await import('./commands/automata/learn.ts')).learnCommand,
  decisions: async () => (await import('./commands/automata/decisions.ts')).decisionsCommand,
  names: async () => (await import('./commands/automata/decisions.ts')).namesCommand,
  variants: async () => (await import('./commands/automata/figures.ts')).variantsCommand,
  groups: async () => (await import('./commands/automata/figures.ts')).groupsCommand,
  fitness: async () => (await import('./commands/automata/figures.ts')).fitnessCommand,
  figures: async () => (await import('./commands/automata/figures.ts')).figuresCommand,
  automata: async () => (await import('./commands/automata/automata.ts')).automataCommand,
  route: async () => (await import('./commands/automata/automata.ts')).routeCommand,
  export: async () => (await import('./commands/automata/automata.ts')).exportCommand,
  'export-training': async () => (await import('./commands/answers/models.ts')).exportTrainingCommand,
  encode: async () => (await import('./commands/answers/models.ts')).encodeCommand,
  batch: async () => (await import('./commands/answers/batch.ts')).batchCommand,
  judge: async () => (await import('./commands/answers/judge.ts')).judgeCommand,
  prompts: async () => (await import('./commands/answers/models.ts')).promptsCommand,
  simulate: async () => (await import('./commands/answers/simulate.ts')).simulateCommand,
  serve: async () => (await import('./commands/answers/models.ts')).serveCommand,
  flows: async () => (await import('./commands/designs/flows.ts')).flowsCommand,
  worksheets: async () => (await import('./commands/designs/worksheets.ts')).worksheetsCommand,
  topics: async () => (await import('./commands/tagging/topics.ts')).topicsCommand,
  vocabulary: async () => (await import('./commands/tagging/vocabulary.ts')).vocabularyCommand,
  annotations: async () => (await import('./commands/tagging/tags.ts')).annotationsCommand,
  agreement: async () => (await import('./commands/tagging/agreement.ts')).agreementCommand,
  info: async () => (await import('./commands/data/maintenance.ts')).infoCommand,
  models: async () => (await import('./commands/answers/models.ts')).modelsCommand,
  purge: async () => (await import('./commands/data/maintenance.ts')).purgeCommand,
  check: async () => (await import('./commands/data/maintenance.ts')).checkCommand,
  backup: async () => (await import('./commands/data/maintenance.ts')).backupCommand,
  restore: async () => (await import('./commands/data/maintenance.ts')).restoreCommand,
  salvage: async () => (await import('./commands/data/maintenance.ts')).salvageCommand,
};

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
}

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = Object.entries(LOADERS).map(([name, load]) => ({
  name,
  summary: SUMMARIES[name as keyof typeof SUMMARIES],
  load,
}));
