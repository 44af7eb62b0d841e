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

/** The picture on the page as a step of a story: its filter, what is lit or chosen, and the part that is seen. */
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

/** A sentence as a step of a story, over the graph with what it is about lit. What the title cannot hold, the note has. */
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

/** What of an automaton is shown, as a step keeps it. */
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

/** A step and the automaton that it is drawn with. */
export interface ToldStep {
  readonly step: StoryStep;
  readonly graph: AutomatonGraph;
  /** Of the automaton. */
  readonly annotations: readonly Annotation[];
  /** Its figures as they are now. */
  readonly overlay: Overlay | null;
}

/** How steps are passed on. */
interface ToldHow {
  readonly theme: PictureTheme;
  readonly brand?: Brand | null;
  /** With what was said in dialogues, where it is quoted. */
  readonly words: boolean;
}

/** A step as a slide, drawn anew from what is known now; without what fewer dialogues did than may be passed on. */
export const slideOf = (told: ToldStep, how: ToldHow): string =>
  pictureSvg(pictureOf(told), choicesOf(told, how));

/** The same slide before it is drawn. */
export const slideParts = (told: ToldStep, how: ToldHow): PictureParts =>
  pictureParts(pictureOf(told), choicesOf(told, how));

const choicesOf = ({ step: { title, direction } }: ToldStep, how: ToldHow) =>
  ({ title, direction, page: '16:9', whole: false, ...how }) as const;

function pictureOf({ step, graph: whole, annotations, overlay }: ToldStep): ShownPicture {
  // The states of another automaton have other numbers.
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
