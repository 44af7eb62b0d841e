import type { View } from '../../project/view.ts';

interface PageHelp {
  readonly lines: readonly string[];
  readonly guide: string;
}

export const PAGE_HELP: Readonly<Record<string, PageHelp>> = {
  explore: {
    lines: [
      'The graph shows the paths of your dialogues: a box is a state, a line is a transition.',
      'The findings on the right tell you what stands out. Choose a finding to read its dialogues.',
      'Click a box or a line to list its dialogues.',
      'Use the slider below the graph to show fewer or more states.',
      'To look at only some of the dialogues, add a filter.',
    ],
    guide: 'guides/explore.md',
  },
  review: {
    lines: [
      'Here you check the tags turn by turn.',
      'Press a key to accept, reject or add tags, or to skip the turn. The keys are listed below.',
      'If you tag the dialogues again, Dialogram keeps your decisions.',
      'You can undo any decision, even after a restart.',
    ],
    guide: 'guides/label.md',
  },
  teach: {
    lines: [
      'Dialogram asks you what a turn does. It starts with the turns that help most.',
      'Choose a move, or name a new one.',
      'After a few turns, use your answers to tag all the others.',
    ],
    guide: 'guides/label.md',
  },
  moves: {
    lines: [
      'A move says what a turn does, such as asking for details.',
      'Each card shows a move and its typical sentences.',
      'Rename, merge or split cards. To update the graph, learn again.',
    ],
    guide: 'guides/label.md',
  },
  topics: {
    lines: [
      'A topic is what a dialogue is about. Dialogram finds topics in what customers write, on this computer.',
      'Use the slider for fewer or more topics.',
      'Rename, merge or split topics, or give a dialogue another topic.',
      'You can filter dialogues and compare groups by topic.',
    ],
    guide: 'guides/label.md',
  },
  vocabulary: {
    lines: [
      'This page lists all tags and how many turns have each tag.',
      'Rename, merge, split or archive a tag. Dialogram first shows what would change.',
      'The other tabs show turns, similar tags and past edits.',
    ],
    guide: 'guides/label.md',
  },
  flows: {
    lines: [
      'A flow says how dialogues should go.',
      'Draft a flow from your dialogues, or begin with an empty flow.',
      'Replay past dialogues to see where they leave the flow.',
    ],
    guide: 'guides/design.md',
  },
  worksheets: {
    lines: [
      'A worksheet lists what an agent must know and do, with one row for each field.',
      'Draft a worksheet from your dialogues, or begin with an example.',
      'Try the worksheet in Simulate.',
    ],
    guide: 'guides/design.md',
  },
  simulate: {
    lines: [
      'Type what a customer says. Dialogram shows the state that this leads to and what may come next.',
      'The most similar past dialogues are listed below.',
      'Save the dialogue as a case to check it again later.',
    ],
    guide: 'guides/compare.md',
  },
  compare: {
    lines: [
      'Here you see how several methods answer the same turn.',
      '“True answer” shows what was really said.',
      'Choose the methods under “Columns”. Use the arrows to go to another turn.',
      'To test the methods on many turns, start a batch run.',
    ],
    guide: 'guides/compare.md',
  },
  results: {
    lines: [
      'Here you find all results: batch runs, judges and votes.',
      'Choose a run on the left. You see the main result first, then the figures.',
    ],
    guide: 'guides/compare.md',
  },
  story: {
    lines: [
      'A story is a presentation with slides of your graph.',
      'Add a slide from a finding or from the menu of the graph.',
      'Present the story here, or save it as a web page or PowerPoint.',
    ],
    guide: 'guides/present.md',
  },
  share: {
    lines: [
      'Save the automaton for other programs, or as a picture.',
      'Shared files contain only counts, unless you ask for more.',
    ],
    guide: 'guides/present.md',
  },
  reports: {
    lines: [
      'Save what Dialogram learned as one report file, with figures.',
      'The report opens in any browser.',
    ],
    guide: 'guides/present.md',
  },
};

export const TAB_HELP: Readonly<
  Record<Exclude<View['tab'], 'graph'>, PageHelp & { readonly title: string }>
> = {
  table: {
    title: 'Table',
    lines: [
      'The table lists the states of the graph with their figures.',
      'Click a column heading to sort by it.',
      'Choose a row to list the dialogues that reach the state.',
    ],
    guide: 'guides/explore.md',
  },
  variants: {
    title: 'Paths',
    lines: [
      'A variant is a path from start to end, with the share of dialogues that take it.',
      'Choose a variant to see its path on the graph and its dialogues.',
      '“Slowest first” puts the paths that take longest at the top.',
      '“Transitions” lists single steps instead of whole paths.',
    ],
    guide: 'guides/explore.md',
  },
  transitions: {
    title: 'Paths',
    lines: [
      'A transition is one step from a state to the next.',
      'Choose a transition to list its dialogues.',
      '“Variants” lists whole paths instead.',
    ],
    guide: 'guides/explore.md',
  },
  groups: {
    title: 'Compare groups',
    lines: [
      'Compares two groups of dialogues, such as one brand and all others.',
      'The sentence at the top says what differs most. The list begins with the clearest difference.',
      'Choose a row to list its dialogues.',
    ],
    guide: 'guides/explore.md',
  },
  fitness: {
    title: 'Deviations',
    lines: [
      'Compares dialogues with a reference: the most common paths, a flow or an automaton.',
      'The sentence at the top says where dialogues leave the reference most often, and why.',
      'Choose a row to list the dialogues that deviate there.',
    ],
    guide: 'guides/explore.md',
  },
  fields: {
    title: 'Fields',
    lines: [
      'A field is a fact about each dialogue: a column of your file, a topic, or a number that Dialogram counts.',
      'Choose a value to filter by it.',
    ],
    guide: 'guides/explore.md',
  },
  merges: {
    title: 'Similar states',
    lines: [
      'Lists pairs of states that are followed by nearly the same moves. This works only for automata that merge states.',
      'Choose a pair to see what follows each state, and what merging them would change.',
      'Merge the two states or keep them apart. If you learn again, Dialogram keeps your decisions.',
    ],
    guide: 'guides/explore.md',
  },
};

export const START_HELP: PageHelp = {
  lines: [
    'Try the demo to see a finished graph and its findings.',
    'For your own dialogues, drop a file on this page.',
    'A project is one file on your computer. Nothing leaves your computer unless you set up a language model.',
  ],
  guide: 'first-hour.md',
};
