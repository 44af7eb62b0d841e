import type PptxGenJS from 'pptxgenjs';
import type { Box } from '#shared/algorithms/layout/labels/taken-boxes.ts';
import { ownFont, paletteOf } from '#shared/algorithms/layout/picture/brand.ts';
import { type PictureLook, pageSize } from '#shared/algorithms/layout/picture/look.ts';
import { SLIDE_POINTS } from '#shared/algorithms/layout/picture/svg.ts';
import { allowedInXml } from '#shared/algorithms/text/xml.ts';
import type { Slide } from './story-html.ts';
import { type Paint, type Run, type Shape, shapesOf } from './svg-shapes.ts';

type PptxSlide = ReturnType<PptxGenJS['addSlide']>;
/** The library supports freeform shapes, but its types lack them. */
interface Canvas extends Pick<PptxSlide, 'addText'> {
  addShape(name: PptxGenJS.SHAPE_NAME | 'custGeom', options: PptxGenJS.ShapeProps): unknown;
}
type PptxPoint = NonNullable<PptxGenJS.ShapeProps['points']>[number];

export const PPTX_TYPE = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

const PAGE_PX = pageSize('16:9') ?? [1600, 900];
const PX_PER_INCH = 72 / SLIDE_POINTS;
const FONT = 'Arial';
const MASTER = 'Slide';
const PAD_PX = 24;
/** Height of a line of the title, as in the picture of the slide. */
const TITLE_LINE_PX = 40;
/** A large figure rises above its line. */
const TITLE_TOP_PX = 28;

const NO_BREAK = '\u00a0';
const NEW_PARAGRAPH = '</a:t></a:r></a:p><a:p><a:r><a:rPr lang="en-US" dirty="0"/><a:t>';

const inches = (px: number): number => px / PX_PER_INCH;
const points = (px: number): number => Math.round(px * SLIDE_POINTS * 10) / 10;
const hex = (colour: string): string => colour.replace('#', '').toUpperCase();

export async function storyPptx(
  title: string,
  slides: readonly Slide[],
  withNotes: boolean,
  look: Pick<PictureLook, 'theme' | 'brand'>,
): Promise<ArrayBuffer> {
  const { default: Pptx } = await import('pptxgenjs');
  const pptx = new Pptx();
  pptx.title = allowedInXml(title);
  pptx.subject = pptx.title;
  pptx.author = 'Dialogram';
  pptx.company = 'Dialogram';
  pptx.defineLayout({ name: 'page', width: inches(PAGE_PX[0]), height: inches(PAGE_PX[1]) });
  pptx.layout = 'page';
  const font = ownFont(look) || FONT;
  pptx.theme = { headFontFace: font, bodyFontFace: font };
  const head: PptxGenJS.PlaceholderProps = {
    name: 'title',
    type: 'title',
    ...placed({
      left: PAD_PX,
      right: PAGE_PX[0] - PAD_PX,
      top: TITLE_TOP_PX,
      bottom: TITLE_TOP_PX + 2 * TITLE_LINE_PX,
    }),
    margin: 0,
    fontFace: font,
    bold: true,
    align: 'left',
    valign: 'top',
  };
  pptx.defineSlideMaster({
    title: MASTER,
    background: { color: hex(paletteOf(look).surface) },
    objects: [{ placeholder: { options: head, text: '' } }],
  });
  for (const { svg, note } of slides) {
    const slide = pptx.addSlide({ masterName: MASTER });
    const shapes = shapesOf(svg);
    const told = shapes.flatMap((shape) => (shape.kind === 'text' && shape.isHead ? [...shape.runs] : []));
    const runs = told.map((run, at) => {
      const text = `${at === 0 ? '' : ' '}${run.text.replace(/(?<=\d) (?=%)/g, NO_BREAK)}`;
      const { options } = pptxRun(run, font);
      // A large figure makes no line higher, so the title ends above the picture.
      return { text, options: { ...options, lineSpacing: points(TITLE_LINE_PX) } };
    });
    slide.addText(runs, { placeholder: 'title' });
    for (const shape of shapes) addShape(slide, shape, font);
    if (withNotes && note !== '') slide.addNotes(allowedInXml(note));
  }
  const file = await pptx.write({ outputType: 'arraybuffer' });
  if (!(file instanceof ArrayBuffer)) throw new Error('The PowerPoint library did not return bytes.');
  return packed(file);
}

/**
 * Compresses the file, and gives each line of a note its own paragraph; the library does neither.
 * The library also repeats the properties of a paragraph before each text, which the format does not allow.
 */
