import type PptxGenJS from 'pptxgenjs';
import type { DrawnAnnotation } from '#shared/algorithms/layout/annotations/annotate.ts';
import { COUNT_FONT_PX, LABEL_FONT_PX } from '#shared/algorithms/layout/labels/edge-labels.ts';
import type { FarLabel } from '#shared/algorithms/layout/labels/far-labels.ts';
import { fitText, printableTag, textWidth } from '#shared/algorithms/layout/labels/label-text.ts';
import type { Box } from '#shared/algorithms/layout/labels/taken-boxes.ts';
import { NAME_FONT_PX, SHARE_FONT_PX, TOTAL_FONT_PX } from '#shared/algorithms/layout/layered/cards.ts';
import { ownFont, paletteOf } from '#shared/algorithms/layout/picture/brand.ts';
import {
  allowedInXml,
  annotationColour,
  createBrush,
  SHINE,
} from '#shared/algorithms/layout/picture/brush.ts';
import { type PicturePalette, PLAIN_LOOK, pageSize } from '#shared/algorithms/layout/picture/look.ts';
import { pictureCaption } from '#shared/algorithms/layout/picture/picture.ts';
import {
  HEAD_FONT_PX,
  HEAD_PX,
  LINE_PX,
  labelsFromAfar,
  PAD_PX,
  placeOnPage,
  SLIDE,
} from '#shared/algorithms/layout/picture/svg.ts';
import { type Curve, mapCurve, pointOn } from '#shared/algorithms/layout/scene/edge-curve.ts';
import type { OverlayLegend } from '#shared/algorithms/layout/scene/overlay.ts';
import {
  cornerOf,
  hasUncertain,
  RING_PX,
  type Scene,
  type SceneEdge,
  type SceneEnd,
  type SceneNode,
  STACK_PX,
} from '#shared/algorithms/layout/scene/scene.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import type { PictureParts } from '../export/index.ts';

interface PptxPalette extends PicturePalette {
  readonly font: string;
}
type PptxSlide = ReturnType<PptxGenJS['addSlide']>;
/** The library's types lack the freeform shape that it supports. */
interface Canvas extends Pick<PptxSlide, 'addText'> {
  addShape(name: PptxGenJS.SHAPE_NAME | 'custGeom', options: PptxGenJS.ShapeProps): unknown;
}
type PptxPoint = NonNullable<PptxGenJS.ShapeProps['points']>[number];

/** A slide for the file. */
interface PptxStep {
  readonly parts: PictureParts;
  readonly note: string;
}

export const PPTX_TYPE = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

const PAGE_PX = pageSize('16:9') ?? [1600, 900];
const PX_PER_INCH = 120;
const POINTS_PER_PX = 72 / PX_PER_INCH;
const FONT = 'Arial';
const MASTER = 'Step';
/** Opacity of the parts that are not highlighted. */
const DIMMED = 0.18;
/** Number of straight segments per curve piece, if the edge of the slide cuts the curve. */
const CUT_STEPS = 16;

const NEW_PARAGRAPH = '</a:t></a:r></a:p><a:p><a:r><a:rPr lang="en-US" dirty="0"/><a:t>';

const inches = (px: number): number => px / PX_PER_INCH;
const points = (px: number): number => Math.round(px * POINTS_PER_PX * 10) / 10;
const hex = (colour: string): string => colour.replace('#', '').toUpperCase();

