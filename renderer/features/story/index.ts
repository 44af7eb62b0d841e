import type { Feature } from '../../project/feature.ts';
import { defineMode } from '../../project/mode.ts';
import { StoryView } from './story-view.tsx';

export type { SlideFinding } from './story-step.ts';
export { useTelling, useTellingFinding } from './use-story-change.ts';

const STORY = defineMode('story', 'present', 'Story', 'Show the story');

export const feature: Feature = {
  order: 17.5,
  views: [{ mode: STORY, component: StoryView }],
};
