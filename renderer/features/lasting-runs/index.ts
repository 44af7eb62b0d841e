export { ExportButtons } from './export-buttons.tsx';
export { LimitFields } from './limit-fields.tsx';
export { AskedCell, PagedSheet } from './paged-sheet.tsx';
export { type LimitsForm, limitsOf, START_LIMITS, wholeIn } from './run-limits.ts';
export { RunPage } from './run-page.tsx';
export { StartDialog } from './start-dialog.tsx';
