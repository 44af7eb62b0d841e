import type { Feature } from '../../project/feature.ts';
import { enterResults, RESULTS } from './results-state.ts';
import { ResultsView } from './results-view.tsx';

export {
  chosenResult,
  labelsWarning,
  RESULTS,
  type ResultId,
  resultKinds,
  showResult,
  verdictText,
} from './results-state.ts';
export { type RowPlace, RunRow, runKind, Unfiltered } from './results-view.tsx';

export const feature: Feature = {
  order: 17,
  views: [{ mode: RESULTS, isFiltered: true, component: ResultsView }],
  onOpen: enterResults,
};
