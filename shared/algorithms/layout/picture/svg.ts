import { escapeXml } from '../../text/xml.ts';
import type { DrawnAnnotation } from '../annotations/annotate.ts';
import { LABEL_FONT_PX } from '../labels/edge-labels.ts';
import { type FarLabel, farLabels, farStep, isFar, isLitFar } from '../labels/far-labels.ts';
import { printableTag, textWidth, wrapWords } from '../labels/label-text.ts';
import type { Box } from '../labels/taken-boxes.ts';
import { TEXT_FONT_PX } from '../layered/card-measures.ts';
import type { OverlayLegend } from '../scene/overlay.ts';
import type { Scene, SceneEnd } from '../scene/scene.ts';
import { FADED_PX, fadedPalette, fontsOf, paletteOf } from './brand.ts';
import { type Brush, createBrush, round } from './brush.ts';
import { legendMarkup } from './legend.ts';
import { type PictureLook, PLAIN_LOOK, pageSize } from './look.ts';

const PAD_PX = 24;
const LINE_PX = 18;
const LEAST_WIDTH_PX = 720;
const LARGEST_SCALE = 2.4;
/** A page is read from further away than a screen, so its legend and caption are larger. */
const FOOT_SCALE = 1.4;
const HEAD = { free: { fontPx: 20, figurePx: 20 }, page: { fontPx: 32, figurePx: 60 } } as const;
const MOST_HEAD_LINES = 3;
const MOST_CAPTION_LINES = 3;
/** Width of bold letters, relative to normal ones. */
const BOLD = 1.08;

export interface SvgCaption {
  readonly title: string;
  readonly figure?: string;
  readonly lines: readonly string[];
}

export interface SceneExtras {
  readonly look?: PictureLook;
  readonly light?: {
    readonly states: ReadonlySet<number>;
    readonly edges: ReadonlySet<number>;
    readonly ends?: ReadonlySet<number> | undefined;
  } | null;
  readonly annotations?: readonly DrawnAnnotation[];
  readonly figures?: OverlayLegend | null;
}

/** Returns the place of a picture in the middle of a page, between head and foot: its scale and upper left corner. */
export function placeOnPage(
  bounds: Box,
  [width, height]: readonly [number, number],
  footPx: number,
  headPx = HEAD.page.fontPx + PAD_PX,
): { readonly scale: number; readonly left: number; readonly top: number } {
  const drawn = { width: bounds.right - bounds.left, height: bounds.bottom - bounds.top };
  const room = { width: width - 2 * PAD_PX, height: height - headPx - footPx - PAD_PX };
  const fit = Math.min(room.width / Math.max(1, drawn.width), room.height / Math.max(1, drawn.height));
  const scale = Math.round(1000 * Math.min(LARGEST_SCALE, fit)) / 1000;
  return {
    scale,
    left: (width - drawn.width * scale) / 2,
    top: headPx + Math.max(0, (room.height - drawn.height * scale) / 2),
  };
}

/** Returns larger labels for a picture whose own labels are too small; null if those are readable. */
const labelsFromAfar = (scene: Scene, scale: number): readonly FarLabel[] | null =>
  isFar(scene, scale / FOOT_SCALE) ? farLabels(scene, farStep(scale / FOOT_SCALE)) : null;

