import {
  type Annotation,
  drawAnnotations,
  withRoomFor,
} from '#shared/algorithms/layout/annotations/annotate.ts';
import { LABEL_FONT_PX } from '#shared/algorithms/layout/labels/edge-labels.ts';
import { type Layout, layOut } from '#shared/algorithms/layout/lay-out.ts';
import {
  type PictureLook,
  type PicturePage,
  pageRatio,
  pageSize,
} from '#shared/algorithms/layout/picture/look.ts';
import {
  layoutToSvg,
  type PictureSubject,
  pictureCaption,
} from '#shared/algorithms/layout/picture/picture.ts';
import {
  labelPoints,
  labelPointsAt,
  placeOnPage,
  READABLE_POINTS,
  type SceneExtras,
} from '#shared/algorithms/layout/picture/svg.ts';
import { overlayScene } from '#shared/algorithms/layout/scene/overlay.ts';
import type { Scene } from '#shared/algorithms/layout/scene/scene.ts';
import {
  shareableFilter,
  shareableOverlay,
  shareablePart,
} from '#shared/algorithms/layout/shown/shareable-part.ts';
import { leastShown, type Visibility, withLeaving } from '#shared/algorithms/layout/shown/visible.ts';
import { LEAST_SHARED } from '#shared/domain/sharing.ts';
import type { ShownPicture } from './shown-picture.ts';
import { indexScene, lightHighlight } from './stage/scene-index.ts';

/** On a page, annotations have at least this font size, and at most this multiple of the picture's labels. */
const READ_PX = 15;
const LARGEST_WORDS = 4;
const FOOT_PX = 140;

export interface PictureChoices extends PictureLook {
  readonly title: string;
  /** `figure` is the figure that the title is about. `source` names the dialogues that both are based on. */
  readonly figure?: string;
  readonly source?: string;
  readonly direction: 'right' | 'down';
  readonly whole: boolean;
  readonly words: boolean;
}

export interface PictureParts {
  readonly subject: PictureSubject;
  readonly dialogues: number;
  readonly layout: Layout;
  readonly extras: SceneExtras;
}

export const pictureSvg = (shown: ShownPicture, choices: PictureChoices): string =>
  pictureToSvg(pictureParts(shown, choices));

export const pictureToSvg = ({ subject, dialogues, layout, extras }: PictureParts): string =>
  layoutToSvg(subject, dialogues, layout, extras);

export const pictureLabelPoints = ({ subject, dialogues, layout, extras }: PictureParts): number =>
  labelPoints(layout.scene, pictureCaption(subject, dialogues, layout), extras);

export function pictureParts(shown: ShownPicture, choices: PictureChoices): PictureParts {
  const { graph, layout: screen, highlight } = shown;
  const { whole, direction, page, theme, title, figure, source, words, brand } = choices;
  const drawn = whole ? graph : shareablePart(graph);
  const filter = whole ? screen.filter : shareableFilter(screen.filter, graph);
  // States that people moved keep their positions on every page.
  const isMoved = screen.scene.nodes.some(({ isPlaced }) => isPlaced);
  const isAsShown = (page === 'free' || isMoved) && direction === screen.scene.direction;
  const laidOutFor = (ratio: number | null): Layout =>
    layOut(drawn, filter, isAsShown ? screen : null, {
      notation: screen.scene.notation,
      direction,
      ratio,
    });
  const laidOut = isAsShown ? laidOutFor(null) : laidOutForPage(laidOutFor, page);
  const overlay = shown.overlay && (whole ? shown.overlay : shareableOverlay(shown.overlay));
  const bare = overlay ? overlayScene(laidOut.scene, overlay) : laidOut.scene;
  const kept = words ? shown.annotations : shown.annotations.flatMap(withoutWords);
  const annotations = drawAnnotations(bare, kept, sizeOf(bare, page));
  const scene = withRoomFor(bare, annotations);
  const visibility = hiddenOf(laidOut.visibility, shown.visibility, graph.dialogues, whole);
  const { id: automaton, learner, tagger, params, createdAt } = graph.summary;
  const isOfFew = whole && leastShown(graph, visibility.shown) < LEAST_SHARED;
  const subject: PictureSubject = {
    automaton,
    learner,
    tagger,
    params,
    learnedAt: createdAt,
    ...(title.trim() === '' ? {} : { title: title.trim() }),
    figures: overlay?.title,
    figure,
    source,
    leftOut: isOfFew
      ? `includes paths of fewer than ${LEAST_SHARED} dialogues, so keep the picture internal`
      : `leaves out everything with fewer than ${LEAST_SHARED} dialogues`,
  };
  const light = highlight && lightHighlight(indexScene(laidOut), highlight);
  return {
    subject,
    dialogues: graph.dialogues,
    layout: { ...laidOut, visibility, scene },
    extras: {
      look: { page, theme, brand },
      light,
      figures: overlay?.legend ?? null,
      annotations,
    },
  };
}

/** A long path may be larger with fewer columns than fit the page, so these shares of the width are tried, too. */
const NARROWER = [0.7, 0.5];

/** Returns the layout for a page whose labels can be read in a room, or else the layout with the largest labels. */
function laidOutForPage(laidOutFor: (ratio: number | null) => Layout, page: PicturePage): Layout {
  const [size, ratio] = [pageSize(page), pageRatio(page)];
  if (!size || ratio === null) return laidOutFor(null);
  const scaleOf = ({ scene }: Layout): number => placeOnPage(scene.bounds, size, FOOT_PX).scale;
  let best = laidOutFor(ratio);
  for (const share of NARROWER) {
    if (labelPointsAt(scaleOf(best)) >= READABLE_POINTS) break;
    const next = laidOutFor(share * ratio);
    if (scaleOf(next) > scaleOf(best)) best = next;
  }
  return best;
}

const withoutWords = (one: Annotation): Annotation[] => {
  if (!one.quoted) return [one];
  return one.text === '' && !one.told ? [] : [{ ...one, quoted: null }];
};

function sizeOf({ bounds }: Scene, page: PicturePage): number {
  const size = pageSize(page);
  if (!size) return 1;
  const { scale } = placeOnPage(bounds, size, FOOT_PX);
  return Math.max(1, Math.min(LARGEST_WORDS, READ_PX / (LABEL_FONT_PX * scale)));
}

function hiddenOf(drawn: Visibility, counted: Visibility, dialogues: number, whole: boolean): Visibility {
  const isSame = drawn.shownCount === counted.shownCount;
  const isOfFew = !whole && counted.hiddenShare * dialogues < LEAST_SHARED;
  return isSame && !isOfFew ? counted : withLeaving(drawn, null, { dialogues });
}