/** Returns a story as a PowerPoint file with a slide per step, of editable shapes without private parts. */
export async function storyPptx(
  title: string,
  steps: readonly PptxStep[],
  withNotes: boolean,
): Promise<ArrayBuffer> {
  const { default: Pptx } = await import('pptxgenjs');
  const pptx = new Pptx();
  pptx.title = allowedInXml(title);
  pptx.subject = pptx.title;
  pptx.author = 'Dialogram';
  pptx.company = 'Dialogram';
  pptx.defineLayout({ name: 'page', width: inches(PAGE_PX[0]), height: inches(PAGE_PX[1]) });
  pptx.layout = 'page';
  const look = steps[0]?.parts.extras.look ?? PLAIN_LOOK;
  const font = ownFont(look) || FONT;
  const palette = { ...paletteOf(look), font };
  pptx.theme = { headFontFace: font, bodyFontFace: font };
  pptx.defineSlideMaster({
    title: MASTER,
    background: { color: hex(palette.surface) },
    objects: [{ placeholder: { options: titlePlace(palette), text: '' } }],
  });
  for (const { parts, note } of steps) {
    const slide = pptx.addSlide({ masterName: MASTER });
    drawSlide(slide, parts, palette);
    if (withNotes && note !== '') slide.addNotes(allowedInXml(note));
  }
  const file = await pptx.write({ outputType: 'arraybuffer' });
  if (!(file instanceof ArrayBuffer)) throw new Error('The PowerPoint file came in another form than bytes.');
  return packed(file);
}

/** Compresses the file, which the library does not, and gives each line of a note its own paragraph. */
async function packed(file: ArrayBuffer): Promise<ArrayBuffer> {
  const { default: JsZip } = await import('jszip');
  const zip = await JsZip.loadAsync(file);
  for (const entry of zip.file(/^ppt\/notesSlides\/notesSlide\d+\.xml$/)) {
    const xml = await entry.async('string');
    const inLines = (text: string): string => text.replaceAll(/\r?\n/g, NEW_PARAGRAPH);
    zip.file(entry.name, xml.replace(/<a:t>[^<]*<\/a:t>/g, inLines));
  }
  return zip.generateAsync({ type: 'arraybuffer', compression: 'DEFLATE' });
}

const titlePlace = ({ text, font }: PptxPalette): PptxGenJS.PlaceholderProps => ({
  name: 'title',
  type: 'title',
  x: inches(PAD_PX),
  y: inches(PAD_PX / 2),
  w: inches(PAGE_PX[0] - 2 * PAD_PX),
  h: inches(HEAD_PX),
  margin: 0,
  fontFace: font,
  fontSize: points(HEAD_FONT_PX * 1.4),
  bold: true,
  color: hex(text),
  align: 'left',
  valign: 'middle',
});

function drawSlide(slide: PptxSlide, parts: PictureParts, palette: PptxPalette): void {
  const { subject, dialogues, layout, extras } = parts;
  const { scene } = layout;
  const { light = null, frame = null, annotations = [] } = extras;
  const caption = pictureCaption(subject, dialogues, layout);
  const foot = [legendOf(scene, extras.figures ?? null), ...caption.lines];
  const linePx = LINE_PX / SLIDE;
  const footPx = linePx * foot.length + PAD_PX / 2;
  const bounds = frame ?? scene.bounds;
  const { scale, left, top } = placeOnPage(bounds, PAGE_PX, footPx);
  const draw = drawing(slide, palette, {
    scale,
    frame,
    x: (x) => left + (x - bounds.left) * scale,
    y: (y) => top + (y - bounds.top) * scale,
  });
  const heading = fitText(printableTag(caption.title), HEAD_FONT_PX * 1.4, PAGE_PX[0] - 2 * PAD_PX);
  slide.addText(allowedInXml(heading), { placeholder: 'title' });
  const isLit = (edge: number): boolean => light?.edges.has(edge) ?? true;
  for (const one of annotations) draw.highlight(one);
  if (scene.end) draw.end(scene.end, !light);
  for (const edge of scene.edges) draw.way(edge, isLit(edge.id));
  for (const node of scene.nodes) draw.state(node, light?.states.has(node.state) ?? true);
  const far = labelsFromAfar(scene, scale);
  if (far) for (const label of far) draw.farLabel(label, isLit(label.id));
  else for (const edge of scene.edges) draw.label(edge, isLit(edge.id));
  for (const one of annotations) draw.callout(one);
  slide.addText(allowedInXml(foot.join('\n')), {
    ...boxText({
      left: PAD_PX,
      right: PAGE_PX[0] - PAD_PX,
      top: PAGE_PX[1] - footPx,
      bottom: PAGE_PX[1] - PAD_PX / 2,
    }),
    objectName: 'Caption',
    fontFace: palette.font,
    fontSize: points(LABEL_FONT_PX / SLIDE),
    color: hex(palette.quiet),
    align: 'left',
    valign: 'bottom',
    wrap: true,
  });
}