function headMarkup({ title, figure = '' }: SvgCaption, isPage: boolean, width: number, { palette }: Brush) {
  const { fontPx, figurePx } = isPage ? HEAD.page : HEAD.free;
  const rest = figure !== '' && title.startsWith(`${figure} `) ? title.slice(figure.length + 1) : title;
  const indent = figure === '' ? 0 : textWidth(figure, figurePx) * BOLD + figurePx / 3;
  const room = (width - 2 * PAD_PX - indent) / BOLD;
  const lines = wrapWords(printableTag(rest), fontPx, room, isPage ? MOST_HEAD_LINES : 1);
  const linePx = fontPx * 1.25;
  const tallPx = Math.max(lines.length * linePx, figure === '' ? 0 : figurePx * 1.1);
  const top = PAD_PX * 0.6 + (tallPx - lines.length * linePx) / 2;
  const texts = [
    ...(figure === ''
      ? []
      : [{ text: figure, fontPx: figurePx, x: PAD_PX, y: PAD_PX * 0.6 + tallPx / 2 + figurePx * 0.36 }]),
    ...lines.map((text, at) => ({ text, fontPx, x: PAD_PX + indent, y: top + at * linePx + fontPx * 0.95 })),
  ];
  return {
    markup: `<g class="head" font-weight="600" fill="${palette.text}">${texts
      .map(
        ({ text, fontPx: size, x, y }) =>
          `<text x="${round(x)}" y="${round(y)}" font-size="${size}">${escapeXml(text)}</text>`,
      )
      .join('')}</g>`,
    height: Math.ceil(tallPx + PAD_PX * 1.2),
  };
}

/** Points (1/72 inch) per px of a 16:9 page, if the page is a slide of 13.3 × 7.5 inches. */
export const SLIDE_POINTS = (13.333 * 72) / 1600;
/** The smallest labels of a picture, in points, that can be read in a room. */
export const READABLE_POINTS = 12;

export function labelPoints(
  scene: Scene,
  caption: SvgCaption,
  { look = PLAIN_LOOK, figures = null }: SceneExtras = {},
) {
  const { scale } = pageFor(scene, caption, look, createBrush(paletteOf(look)), figures);
  const [far] = labelsFromAfar(scene, scale) ?? [];
  return far ? SLIDE_POINTS * scale * far.fontPx : labelPointsAt(scale);
}

export const labelPointsAt = (scale: number): number => SLIDE_POINTS * scale * TEXT_FONT_PX;

/** Returns a scene as a separate SVG, with title, legend and caption; no script, no link. */
export function sceneToSvg(scene: Scene, caption: SvgCaption, extras: SceneExtras = {}): string {
  const { look = PLAIN_LOOK, figures = null } = extras;
  const brush = createBrush(paletteOf(look));
  const { palette } = brush;
  const { head, legend, lines, foot, footPx, ...page } = pageFor(scene, caption, look, brush, figures);
  return svgFile(look, page, [
    `<title>${escapeXml(caption.title)}</title>`,
    `<rect width="${page.width}" height="${page.height}" fill="${palette.surface}"/>`,
    head.markup,
    ...pictureMarkup(scene, page, brush, extras),
    `<g class="foot" transform="translate(0 ${page.height - footPx})${foot === 1 ? '' : ` scale(${foot})`}">`,
    legend.markup,
    ...lines.map(
      (line, at) =>
        `<text x="${PAD_PX}" y="${legend.height + LINE_PX * (at + 0.5)}" fill="${palette.quiet}">${escapeXml(line)}</text>`,
    ),
    '</g>',
  ]);
}

export function sceneAlone(scene: Scene, extras: SceneExtras = {}): string {
  const { look = PLAIN_LOOK } = extras;
  const { left, right, top, bottom } = scene.bounds;
  const [width, height] = [Math.ceil(right - left), Math.ceil(bottom - top)];
  const page = { width, height, scale: 1, left: 0, top: 0 };
  return svgFile(look, page, pictureMarkup(scene, page, createBrush(paletteOf(look)), extras));
}

interface PlacedPicture {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

function svgFile(look: PictureLook, { width, height }: PlacedPicture, parts: readonly string[]): string {
  const fonts = escapeXml(fontsOf(look)).replaceAll('&#39;', "'");
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${fonts}" font-size="${LABEL_FONT_PX}" text-rendering="geometricPrecision" fill="${paletteOf(look).text}">`,
    ...parts,
    '</svg>',
  ];
  return `${lines.filter((part) => part !== '').join('\n')}\n`;
}

