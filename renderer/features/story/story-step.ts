import type { Annotation } from '#shared/algorithms/layout/annotations/annotate.ts';
import { layOut } from '#shared/algorithms/layout/lay-out.ts';
import type { Brand, PictureTheme } from '#shared/algorithms/layout/picture/look.ts';
import { type Overlay, wayKey } from '#shared/algorithms/layout/scene/overlay.ts';
import { foldBoxes } from '#shared/algorithms/layout/shown/fold-boxes.ts';
import type { VisibleFilter } from '#shared/algorithms/layout/shown/visible.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { StoryStep } from '#shared/contract/stories.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { foldedAnnotations, foldedOverlay } from '../../graph/folded-marks.ts';
import { litOf, type ShownPicture } from '../../graph/shown-picture.ts';
import { type PictureParts, pictureParts, pictureSvg } from '../export/index.ts';

/** Returns the current picture as a slide: its filter, its highlight or selection, and the visible part. */
export function stepOf(
  picture: ShownPicture,
  title: string,
  figures: StoryStep['figures'] = null,
): StoryStep {
  const { graph, layout, annotations, seen } = picture;
  return {
    id: crypto.randomUUID(),
    title,
    note: '',
    automaton: graph.summary.id,
    filter: keptFilter(layout.filter),
    direction: layout.scene.direction,
    lit: litOf(picture),
    figures: picture.overlay && figures,
    annotations: annotations.map(({ id }) => id),
    seen: seen && [...seen],
  };
}

const MOST_TITLE = 120;

/** Returns a sentence as a slide, with its subject highlighted. The note has what the title cannot hold. */
export function sentenceStep(
  automaton: RunId,
  visible: VisibleFilter,
  sentence: string,
  basis: string,
  lit: NonNullable<StoryStep['lit']>,
): StoryStep {
  const isLong = sentence.length > MOST_TITLE;
  const cut = sentence.slice(0, MOST_TITLE - 1);
  return {
    id: crypto.randomUUID(),
    title: isLong ? `${cut.slice(0, Math.max(1, cut.lastIndexOf(' ')))}…` : sentence,
    note: isLong ? `${sentence}\n${basis}` : basis,
    automaton,
    filter: keptFilter({ ...visible, revealed: [...new Set([...(visible.revealed ?? []), ...lit.states])] }),
    direction: 'right',
    lit: lit.states.length === 0 ? null : lit,
    figures: null,
    annotations: [],
    seen: null,
  };
}

/** Returns the filter in the form that a slide stores. */
function keptFilter(visible: VisibleFilter): StoryStep['filter'] {
  const { minSupport, maxDepth, revealed = [], cover = null, closed = [], chains = false } = visible;
  return {
    minSupport,
    maxDepth: Number.isFinite(maxDepth) ? maxDepth : null,
    revealed: [...revealed],
    cover,
    closed: [...closed],
    chains,
  };
}

export interface ToldStep {
  readonly step: StoryStep;
  readonly graph: AutomatonGraph;
  readonly annotations: readonly Annotation[];
  readonly overlay: Overlay | null;
}

/** The options for exporting slides. */
interface ToldHow {
  readonly theme: PictureTheme;
  readonly brand?: Brand | null;
  /** True to include quotes from dialogues. */
  readonly words: boolean;
}

/** Draws a slide from current data, without the parts that too few dialogues support to be shared. */
export const slideOf = (told: ToldStep, how: ToldHow): string =>
  pictureSvg(pictureOf(told), choicesOf(told, how));

/** Returns the parts of that slide before it is drawn. */
export const slideParts = (told: ToldStep, how: ToldHow): PictureParts =>
  pictureParts(pictureOf(told), choicesOf(told, how));

const choicesOf = ({ step: { title, direction } }: ToldStep, how: ToldHow) =>
  ({ title, direction, page: '16:9', whole: false, ...how }) as const;

function pictureOf({ step, graph: whole, annotations, overlay }: ToldStep): ShownPicture {
  // Another automaton numbers its states differently.
  const isSame = step.automaton === whole.summary.id;
  const { minSupport, maxDepth, revealed, cover, closed, chains } = step.filter;
  const filter = {
    minSupport,
    maxDepth: maxDepth ?? Number.POSITIVE_INFINITY,
    ...(cover === null ? {} : { cover }),
    closed,
    chains,
    ...(isSame ? { revealed } : {}),
  };
  const { automaton: graph, owner, boxes } = foldBoxes(whole, closed, whole.phaseCounts);
  const layout = layOut(graph, filter, null);
  return {
    graph,
    layout,
    visibility: layout.visibility,
    overlay: overlay && foldedOverlay(overlay, boxes, layout.scene.edges, wayKey),
    annotations: foldedAnnotations(
      annotations.filter(({ id }) => step.annotations.includes(id)),
      (state) => owner[state] ?? state,
    ),
    highlight: isSame && step.lit ? { kind: 'places', ...step.lit } : null,
    selection: null,
    seen: isSame ? step.seen : null,
  };
}