/** Returns the legend of the shapes as one line. */
function legendOf(scene: Scene, figures: OverlayLegend | null): string {
  return [
    scene.notation === 'boxes' ? 'Rounded: customer' : 'Circle: customer',
    scene.notation === 'boxes' ? 'with corners: agent' : 'square: agent',
    scene.notation === 'boxes' ? 'in a box: dialogues that reach the state' : null,
    scene.nodes.some(({ accepting }) => accepting) ? 'second outline: dialogues end here' : null,
    scene.nodes.some(({ merged }) => merged > 1) ? '×: states merged' : null,
    hasUncertain(scene) ? 'dashes: uncertain' : null,
    figures?.hasWidth ? null : `width${figures ? '' : ' and number'} of a way: its dialogues`,
    figures && `${figures.hasColour ? 'color: ' : ''}${figures.name}, ${figures.least} to ${figures.most}`,
  ]
    .filter((part) => part !== null)
    .join('; ');
}

interface Place {
  readonly scale: number;
  /** The visible part of the scene; null for all. */
  readonly frame: Box | null;
  x(x: number): number;
  y(y: number): number;
}

function drawing(slide: Canvas, palette: PptxPalette, place: Place) {
  const { scale, frame } = place;
  const { surface, text, quiet, line, fill } = palette;
  const brush = createBrush(palette);
  /** Returns the color of a figure; null if there is none. */
  const tinted = (tint: number | null | undefined, none: PicturePalette['none']): string | null => {
    const parts = brush.tinted(tint, none)?.match(/\d+/g);
    return parts ? `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}` : null;
  };
  const seen = (colour: string, isLit: boolean): string =>
    isLit ? hex(colour) : between(surface, colour, DIMMED);
  const onSlide = ({ left, right, top, bottom }: Box): Box => ({
    left: place.x(left),
    right: place.x(right),
    top: place.y(top),
    bottom: place.y(bottom),
  });

  const words = (name: string, box: Box, runs: PptxGenJS.TextProps[], align: 'left' | 'center' | 'right') => {
    if (frame && !isWithin(frame, [box.left, box.top, box.right, box.bottom])) return;
    slide.addText(runs, { ...boxText(onSlide(box)), objectName: name, align, valign: 'middle', wrap: false });
  };
  const run = (value: string, fontPx: number, colour: string): PptxGenJS.TextProps => ({
    text: allowedInXml(value),
    options: { fontSize: points(fontPx * scale), color: colour, fontFace: palette.font },
  });

  /** Draws a freeform line along a curve. */
  const drawn = (name: string, curve: Curve, line: PptxGenJS.ShapeLineProps, isArrow: boolean): void => {
    for (const { piece, isLast } of partsWithin(curve, frame)) {
      const { left, top, right, bottom, path } = pathOnSlide(
        mapCurve(piece, (x, y) => [place.x(x), place.y(y)]),
      );
      slide.addShape('custGeom', {
        objectName: name,
        x: inches(left),
        y: inches(top),
        w: inches(right - left),
        h: inches(bottom - top),
        points: path,
        line: { ...line, ...(isArrow && isLast ? { endArrowType: 'triangle' } : {}) },
      });
    }
  };

  return {
    way({ from, to, kind, colour, widthPx, curve, arrow, uncertain, tint }: SceneEdge, isLit: boolean): void {
      const opacity = (kind === 'tree' ? 0.6 : 0.4) * (isLit ? 1 : DIMMED);
      const look: PptxGenJS.ShapeLineProps = {
        color: hex(tinted(tint, palette.none) ?? line[colour]),
        width: points(widthPx * scale),
        transparency: Math.round(100 * (1 - opacity)),
        dashType: uncertain ? 'dash' : 'solid',
      };
      drawn(`Transition from state ${from} to ${to}`, curve, look, arrow !== null);
    },

    highlight({ discs, bands, colour }: DrawnAnnotation): void {
      const shine = { color: hex(annotationColour(palette, colour)), transparency: 100 * (1 - SHINE) };
      for (const { curve, widthPx } of bands)
        drawn('Highlight', curve, { ...shine, width: points(widthPx * scale) }, false);
      for (const { x, y, radius, halfWidth } of discs) {
        if (frame && !isWithin(frame, [x, y])) continue;
        slide.addShape('roundRect', {
          x: inches(place.x(x - halfWidth)),
          y: inches(place.y(y - radius)),
          w: inches(2 * halfWidth * scale),
          h: inches(2 * radius * scale),
          rectRadius: inches(radius * scale),
          fill: shine,
          objectName: 'Highlight',
        });
      }
    },

    callout({ arrow, words: said, colour }: DrawnAnnotation): void {
      const ink = hex(annotationColour(palette, colour));
      if (arrow) drawn('Arrow', arrow.curve, { color: ink, width: points(arrow.widthPx * scale) }, true);
      if (
        !said ||
        (frame && !isWithin(frame, [said.box.left, said.box.top, said.box.right, said.box.bottom]))
      )
        return;
      const look = said.isFramed
        ? {
            shape: 'roundRect' as const,
            rectRadius: inches((said.fontPx / 3) * scale),
            fill: { color: hex(surface) },
            line: { color: ink, width: points((said.fontPx / 9) * scale) },
          }
        : {};
      const runs = said.lines.map((line, at): PptxGenJS.TextProps => {
        const { text: told, options } = run(line.text, said.fontPx, said.isFramed ? hex(text) : ink);
        const bold = !said.isFramed || line.look === 'figure';
        const italic = line.look === 'quote';
        return { text: told, options: { ...options, bold, italic, breakLine: at < said.lines.length - 1 } };
      });
      slide.addText(runs, {
        ...boxText(onSlide(said.box)),
        ...look,
        objectName: 'Call-out',
        align: 'center',
        valign: 'middle',
        wrap: false,
      });
    },

    state(node: SceneNode, isLit: boolean): void {
      const { x, y, radius, halfWidth, state, merged } = node;
      if (frame && !isWithin(frame, [x, y])) return;
      const swatch = node.swatch === undefined ? undefined : palette.swatches[node.swatch];
      const stroke: PptxGenJS.ShapeLineProps = {
        color: seen(swatch ?? line[node.colour], isLit),
        width: points((swatch ? 3 : 1.5) * scale),
        dashType: node.uncertain ? 'dash' : 'solid',
      };
      const corner = cornerOf(node);
      const isRound = corner === null;
      const shape = (grow: number, shift: number) => {
        return {
          x: inches(place.x(x + shift - halfWidth - grow)),
          y: inches(place.y(y - shift - radius - grow)),
          w: inches(2 * (halfWidth + grow) * scale),
          h: inches(2 * (radius + grow) * scale),
          ...(isRound ? {} : { rectRadius: inches((corner + grow) * scale) }),
          line: { ...stroke },
        };
      };
      const form = isRound ? 'ellipse' : 'roundRect';
      const behind = { color: seen(surface, true) };
      if (merged > 1)
        slide.addShape(form, {
          ...shape(0, STACK_PX),
          fill: behind,
          objectName: `Merged into state ${state}`,
        });
      if (node.accepting)
        slide.addShape(form, {
          ...shape(RING_PX, 0),
          fill: behind,
          objectName: `Dialogues end in state ${state}`,
        });
      if (node.shape === 'card') {
        const ink = seen(node.colour === 'start' ? surface : text, isLit);
        const share = node.share ? [run(` ${node.share}`, SHARE_FONT_PX, seen(quiet, isLit))] : [];
        const total = run(node.value, TOTAL_FONT_PX, ink);
        const name = run((node.lines ?? []).join('\n'), NAME_FONT_PX, ink);
        const tint = tinted(node.tint, palette.blank);
        slide.addText(
          [
            { ...name, options: { ...name.options, breakLine: true } },
            { ...total, options: { ...total.options, bold: true } },
            ...share,
          ],
          {
            ...shape(0, 0),
            shape: 'roundRect',
            objectName: state === 0 ? 'Start' : `State ${state}`,
            fill: { color: seen(tint ?? fill[node.colour], isLit) },
            align: 'center',
            valign: 'middle',
            margin: 0,
            wrap: false,
          },
        );
        return;
      }
      const isStart = node.shape === 'start';
      const tint = isStart ? null : tinted(node.tint, palette.blank);
      const inside = isStart ? '▶' : node.label;
      const fontPx = node.label.length >= 4 ? 8.5 : 9.5;
      slide.addText([run(inside, fontPx, seen(isStart ? surface : text, isLit))], {
        ...shape(0, 0),
        shape: form,
        objectName: isStart ? 'Start' : `State ${state}`,
        fill: { color: seen(tint ?? fill[node.colour], isLit) },
        align: 'center',
        valign: 'middle',
        margin: 0,
        wrap: false,
      });
      if (node.value) {
        const [from, foot] = [x + radius + 5, y - radius];
        const box = { left: from, right: from + textWidth(node.value, 11), top: foot - 10, bottom: foot + 3 };
        words(`Figure of state ${state}`, box, [run(node.value, 10.5, seen(text, isLit))], 'left');
      }
      if (merged <= 1) return;
      const count = `×${formatCount(merged)}`;
      const left = x + radius + 4;
      const box = { left, right: left + textWidth(count, 10), top: y + radius - 2, bottom: y + radius + 9 };
      words(`Merged into state ${state}`, box, [run(count, 10, seen(quiet, isLit))], 'left');
    },

    end({ x, y, halfWidth, radius, value, edges }: SceneEnd, isLit: boolean): void {
      for (const { from, curve, widthPx, label } of edges) {
        const transparency = Math.round(100 * (1 - 0.35 * (isLit ? 1 : DIMMED)));
        const look = { color: hex(quiet), width: points(widthPx * scale), transparency };
        drawn(`Dialogues that end at state ${from}`, curve, look, true);
        if (label.box)
          words(
            `Ends at ${from}`,
            label.box,
            [run(label.count, COUNT_FONT_PX, seen(quiet, isLit))],
            'center',
          );
      }
      if (frame && !isWithin(frame, [x, y])) return;
      const told = run('End', SHARE_FONT_PX, seen(text, isLit));
      const total = run(value, TOTAL_FONT_PX - 1, seen(text, isLit));
      slide.addText(
        [
          { ...told, options: { ...told.options, breakLine: true } },
          { ...total, options: { ...total.options, bold: true } },
        ],
        {
          x: inches(place.x(x - halfWidth)),
          y: inches(place.y(y - radius)),
          w: inches(2 * halfWidth * scale),
          h: inches(2 * radius * scale),
          shape: 'roundRect',
          rectRadius: inches(radius * scale),
          objectName: 'End',
          line: { color: seen(text, isLit), width: points(3 * scale) },
          fill: { color: seen(surface, true) },
          align: 'center',
          valign: 'middle',
          margin: 0,
          wrap: false,
        },
      );
    },

    label({ from, to, kind, label }: SceneEdge, isLit: boolean): void {
      if (!label.box) return;
      const tags = run(label.tags, LABEL_FONT_PX, seen(kind === 'tree' ? text : quiet, isLit));
      const count = run(`${label.tags === '' ? '' : ' '}${label.count}`, COUNT_FONT_PX, seen(quiet, isLit));
      const align = ALIGNED[label.anchor];
      words(`Label from ${from} to ${to}`, label.box, label.tags === '' ? [count] : [tags, count], align);
    },

    farLabel({ text: told, x, y, fontPx, anchor }: FarLabel, isLit: boolean): void {
      const wide = textWidth(told, fontPx);
      const left = anchor === 'end' ? x - wide : x;
      const box = { left, right: left + wide, top: y - fontPx, bottom: y + fontPx * 0.3 };
      words('Label', box, [run(told, fontPx, seen(text, isLit))], ALIGNED[anchor]);
    },
  };
}

