import type { Feature } from '../../project/feature.ts';
import { forgetConsequence } from './consequence-state.ts';

export {
  ChangedStates,
  ConsequenceList,
  ConsequencePanel,
  useConsequencePreview,
} from './consequence-panel.tsx';
export { openConsequence, useConsequence, useSizePreview } from './consequence-state.ts';
export { withCarriedNames } from './size-preview.ts';
export { SizeSlider } from './size-slider.tsx';
export { ConsequenceStrip, marksOf, pathsWords, stateCounts, transitionCounts } from './strip.tsx';
export { useRelearning } from './use-relearning.ts';

export const feature: Feature = {
  order: 7,
  onOpen: forgetConsequence,
};