async function packed(file: ArrayBuffer): Promise<ArrayBuffer> {
  const { default: JsZip } = await import('jszip');
  const zip = await JsZip.loadAsync(file);
  for (const entry of zip.file(/^ppt\/notesSlides\/notesSlide\d+\.xml$/)) {
    const xml = await entry.async('string');
    const inLines = (text: string): string => text.replaceAll(/\r?\n/g, NEW_PARAGRAPH);
    zip.file(entry.name, xml.replace(/<a:t>[^<]*<\/a:t>/g, inLines));
  }
  for (const entry of zip.file(/^ppt\/slides\/slide\d+\.xml$/)) {
    const xml = await entry.async('string');
    zip.file(entry.name, xml.replace(/(?<=<\/a:r>)<a:pPr\b[^>]*?(?:\/>|>.*?<\/a:pPr>)/gs, ''));
  }
  return zip.generateAsync({ type: 'arraybuffer', compression: 'DEFLATE' });
}

function addShape(slide: Canvas, shape: Shape, font: string): void {
  const { kind, name } = shape;
  if (kind === 'path') {
    const { box, path } = pathWithin(shape.points);
    slide.addShape('custGeom', { ...placed(box), ...painted(shape.paint), objectName: name, points: path });
  } else if (kind === 'text') {
    if (shape.isHead) return;
    slide.addText(
      shape.runs.map((run) => pptxRun(run, font)),
      {
        ...placed(shape.box),
        isTextBox: true,
        margin: 0,
        objectName: name || 'Text',
        align: ALIGNED[shape.anchor],
        valign: 'middle',
        wrap: false,
        ...(shape.halo ? { fill: { color: hex(shape.halo), transparency: 20 } } : {}),
      },
    );
  } else {
    const { box, radius, lines, paint } = shape;
    slide.addText(
      lines.flatMap((runs, at) =>
        runs.map((run, index) => {
          const { text, options } = pptxRun(run, font);
          return {
            text,
            options: { ...options, breakLine: index === runs.length - 1 && at < lines.length - 1 },
          };
        }),
      ),
      {
        ...placed(box),
        ...painted(paint),
        shape: kind === 'ellipse' ? 'ellipse' : radius === 0 ? 'rect' : 'roundRect',
        ...(radius === 0 ? {} : { rectRadius: inches(radius) }),
        objectName: name || 'Shape',
        align: 'center',
        valign: 'middle',
        margin: 0,
        wrap: false,
      },
    );
  }
}

const ALIGNED = { start: 'left', middle: 'center', end: 'right' } as const;

const pptxRun = ({ text, fontPx, colour, bold, italic }: Run, font: string): PptxGenJS.TextProps => ({
  text,
  options: { fontSize: points(fontPx), color: hex(colour), bold, italic, fontFace: font },
});

const placed = ({ left, right, top, bottom }: Box) => ({
  x: inches(left),
  y: inches(top),
  w: inches(right - left),
  h: inches(bottom - top),
});

function painted({ fill, stroke, strokePx, dashed, opacity }: Paint): Partial<PptxGenJS.ShapeProps> {
  const transparency = Math.round(100 * (1 - opacity));
  return {
    ...(fill ? { fill: { color: hex(fill), transparency } } : {}),
    ...(stroke
      ? {
          line: {
            color: hex(stroke),
            width: points(strokePx),
            transparency,
            dashType: dashed ? 'dash' : 'solid',
          },
        }
      : {}),
  };
}

function pathWithin(all: Extract<Shape, { kind: 'path' }>['points']): { box: Box; path: PptxPoint[] } {
  const numbers = all.flatMap((one) =>
    one.kind === 'curve' ? one.at : one.kind === 'close' ? [] : [one.x, one.y],
  );
  const [xs, ys] = [0, 1].map((axis) => numbers.filter((_, at) => at % 2 === axis)) as [number[], number[]];
  const box = {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
  const on = (x = 0, y = 0) => ({ x: inches(x - box.left), y: inches(y - box.top) });
  const path = all.map((one): PptxPoint => {
    if (one.kind === 'close') return { close: true };
    if (one.kind !== 'curve') return { ...on(one.x, one.y), moveTo: one.kind === 'move' };
    const [first, second, end] = [0, 2, 4].map((at) => on(one.at[at], one.at[at + 1]));
    return {
      ...on(one.at[4], one.at[5]),
      ...end,
      curve: {
        type: 'cubic',
        x1: first?.x ?? 0,
        y1: first?.y ?? 0,
        x2: second?.x ?? 0,
        y2: second?.y ?? 0,
      },
    };
  });
  return { box, path };
}