const ALIGNED = { start: 'left', middle: 'center', end: 'right' } as const;

/** Returns the position of a text box over a part of the slide. */
const boxText = ({ left, right, top, bottom }: Box) => ({
  x: inches(left),
  y: inches(top),
  w: inches(right - left),
  h: inches(bottom - top),
  isTextBox: true,
  margin: 0,
});

function isWithin({ left, right, top, bottom }: Box, curve: Curve): boolean {
  return curve.every((value, at) =>
    at % 2 === 0 ? left <= value && value <= right : top <= value && value <= bottom,
  );
}

/** Returns the parts of a curve inside the frame: the whole curve, or else straight segments along it. */
function partsWithin(curve: Curve, frame: Box | null): { piece: Curve; isLast: boolean }[] {
  if (!frame || isWithin(frame, curve)) return [{ piece: curve, isLast: true }];
  const pieces = (curve.length - 2) / 6;
  const runs: number[][] = [[]];
  let isIn = false;
  for (let step = 0; step <= pieces * CUT_STEPS; step++) {
    const piece = Math.min(pieces - 1, Math.floor(step / CUT_STEPS));
    const { x, y } = pointOn(curve, piece, step / CUT_STEPS - piece);
    isIn = isWithin(frame, [x, y]);
    const last = runs.at(-1) ?? [];
    if (!isIn) runs.push([]);
    else if (last.length === 0) last.push(x, y);
    else {
      const [x0, y0] = last.slice(-2);
      last.push(x0 ?? x, y0 ?? y, x, y, x, y);
    }
  }
  return runs
    .filter((piece) => piece.length > 2)
    .map((piece, at, all) => ({ piece, isLast: isIn && at === all.length - 1 }));
}

