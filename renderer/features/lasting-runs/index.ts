export { ExportButtons } from './export-buttons.tsx';
export { GoOnNotice } from './go-on-notice.tsx';
export { LimitFields } from './limit-fields.tsx';
export { RunFoot } from './run-foot.tsx';
export { type LimitsForm, limitsOf, type RunLimits, START_LIMITS, wholeIn } from './run-limits.ts';
export { Sheet } from './sheet.tsx';
