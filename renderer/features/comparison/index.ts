import type { Feature } from '../../project/feature.ts';
import { COLUMNS, enterComparison } from './compare-state.ts';
import { COMPARE, compareCommands, compareTabs } from './compare-tabs.tsx';
import { CompareView, SideBySide } from './compare-view.tsx';

export { AnswerText, DifferenceLegend } from './answers/answer-text.tsx';
export { OracleMark } from './column/column-head.tsx';
export { reasonsOf } from './column/reasons.ts';
export { betterMethods, widerResults } from './compare-result.tsx';
export { COLUMNS, changeTurn, useCompare, useUsableLayout } from './compare-state.ts';
export { COMPARE, COMPARE_PANEL, CompareTabs, compareTabs } from './compare-tabs.tsx';
export { Tags, useNewestInView } from './conversation/conversation.tsx';
export { TurnDialog } from './turn/turn-dialog.tsx';

export const feature: Feature = {
  order: 12,
  commands: [compareCommands],
  views: [{ mode: COMPARE, component: CompareView }],
  fills: [compareTabs.fill({ value: COLUMNS, label: 'Side by side', component: SideBySide, asks: true })],
  onOpen: enterComparison,
};
