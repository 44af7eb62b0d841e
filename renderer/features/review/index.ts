import type { Feature } from '../../project/feature.ts';
import { enterReview, REVIEW, reviewCommands } from './commands.ts';
import { ReviewView } from './review-view.tsx';

export { reviewCommands } from './commands.ts';

export const feature: Feature = {
  order: 8,
  commands: [reviewCommands],
  views: [{ mode: REVIEW, component: ReviewView }],
  onOpen: enterReview,
};
