import type { Feature } from '../../project/feature.ts';
import { forgetConsequence } from './consequence-state.ts';

export {
  ChangedStates,
  ConsequenceList,
  ConsequencePanel,
  useConsequencePreview,
} from './consequence-panel.tsx';
export {
  openConsequence,
  useConsequence,
  useRelearning,
  useSizePreview,
  withCarriedNames,
} from './consequence-state.ts';
export { SizeSlider } from './size-slider.tsx';
export { ConsequenceStrip, marksOf, pathsWords, stateCounts, transitionCounts } from './strip.tsx';

export const feature: Feature = {
  order: 7,
  onOpen: forgetConsequence,
};
