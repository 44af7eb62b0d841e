import { layOut } from '#shared/algorithms/layout/lay-out.ts';
import type { PictureTheme } from '#shared/algorithms/layout/picture/look.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { StoryStep } from '#shared/contract/stories.ts';
import type { GraphHighlight, GraphSelection } from '../../graph/graph-selection.ts';
import type { ShownPicture } from '../../graph/shown-picture.ts';
import { indexScene, lightHighlight } from '../../graph/stage/scene-index.ts';
import { type PictureParts, pictureParts, pictureSvg } from '../export/index.ts';

/** The picture on the page as a step of a story: its filter, what is lit or chosen, and the part that is seen. */
export function stepOf(picture: ShownPicture, title: string): StoryStep {
  const { graph, layout, highlight, selection, seen } = picture;
  const { minSupport, maxDepth, revealed = [], cover = null } = layout.filter;
  const wanted = highlight ?? litBySelection(selection);
  const light = wanted && lightHighlight(indexScene(layout), wanted);
  return {
    id: crypto.randomUUID(),
    title,
    note: '',
    automaton: graph.summary.id,
    filter: {
      minSupport,
      maxDepth: Number.isFinite(maxDepth) ? maxDepth : null,
      revealed: [...revealed],
      cover,
    },
    direction: layout.scene.direction,
    lit: light && {
      states: [...light.states],
      ways: layout.scene.edges.filter(({ id }) => light.edges.has(id)).map(({ from, to }) => ({ from, to })),
    },
    seen: seen && [...seen],
  };
}

function litBySelection(selection: GraphSelection | null): GraphHighlight | null {
  if (selection === null) return null;
  if (selection.kind === 'state')
    return selection.state === 0 ? null : { kind: 'state', state: selection.state };
  const { from, to } = selection;
  return { kind: 'places', states: [from, to], ways: [{ from, to }] };
}

/** A step and the automaton that it is drawn with. */
export interface ToldStep {
  readonly step: StoryStep;
  readonly graph: AutomatonGraph;
}

/** A step as a slide, drawn anew from what is known now; without what fewer dialogues did than may be passed on. */
export const slideOf = (told: ToldStep, theme: PictureTheme): string =>
  pictureSvg(pictureOf(told), choicesOf(told, theme));

/** The same slide before it is drawn. */
export const slideParts = (told: ToldStep, theme: PictureTheme): PictureParts =>
  pictureParts(pictureOf(told), choicesOf(told, theme));

const choicesOf = ({ step: { title, direction } }: ToldStep, theme: PictureTheme) =>
  ({ title, direction, page: '16:9', theme, whole: false }) as const;

function pictureOf({ step, graph }: ToldStep): ShownPicture {
  // The states of another automaton have other numbers.
  const isSame = step.automaton === graph.summary.id;
  const { minSupport, maxDepth, revealed, cover } = step.filter;
  const filter = {
    minSupport,
    maxDepth: maxDepth ?? Number.POSITIVE_INFINITY,
    ...(cover === null ? {} : { cover }),
    ...(isSame ? { revealed } : {}),
  };
  const layout = layOut(graph, filter, null);
  return {
    graph,
    layout,
    visibility: layout.visibility,
    overlay: null,
    highlight: isSame && step.lit ? { kind: 'places', ...step.lit } : null,
    selection: null,
    seen: isSame ? step.seen : null,
  };
}
