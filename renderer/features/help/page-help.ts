import type { View } from '../../project/view.ts';

interface PageHelp {
  readonly lines: readonly string[];
  readonly guide: string;
}

export const PAGE_HELP: Readonly<Record<string, PageHelp>> = {
  explore: {
    lines: [
      'The graph shows the paths of your dialogues: a box is a state, a line is a transition.',
      'Findings, on the right, say what stands out. Choose one to read its dialogues.',
      'Click a box or a line to list the dialogues that go there.',
      'The slider below the graph shows fewer or more states.',
      'Add a filter to look at some of the dialogues only.',
    ],
    guide: 'guides/explore.md',
  },
  review: {
    lines: [
      'You check the tags of one turn after the other.',
      'Accept, reject, add a tag or skip by key. Your keys are listed below.',
      'Your decisions stay when the dialogues are tagged again.',
      'You can undo any decision, also after a restart.',
    ],
    guide: 'guides/label.md',
  },
  teach: {
    lines: [
      'Dialogram asks what a turn does, and begins with the turns that help most.',
      'Choose a move, or name a new one.',
      'When you have answered a few, use your answers to tag every turn.',
    ],
    guide: 'guides/label.md',
  },
  moves: {
    lines: [
      'A move says what a turn does, such as asking for details.',
      'Each card is a move with its typical sentences.',
      'Rename, merge or split cards. The graph follows when you learn again.',
    ],
    guide: 'guides/label.md',
  },
  topics: {
    lines: [
      'A topic is what a dialogue is about. Topics are found on this computer, from what customers write.',
      'Use the slider for fewer or more topics.',
      'Rename, merge or split them, or give a dialogue another topic.',
      'Topics are a field: filter and compare groups by them.',
    ],
    guide: 'guides/label.md',
  },
  vocabulary: {
    lines: [
      'All tags with the number of turns that have them.',
      'Rename, merge, split or archive a tag. You see what changes first.',
      'The other tabs find turns, similar tags and past edits.',
    ],
    guide: 'guides/label.md',
  },
  flows: {
    lines: [
      'A flow says how dialogues should go.',
      'Draft one from your dialogues, or begin with an empty one.',
      'Replay past dialogues to see where they leave the flow.',
    ],
    guide: 'guides/design.md',
  },
  worksheets: {
    lines: [
      'A worksheet lists what an agent must know and do, one row for each field.',
      'Draft one from your dialogues, or begin with an example.',
      'Try it in Simulate.',
    ],
    guide: 'guides/design.md',
  },
  simulate: {
    lines: [
      'Type what a customer says. You see the state it leads to and what may follow.',
      'Below are the most similar past dialogues.',
      'Save the dialogue as a case to check it again later.',
    ],
    guide: 'guides/compare.md',
  },
  compare: {
    lines: [
      'Methods answer the same turn side by side.',
      '“True answer” shows what was really said.',
      'Choose the methods under “Columns”, and another turn with the arrows.',
      'A batch run asks the methods about many turns.',
    ],
    guide: 'guides/compare.md',
  },
  results: {
    lines: [
      'Every run that measured something is here: batch runs, evaluations, judges and votes.',
      'Choose one on the left. Its result comes first, its figures below.',
    ],
    guide: 'guides/compare.md',
  },
  story: {
    lines: [
      'A story is a presentation of slides made of your graph.',
      'Add a slide from a finding or from the menu of the graph.',
      'Present it here, or save it as a web page or PowerPoint.',
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
    lines: ['Write one file that says what was learned, with figures.', 'It opens in any browser.'],
    guide: 'guides/present.md',
  },
};

export const TAB_HELP: Readonly<
  Record<Exclude<View['tab'], 'graph'>, PageHelp & { readonly title: string }>
> = {
  table: {
    title: 'Table',
    lines: [
      'The table lists the states of the graph, with their numbers.',
      'Click a column heading to sort by it.',
      'Choose a row to list the dialogues that go there.',
    ],
    guide: 'guides/explore.md',
  },
  variants: {
    title: 'Paths',
    lines: [
      'A variant is a path from start to end, with the share of dialogues that take it.',
      'Choose one to see it on the graph, and its dialogues.',
      '“Slowest first” puts the paths that take longest at the top.',
      '“Transitions” lists single steps instead of whole paths.',
    ],
    guide: 'guides/explore.md',
  },
  transitions: {
    title: 'Paths',
    lines: [
      'A transition is one step from a state to the next.',
      'Choose one to list its dialogues.',
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
      'Lists pairs of states that are followed by nearly the same moves. Only automata that merge states have such pairs.',
      'Choose a pair to see what follows each state, and what merging them would change.',
      'Merge them, or keep them apart. Your decisions stay when you learn again.',
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
