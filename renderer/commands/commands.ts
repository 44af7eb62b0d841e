/**
 * Every command of the app and its keys, in one place: the shortcuts, the palette and the help sheet read
 * this list. What a command does is said where it can be done, see use-command.ts.
 */

/** Where a command's keys are heard: anywhere, while rounds are reviewed, or while the focus is inside one view. */
export type Scope =
  | 'everywhere'
  | 'review'
  | 'vote'
  | 'vocabulary'
  | 'simulate'
  | 'transcript'
  | 'list'
  | 'graph';

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group:
    | 'Project'
    | 'Corpus, tags, automaton'
    | 'Edit'
    | 'View'
    | 'Review'
    | 'Vocabulary'
    | 'Simulator'
    | 'Comparison'
    | 'Dialogue'
    | 'Automaton'
    | 'Help';
  /** As the app comes; a person may choose others, so ask `keysOf` for those that hold. */
  readonly keys: readonly string[];
  readonly scope: Scope;
  /** Keys that belong to a kind of control, such as the arrows of a list, and so cannot be changed. */
  readonly fixed?: boolean;
}

const everywhere = { scope: 'everywhere' } as const;
/** Heard wherever the focus is while turns are compared. */
const comparison = { scope: 'everywhere', group: 'Comparison' } as const;
const review = { scope: 'review', group: 'Review' } as const;
const vocabulary = { scope: 'vocabulary', group: 'Vocabulary' } as const;
/** Heard wherever the focus is while two answers are voted on. */
const vote = { scope: 'vote', group: 'Comparison' } as const;
const transcript = { scope: 'transcript', group: 'Dialogue' } as const;
const list = { scope: 'list', group: 'Dialogue', fixed: true } as const;
const graph = { scope: 'graph', group: 'Automaton', fixed: true } as const;
/** Heard while the focus is inside the simulator. */
const simulate = { scope: 'simulate', group: 'Simulator' } as const;

