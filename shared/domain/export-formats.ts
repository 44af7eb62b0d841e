interface ExportFormatFacts {
  readonly label: string;
  readonly hint: string;
  readonly ending: string;
  readonly isReport?: boolean;
}

/** The formats that an automaton can be written in, in the order in which a person chooses among them. */
export const EXPORT_FORMATS = {
  svg: { label: 'SVG', hint: 'A picture with a legend.', ending: 'svg' },
  json: {
    label: 'JSON',
    hint: 'States, transitions and settings. Dialogram can import it again.',
    ending: 'json',
  },
  csv: { label: 'CSV of transitions', hint: 'One row per transition, for spreadsheets.', ending: 'csv' },
  'states-csv': { label: 'CSV of states', hint: 'One row per state.', ending: 'states.csv' },
  graphml: { label: 'GraphML', hint: 'For yEd, Gephi and NetworkX.', ending: 'graphml' },
  dot: { label: 'DOT', hint: 'For Graphviz.', ending: 'dot' },
  mermaid: { label: 'Mermaid', hint: 'A flowchart for Markdown pages.', ending: 'mmd' },
  xstate: { label: 'XState', hint: 'A state machine for JavaScript.', ending: 'xstate.json' },
  bpmn: { label: 'BPMN', hint: 'A process with its diagram.', ending: 'bpmn' },
  pnml: { label: 'PNML', hint: 'A Petri net, for ProM and pm4py.', ending: 'pnml' },
  rasa: {
    label: 'Rasa',
    hint: 'One training story for each state where dialogues end.',
    ending: 'stories.yml',
  },
  html: {
    label: 'HTML',
    hint: 'The findings in your dialogues, in words, pictures and tables. Print the report to get a PDF.',
    ending: 'html',
    isReport: true,
  },
  markdown: {
    label: 'Markdown',
    hint: 'The same report for wikis and repositories.',
    ending: 'md',
    isReport: true,
  },
  word: { label: 'Word', hint: 'The same report, for you to edit.', ending: 'docx', isReport: true },
} as const satisfies Readonly<Record<string, ExportFormatFacts>>;

export type ExportFormat = keyof typeof EXPORT_FORMATS;

export const factsOf = (format: ExportFormat): ExportFormatFacts => EXPORT_FORMATS[format];
