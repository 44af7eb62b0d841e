import type { DrawnAnnotation } from '../annotations/annotate.ts';
import { LABEL_FONT_PX } from '../labels/edge-labels.ts';
import { FAR_SCALE, type FarLabel, farLabels, farStep } from '../labels/far-labels.ts';
import { fitText, printableTag } from '../labels/label-text.ts';
import type { Box } from '../labels/taken-boxes.ts';
import type { OverlayLegend } from '../scene/overlay.ts';
import type { Scene } from '../scene/scene.ts';
import { fontsOf, paletteOf } from './brand.ts';
import { createBrush, escapeXml, round } from './brush.ts';
import { legendMarkup } from './legend.ts';
import { type PictureLook, PLAIN_LOOK, pageSize } from './look.ts';

export const PAD_PX = 24;
export const LINE_PX = 18;
export const HEAD_PX = 44;
export const HEAD_FONT_PX = 20;
/** A page of free size is at least as wide, so its legend has room. */
const LEAST_WIDTH_PX = 720;
/** On a page small pictures are drawn a little larger than life. */
const LARGEST_SCALE = 1.8;
/** A page is read from further away than a screen. */
export const SLIDE = 0.8;

/** The texts above and below the picture. */
export interface SvgCaption {
  /** Stands above the picture. */
  readonly title: string;
  /** Active filters, counts and what is hidden, one line each. */
  readonly lines: readonly string[];
}

/** Additions to a picture besides its scene. */
export interface SceneExtras {
  readonly look?: PictureLook;
  /** States and edges that stand out; all else is dimmed. */
  readonly light?: { readonly states: ReadonlySet<number>; readonly edges: ReadonlySet<number> } | null;
  /** The drawn part; the whole picture by default. */
  readonly frame?: Box | null;
  /** Annotations by people. */
  readonly annotations?: readonly DrawnAnnotation[];
  readonly figures?: OverlayLegend | null;
}

/** Returns the place of a picture in the middle of a page, between title and foot: its scale and upper left corner. */
export function placeOnPage(
  bounds: Box,
  [width, height]: readonly [number, number],
  footPx: number,
): { readonly scale: number; readonly left: number; readonly top: number } {
  const drawn = { width: bounds.right - bounds.left, height: bounds.bottom - bounds.top };
  const room = { width: width - 2 * PAD_PX, height: height - HEAD_PX - footPx - 2 * PAD_PX };
  const fit = Math.min(room.width / Math.max(1, drawn.width), room.height / Math.max(1, drawn.height));
  const scale = Math.round(1000 * Math.min(LARGEST_SCALE, fit)) / 1000;
  return {
    scale,
    left: (width - drawn.width * scale) / 2,
    top: HEAD_PX + PAD_PX + Math.max(0, (room.height - drawn.height * scale) / 2),
  };
}

/** The labels of a picture that is too small for its own; null if its own are readable. */
export const labelsFromAfar = (scene: Scene, scale: number): readonly FarLabel[] | null =>
  scale * SLIDE < FAR_SCALE ? farLabels(scene, farStep(scale * SLIDE)) : null;

/** Returns a scene as a separate SVG, with title, legend and caption; no script, no link. */
export function sceneToSvg(
  scene: Scene,
  caption: SvgCaption,
  { look = PLAIN_LOOK, light = null, figures = null, frame = null, annotations = [] }: SceneExtras = {},
): string {
  const bounds = frame ?? scene.bounds;
  const brush = createBrush(paletteOf(look));
  const page = pageSize(look.page);
  const drawn = { width: bounds.right - bounds.left, height: bounds.bottom - bounds.top };
  const width = page?.[0] ?? Math.ceil(Math.max(LEAST_WIDTH_PX, drawn.width + 2 * PAD_PX));
  const foot = page ? 1 / SLIDE : 1;
  const legend = legendMarkup(scene, figures, brush, width / foot);
  const footPx = Math.ceil(foot * (legend.height + LINE_PX * caption.lines.length + PAD_PX / 2));
  const height = page?.[1] ?? Math.ceil(drawn.height + 2 * PAD_PX + HEAD_PX + footPx);
  const placed = placeOnPage(bounds, [width, height], footPx);
  const { scale, left, top } = page ? placed : { scale: 1, left: PAD_PX, top: HEAD_PX + PAD_PX };
  const far = labelsFromAfar(scene, scale);
  const dim = (isLit: boolean): string => (light && !isLit ? ' opacity="0.18"' : '');
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escapeXml(fontsOf(look)).replaceAll('&#39;', "'")}" font-size="${LABEL_FONT_PX}" fill="${brush.palette.text}">`,
    `<title>${escapeXml(caption.title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${brush.palette.surface}"/>`,
    `<text x="${PAD_PX}" y="${PAD_PX + HEAD_FONT_PX - 4}" font-size="${HEAD_FONT_PX}" font-weight="600">${escapeXml(fitText(printableTag(caption.title), HEAD_FONT_PX, width - 2 * PAD_PX))}</text>`,
    frame
      ? `<svg x="${round(left)}" y="${round(top)}" width="${round(drawn.width * scale)}" height="${round(drawn.height * scale)}" viewBox="${round(bounds.left)} ${round(bounds.top)} ${round(drawn.width)} ${round(drawn.height)}">`
      : `<g transform="translate(${round(left - bounds.left * scale)} ${round(top - bounds.top * scale)})${scale === 1 ? '' : ` scale(${scale})`}">`,
    ...annotations.map((one) => brush.highlight(one)),
    ...(scene.end ? [`<g${dim(!light)}>${brush.end(scene.end)}</g>`] : []),
    ...scene.edges.map((edge) => `<g${dim(light?.edges.has(edge.id) ?? true)}>${brush.edge(edge)}</g>`),
    ...scene.nodes.map((node) => `<g${dim(light?.states.has(node.state) ?? true)}>${brush.node(node)}</g>`),
    ...(far
      ? far.map((label) => brush.farLabel(label, dim(light?.edges.has(label.id) ?? true)))
      : scene.edges.map((edge) => brush.label(edge, dim(light?.edges.has(edge.id) ?? true)))),
    ...annotations.map((one) => brush.callout(one)),
    frame ? '</svg>' : '</g>',
    `<g transform="translate(0 ${height - footPx})${foot === 1 ? '' : ` scale(${foot})`}">`,
    legend.markup,
    ...caption.lines.map(
      (line, at) =>
        `<text x="${PAD_PX}" y="${legend.height + LINE_PX * (at + 0.5)}" fill="${brush.palette.quiet}">${escapeXml(line)}</text>`,
    ),
    '</g>',
    '</svg>',
  ];
  return `${parts.filter((part) => part !== '').join('\n')}\n`;
}
