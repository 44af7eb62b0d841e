import type { Feature } from '../../project/feature.ts';
import { forgetConsequence } from './consequence-state.ts';

export { ConsequenceList, ConsequencePanel, useConsequencePreview } from './consequence-panel.tsx';
export { useConsequence } from './consequence-state.ts';
export { marksOf } from './describe-consequence.ts';
export { ConsequenceStrip } from './strip.tsx';
export { useRelearning } from './use-relearning.ts';

export const feature: Feature = {
  order: 7,
  onOpen: forgetConsequence,
};
