import type { PaperOptions } from './learn.ts';
import type { PartLimits } from './reading/restrict.ts';

/**
 * The paper's thresholds (appendix B), without a depth limit. Dialogues continue wherever they ended a turn.
 */
export const DEFAULT_PAPER_OPTIONS: PaperOptions = {
  tau: 5,
  lambda: 0.1,
  depth: null,
  continueAt: 'ends',
};

/**
 * "As in the paper's figures" (appendix D): four levels, and only states with more than ten dialogues.
 *
 * The text gives both as limits of the drawing ("due to spatial constraints", "chosen to display only"). The
 * depth limits learning too, so that what is not drawn cannot merge with what is; the number of dialogues limits
 * only the view, as taking states out of a learned automaton would leave dialogues without a path.
 */
export const PAPER_FIGURES: { readonly learning: PaperOptions; readonly view: PartLimits } = {
  learning: { ...DEFAULT_PAPER_OPTIONS, depth: 4 },
  view: { minimumSupport: 11, maximumDepth: 4 },
};
