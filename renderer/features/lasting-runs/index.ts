export { KeptPrompt, KeptPrompts } from './kept-prompts.tsx';
export { AskedCell, ExportMenu, PagedSheet } from './paged-sheet.tsx';
export { LastingRunRow, RunPage, SpentFacts } from './run-page.tsx';
export { Messages, RequestPreview, StartDialog } from './start-dialog.tsx';
export {
  type ModelFormProps,
  NO_LIMITS,
  NoModel,
  useLimits,
  useModelRun,
  withServers,
} from './use-model-run.tsx';
