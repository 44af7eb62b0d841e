import type { Feature } from '../../project/feature.ts';
import { enterAnnotations } from './use-annotations.ts';

export { AnnotateDialog } from './annotate-dialog.tsx';
export { QuoteButton } from './quote-button.tsx';
export { useAnnotating, useAnnotationsOf } from './use-annotations.ts';

export const feature: Feature = { order: 7.6, onOpen: enterAnnotations };
