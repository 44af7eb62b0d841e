export { agentOfOption, agentOptions, optionOf, useAgents, useAgentsLoading } from './agent-options.tsx';
export {
  AnswerProgress,
  accountText,
  NOT_SENT,
  type Progress,
  paceOf,
  progressAfter,
  Underway,
} from './answer-progress.tsx';
export { AnswererMenu, answeredBy, useAnswererEntries } from './answerer-menu.tsx';
export { ColumnChooser } from './column-chooser.tsx';
export {
  type ColumnList,
  columnsProblem,
  comparisonQueries,
  METHOD_SEED,
  NO_EXAMPLES_TITLE,
  withAnswerer,
} from './column-list.ts';
export {
  addColumn,
  agentOf,
  answererOf,
  type ColumnChoice,
  type ColumnLayout,
  columnsOf,
  gridTemplate,
  idOf,
  MOST_COLUMNS,
  methodsOf,
  moveColumn,
  moveColumnTo,
  NARROWEST,
  removeColumn,
  replaceColumn,
  resizeColumn,
  START_LAYOUT,
  setAnswerer,
  usableLayout,
  WIDEST,
  withBaseline,
  withColumns,
} from './columns.ts';
export { GroundSteps, Grounds, Understood } from './grounds.tsx';
export { IntervalPlot } from './interval-plot.tsx';
export { KindMark, type MethodKind } from './kind-mark.tsx';
