import type { ShownPicture } from '../../graph/shown-picture.ts';
import { tell, tellError } from '../../ui/overlays/toasts.tsx';
import { figuresOnShow } from '../map/index.ts';
import { stepOf } from './story-step.ts';
import { useStoryChange } from './use-story-change.ts';

/** Adds the picture on the page to the end of the story. */
export function useTelling(): (picture: ShownPicture, title: string | null) => void {
  const { mutate } = useStoryChange();
  return (picture, title) => {
    const figures = figuresOnShow();
    mutate((steps) => [...steps, stepOf(picture, title ?? `Step ${steps.length + 1}`, figures)], {
      onSuccess: ({ length }) => tell(`Step ${length} of the story is kept. The Story tab has them all.`),
      onError: tellError,
    });
  };
}