/** Returns a curve as points of a freeform shape, relative to its top left corner. */
function pathOnSlide(curve: Curve): Box & { readonly path: PptxPoint[] } {
  const xs = curve.filter((_, at) => at % 2 === 0);
  const ys = curve.filter((_, at) => at % 2 === 1);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const on = (at: number) => ({ x: inches((xs[at] ?? left) - left), y: inches((ys[at] ?? top) - top) });
  const path: PptxPoint[] = [{ ...on(0), moveTo: true }];
  for (let at = 1; at + 2 < xs.length; at += 3) {
    const [first, second] = [on(at), on(at + 1)];
    const bend = { type: 'cubic', x1: first.x, y1: first.y, x2: second.x, y2: second.y } as const;
    path.push({ ...on(at + 2), curve: bend });
  }
  return { left, right, top, bottom, path };
}

/** Returns the color at a share between two colors (`#rrggbb`), in PowerPoint's format. */
function between(from: string, to: string, share: number): string {
  const part = (colour: string, at: number): number =>
    Number.parseInt(hex(colour).slice(2 * at, 2 * at + 2), 16);
  return [0, 1, 2]
    .map((at) => Math.round(part(from, at) + share * (part(to, at) - part(from, at))))
    .map((value) => value.toString(16).padStart(2, '0').toUpperCase())
    .join('');
}