export const COMMANDS = [
  { id: 'project.new', title: 'New project…', group: 'Project', keys: [], ...everywhere },
  { id: 'project.open', title: 'Open project…', group: 'Project', keys: ['Mod+O'], ...everywhere },
  { id: 'project.demo', title: 'Try the demo', group: 'Project', keys: [], ...everywhere },
  { id: 'project.close', title: 'Close project', group: 'Project', keys: [], ...everywhere },

  {
    id: 'corpus.import',
    title: 'Import files…',
    group: 'Corpus, tags, automaton',
    keys: ['Mod+I'],
    ...everywhere,
  },
  {
    id: 'corpus.sources',
    title: 'Show sources and rejected records…',
    group: 'Corpus, tags, automaton',
    keys: [],
    ...everywhere,
  },
  {
    id: 'tags.run',
    title: 'Tag dialogues…',
    group: 'Corpus, tags, automaton',
    keys: ['Mod+Shift+G'],
    ...everywhere,
  },
  {
    id: 'tags.model',
    title: 'Tag with a model…',
    group: 'Corpus, tags, automaton',
    keys: [],
    ...everywhere,
  },
  {
    id: 'automaton.learn',
    title: 'Learn an automaton…',
    group: 'Corpus, tags, automaton',
    keys: ['Mod+Shift+L'],
    ...everywhere,
  },
  {
    id: 'export.automaton',
    title: 'Export the automaton…',
    group: 'Corpus, tags, automaton',
    keys: [],
    ...everywhere,
  },

  { id: 'edit.undo', title: 'Undo', group: 'Edit', keys: ['Mod+Z'], ...everywhere },
  { id: 'edit.redo', title: 'Redo', group: 'Edit', keys: ['Mod+Shift+Z', 'Mod+Y'], ...everywhere },

  {
    id: 'mode.explore',
    title: 'Explore the automaton and its dialogues',
    group: 'View',
    keys: ['Mod+1'],
    ...everywhere,
  },
  { id: 'mode.review', title: 'Review tags round by round', group: 'View', keys: ['Mod+2'], ...everywhere },
  {
    id: 'mode.vocabulary',
    title: 'Show the vocabulary: all tags',
    group: 'View',
    keys: ['Mod+3'],
    ...everywhere,
  },
  { id: 'mode.simulate', title: 'Simulate a conversation', group: 'View', keys: ['Mod+4'], ...everywhere },
  { id: 'mode.compare', title: 'Compare methods on one turn', group: 'View', keys: ['Mod+5'], ...everywhere },
  {
    id: 'mode.results',
    title: 'Show the results: batch runs, judgements, evaluations',
    group: 'View',
    keys: ['Mod+6'],
    ...everywhere,
  },
  { id: 'view.find', title: 'Find in dialogues', group: 'View', keys: ['Mod+F'], ...everywhere },
  { id: 'view.all', title: 'Show all dialogues', group: 'View', keys: [], ...everywhere },
  {
    id: 'view.graph',
    title: 'Show the automaton as a graph',
    group: 'View',
    keys: [],
    ...everywhere,
  },
  {
    id: 'view.table',
    title: 'Show the automaton as a table',
    group: 'View',
    keys: [],
    ...everywhere,
  },
  {
    id: 'view.fold',
    title: 'Fold or unfold the dialogues panel',
    group: 'View',
    keys: ['Mod+B'],
    ...everywhere,
  },
  { id: 'view.theme', title: 'Change between light and dark', group: 'View', keys: [], ...everywhere },

  { id: 'review.accept', title: 'Accept: the tags are right as they stand', keys: ['A'], ...review },
  { id: 'review.reject', title: "Reject: all the machine's tags are wrong", keys: ['X'], ...review },
  { id: 'review.skip', title: 'Skip the round', keys: [' '], ...review },
  { id: 'review.flag', title: 'Flag the round with a note', keys: ['F'], ...review },
  { id: 'review.unmark', title: 'Take the check mark or the flag off', keys: ['C'], ...review },
  { id: 'review.next', title: 'Next round', keys: ['ArrowRight', 'ArrowDown'], ...review },
  { id: 'review.previous', title: 'Previous round', keys: ['ArrowLeft', 'ArrowUp'], ...review },
  { id: 'review.open', title: 'Go on to the next round nobody has checked', keys: ['N'], ...review },
  { id: 'review.tag', title: 'Add a tag by typing', keys: ['/', '+'], ...review },
  { id: 'review.tag1', title: 'Give or take the first tag', keys: ['1'], ...review },
  { id: 'review.tag2', title: 'Give or take the second tag', keys: ['2'], ...review },
  { id: 'review.tag3', title: 'Give or take the third tag', keys: ['3'], ...review },
  { id: 'review.tag4', title: 'Give or take the fourth tag', keys: ['4'], ...review },
  { id: 'review.tag5', title: 'Give or take the fifth tag', keys: ['5'], ...review },
  { id: 'review.tag6', title: 'Give or take the sixth tag', keys: ['6'], ...review },
  { id: 'review.tag7', title: 'Give or take the seventh tag', keys: ['7'], ...review },
  { id: 'review.tag8', title: 'Give or take the eighth tag', keys: ['8'], ...review },
  { id: 'review.tag9', title: 'Give or take the ninth tag', keys: ['9'], ...review },
  { id: 'review.tag10', title: 'Give or take the tenth tag', keys: ['0'], ...review },
  { id: 'review.left', title: 'Take the tags of the left side', keys: ['['], ...review },
  { id: 'review.right', title: 'Take the tags of the right side', keys: [']'], ...review },
  { id: 'review.list', title: 'Go to the list of rounds', keys: ['U'], ...review },
  { id: 'review.explore', title: 'Show the state the round leads to', keys: ['G'], ...review },
  { id: 'review.finish', title: 'Finish the review', keys: ['Mod+Enter'], ...review },
  { id: 'review.start', title: 'Choose what to review…', group: 'Review', keys: [], ...everywhere },
  {
    id: 'review.agreement',
    title: 'Compare two sides: agreement…',
    group: 'Review',
    keys: [],
    ...everywhere,
  },
  { id: 'review.export', title: 'Export my corrections…', group: 'Review', keys: [], ...everywhere },
  { id: 'simulate.write', title: 'Write the next turn', keys: ['S'], ...simulate },
  { id: 'simulate.turns', title: 'Go to the turns', keys: ['C'], ...simulate },
  { id: 'simulate.answer', title: 'Give the answer that was found', keys: ['G'], ...simulate },
  {
    id: 'simulate.force',
    title: 'Take a possible next tag by hand',
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    ...simulate,
    fixed: true,
  },
  { id: 'simulate.back', title: 'One turn back', keys: [','], ...simulate },
  { id: 'simulate.forward', title: 'One turn forward', keys: ['.'], ...simulate },
  { id: 'simulate.replay', title: 'Replay the path', keys: ['P'], ...simulate },
  { id: 'simulate.tag-add', title: 'Add a tag to the turn', keys: ['A', '+'], ...simulate },
  { id: 'simulate.tag-replace', title: 'Replace the focused tag of the turn', keys: ['R'], ...simulate },
  {
    id: 'simulate.tag-remove',
    title: 'Remove the focused tag of the turn',
    keys: ['X', 'Backspace', 'Delete'],
    ...simulate,
  },
  { id: 'simulate.begin', title: 'Begin a conversation with a dialogue…', keys: ['B'], ...simulate },
  { id: 'simulate.restart', title: 'Begin a new conversation', keys: [], ...simulate },
  { id: 'simulate.save', title: 'Keep the conversation as a case…', keys: ['E'], ...simulate },
  { id: 'simulate.cases', title: 'Show the kept cases…', keys: [], ...simulate },

  { id: 'vocabulary.rename', title: 'Rename the tag…', keys: ['R'], ...vocabulary },
  { id: 'vocabulary.merge', title: 'Merge the tag, or the chosen ones…', keys: ['U'], ...vocabulary },
  { id: 'vocabulary.split', title: 'Split the tag…', keys: ['S'], ...vocabulary },
  { id: 'vocabulary.archive', title: 'Archive the tag, or offer it again…', keys: ['E'], ...vocabulary },
  { id: 'vocabulary.bulk', title: 'Change many rounds…', keys: ['B'], ...vocabulary },
  { id: 'vocabulary.import', title: 'Import a vocabulary…', group: 'Vocabulary', keys: [], ...everywhere },
  { id: 'vocabulary.export', title: 'Export the vocabulary', group: 'Vocabulary', keys: [], ...everywhere },

  { id: 'compare.choose', title: 'Choose a turn to compare…', keys: [], ...comparison },
  { id: 'compare.next', title: 'Next turn', keys: ['J'], ...comparison },
  { id: 'compare.previous', title: 'Previous turn', keys: ['K'], ...comparison },
  { id: 'compare.random', title: 'Random held-out turn', keys: ['D'], ...comparison },
  { id: 'compare.truth', title: 'Show or hide the true answer', keys: ['T'], ...comparison },
  { id: 'compare.differences', title: 'Mark differences from the true answer', keys: ['M'], ...comparison },
  { id: 'compare.vote', title: 'Vote on two answers, blind', keys: ['V'], ...comparison },
  { id: 'compare.ranking', title: 'Show the ranking by votes', keys: [], ...comparison },
  { id: 'vote.a', title: 'A is better', keys: ['1'], ...vote },
  { id: 'vote.b', title: 'B is better', keys: ['2'], ...vote },
  { id: 'vote.tie', title: 'A tie', keys: ['3'], ...vote },
  { id: 'vote.both-bad', title: 'Both are bad', keys: ['4'], ...vote },
  { id: 'vote.undo', title: 'Take the vote back', keys: ['Z'], ...vote },
  { id: 'vote.reveal', title: 'Reveal who answered', keys: ['R'], ...vote },
  { id: 'vote.next', title: 'Next two answers', keys: [' ', 'Enter'], ...vote },
  { id: 'batch.run', title: 'New batch run…', group: 'Comparison', keys: [], ...everywhere },
  {
    id: 'judging.run',
    title: 'Judge the answers of a batch run…',
    group: 'Comparison',
    keys: [],
    ...everywhere,
  },
  {
    id: 'judging.rates',
    title: 'Show the win rates by the judges',
    group: 'Comparison',
    keys: [],
    ...everywhere,
  },
  { id: 'evaluation.run', title: 'Run an evaluation…', group: 'Comparison', keys: [], ...everywhere },

  { id: 'list.move', title: 'Go through the dialogues', keys: ['ArrowDown', 'ArrowUp'], ...list },
  { id: 'list.choose', title: 'Choose the dialogue, with others', keys: [' '], ...list },
  { id: 'list.open', title: 'Open the dialogue', keys: ['Enter'], ...list },

  { id: 'round.next', title: 'Next round', keys: ['ArrowDown'], ...transcript },
  { id: 'round.previous', title: 'Previous round', keys: ['ArrowUp'], ...transcript },
  {
    id: 'round.inner',
    title: "Go through the round's tags and states",
    keys: ['ArrowRight', 'ArrowLeft'],
    ...transcript,
    fixed: true,
  },
  { id: 'tag.add', title: 'Add a tag to the round', keys: ['A', '+'], ...transcript },
  { id: 'tag.replace', title: 'Replace the focused tag', keys: ['R', 'Enter'], ...transcript },
  { id: 'tag.remove', title: 'Remove the focused tag', keys: ['X', 'Backspace', 'Delete'], ...transcript },
  { id: 'tag.rename', title: 'Rename the focused tag everywhere', keys: ['E'], ...transcript },
  { id: 'dialogue.path', title: "Light the dialogue's path on the graph", keys: ['L'], ...transcript },
  { id: 'dialogue.next', title: 'Next dialogue', keys: ['N'], ...transcript },
  { id: 'dialogue.previous', title: 'Previous dialogue', keys: ['P'], ...transcript },
  { id: 'dialogue.purge', title: 'Purge the open dialogue…', group: 'Dialogue', keys: [], ...everywhere },
  { id: 'dialogue.close', title: 'Back to the list', keys: ['Escape'], ...transcript },

  { id: 'graph.follow', title: 'Follow a transition', keys: ['ArrowRight', 'ArrowLeft'], ...graph },
  {
    id: 'graph.beside',
    title: 'Go to the state above or below',
    keys: ['ArrowUp', 'ArrowDown'],
    ...graph,
  },
  { id: 'graph.sibling', title: 'Go to the next or the previous sibling', keys: [']', '['], ...graph },
  { id: 'graph.open', title: "Show the state's dialogues", keys: ['Enter'], ...graph },
  {
    id: 'graph.edge',
    title: 'Show the dialogues of the transition into the state',
    keys: ['Shift+Enter'],
    ...graph,
  },
  { id: 'graph.start', title: 'Go to the start', keys: ['Home'], ...graph },
  { id: 'graph.zoom', title: 'Zoom in or out', keys: ['+', '-'], ...graph },
  { id: 'graph.fit', title: 'Fit the picture into the view', keys: ['0'], ...graph },
  { id: 'graph.leave', title: 'Leave the graph', keys: ['Escape'], ...graph },

  { id: 'help.palette', title: 'Find a command…', group: 'Help', keys: ['Mod+K'], ...everywhere },
  { id: 'help.keys', title: 'Show all keys', group: 'Help', keys: ['?'], ...everywhere },
  { id: 'modules.settings', title: 'External modules…', group: 'Help', keys: [], ...everywhere },
  { id: 'models.settings', title: 'Set up models…', group: 'Help', keys: [], ...everywhere },
  { id: 'help.settings', title: 'Settings…', group: 'Help', keys: ['Mod+,'], ...everywhere },
] as const satisfies readonly Command[];

export type CommandId = (typeof COMMANDS)[number]['id'];

const byId = new Map<string, Command>(COMMANDS.map((command) => [command.id, command]));

export function commandOf(id: CommandId): Command {
  const command = byId.get(id);
  if (!command) throw new Error(`There is no command "${id}".`);
  return command;
}

/** Commands by their group, in the order of the list. */
export function commandGroups(): readonly {
  readonly group: string;
  readonly commands: readonly Command[];
}[] {
  const groups = new Map<string, Command[]>();
  for (const command of COMMANDS) {
    const commands = groups.get(command.group) ?? [];
    commands.push(command);
    groups.set(command.group, commands);
  }
  return [...groups].map(([group, commands]) => ({ group, commands }));
}

/** Commands whose title holds every word of the query; a title that begins with it comes first. */
export function findCommands(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const begins = (command: Command) => command.title.toLowerCase().startsWith(words.join(' '));
  return commands
    .filter((command) => words.every((word) => command.title.toLowerCase().includes(word)))
    .sort((a, b) => Number(begins(b)) - Number(begins(a)));
}
