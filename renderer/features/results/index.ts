import type { Feature } from '../../project/feature.ts';
import { enterResults, RESULTS } from './results-state.ts';
import { ResultsView } from './results-view.tsx';

export { resultKinds } from './result-kinds.ts';
export { chosenResult, RESULTS, type ResultId, showResult } from './results-state.ts';
export { Unfiltered } from './results-view.tsx';
export { RunList, RunRow } from './run-list.tsx';
export { labelsWarning, verdictText } from './verdict.ts';

export const feature: Feature = {
  order: 17,
  views: [{ mode: RESULTS, isFiltered: true, component: ResultsView }],
  onOpen: enterResults,
};