/** The annotations, states, transitions and labels of a scene, one per line. */
function pictureMarkup(
  scene: Scene,
  { scale, left, top }: PlacedPicture,
  brush: Brush,
  { light = null, annotations = [] }: SceneExtras,
): string[] {
  const { bounds } = scene;
  const faded = createBrush(fadedPalette(brush.palette));
  const far = labelsFromAfar(scene, scale);
  const isLit = ({ id }: { readonly id: number }): boolean => light?.edges.has(id) ?? true;
  const inOrder = <One extends { readonly id: number }>(all: readonly One[]): One[] =>
    light ? [...all.filter((one) => !isLit(one)), ...all.filter(isLit)] : [...all];
  const thin = <One extends { readonly widthPx: number }>(one: One): One => ({
    ...one,
    tint: null,
    widthPx: Math.min(one.widthPx, FADED_PX),
  });
  const endMarkup = (end: SceneEnd): string[] => {
    const lit = end.edges.filter(({ from }) => light === null || light.ends?.has(from));
    const dim = end.edges.filter((edge) => !lit.includes(edge)).map(thin);
    return [
      faded.endLines(dim, 1),
      brush.endLines(lit, light ? 1 : undefined),
      (lit.length > 0 ? brush : faded).end(end),
      faded.endCounts(dim),
      brush.endCounts(lit),
    ];
  };
  return [
    `<g transform="translate(${round(left - bounds.left * scale)} ${round(top - bounds.top * scale)})${scale === 1 ? '' : ` scale(${scale})`}">`,
    ...annotations.map((one) => brush.highlight(one)),
    ...(scene.end ? endMarkup(scene.end) : []),
    ...inOrder(scene.edges).map((edge) =>
      isLit(edge) ? brush.edge(edge, light ? 1 : undefined) : faded.edge(thin(edge), 1),
    ),
    ...scene.nodes
      .map((own) => (far && !own.lines ? { ...own, value: '' } : own))
      .map((node) =>
        (light?.states.has(node.state) ?? true) ? brush.node(node) : faded.node({ ...node, tint: null }),
      ),
    ...(far
      ? far.map((label) => (light === null || isLitFar(label, light) ? brush : faded).farLabel(label))
      : inOrder(scene.edges).map((edge) => (isLit(edge) ? brush : faded).label(edge))),
    ...annotations.map((one) => brush.callout(one)),
    '</g>',
  ];
}

/** Returns the size of a page, its head and foot, and the position and scale of the picture. */
function pageFor(
  { bounds, ...scene }: Scene,
  caption: SvgCaption,
  look: PictureLook,
  brush: Brush,
  figures: OverlayLegend | null,
) {
  const page = pageSize(look.page);
  const drawn = { width: bounds.right - bounds.left, height: bounds.bottom - bounds.top };
  const width = page?.[0] ?? Math.ceil(Math.max(LEAST_WIDTH_PX, drawn.width + 2 * PAD_PX));
  const foot = page ? FOOT_SCALE : 1;
  const head = headMarkup(caption, page !== null, width, brush);
  const legend = legendMarkup({ ...scene, bounds }, figures, brush, width / foot);
  const room = width / foot - 2 * PAD_PX;
  const lines = caption.lines.flatMap((line) => wrapWords(line, LABEL_FONT_PX, room, MOST_CAPTION_LINES));
  const footPx = Math.ceil(foot * (legend.height + LINE_PX * lines.length + PAD_PX / 2));
  const height = page?.[1] ?? Math.ceil(drawn.height + 2 * PAD_PX + head.height + footPx);
  const placed = placeOnPage(bounds, [width, height], footPx, head.height);
  return {
    width,
    height,
    foot,
    footPx,
    head,
    legend,
    lines,
    ...(page ? placed : { scale: 1, left: PAD_PX, top: head.height + PAD_PX }),
  };
}
