export { KeptPrompt, KeptPrompts } from './kept-prompts.tsx';
export { AskedCell, ExportMenu, PagedSheet, useWhole } from './paged-sheet.tsx';
export { LastingRunRow, RunPage, SpentFacts } from './run-page.tsx';
export { Messages, RequestPreview, StartDialog } from './start-dialog.tsx';
export {
  LimitFields,
  limitsOf,
  NoModel,
  numberIn,
  START_LIMITS,
  useModelRun,
  WithServers,
  wholeIn,
} from './use-model-run.tsx';
