import { escapeXml } from '../../../text/xml.ts';
import { DEFINED, FINDINGS, isNumeric, ORIGIN, seeText, written } from './pages.ts';
import type { Cell, Report } from './report.ts';

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** An A4 portrait page in twentieths of a point: width, height, margin. */
const [PAGE_WIDTH, PAGE_HEIGHT, MARGIN] = [11906, 16838, 1134];
const ROOM = PAGE_WIDTH - 2 * MARGIN;
/** English Metric Units in a twentieth of a point. */
const EMU = 635;

/** Returns the parts of a Word file (.docx) by path; `picture` is a 16:9 SVG. Loads nothing from elsewhere. */
export function reportToWord(
  { title, summary, findings, definitions, lines, sections }: Report,
  picture: string | null,
): Record<string, string> {
  const pictures = [...findings.map((finding) => finding.picture), picture].filter((svg) => svg !== null);
  const drawn = (svg: string | null): string[] => (svg === null ? [] : [drawing(svg, pictures.indexOf(svg))]);
  const body = [
    paragraph(title, 'Title'),
    paragraph(summary),
    ...(findings.length === 0 ? [] : [paragraph(FINDINGS, 'Heading1')]),
    ...findings.flatMap((finding) => [
      paragraph(finding.sentence, 'Heading2'),
      ...drawn(finding.picture),
      paragraph(finding.basis),
      ...finding.examples.map((said) => paragraph(`“${said}”`, 'Quote')),
    ]),
    ...drawn(picture),
    ...sections.flatMap((section) => [
      paragraph(section.heading, 'Heading1'),
      paragraph(`${section.text} ${seeText(section)}`),
      table(section.columns, section.rows),
    ]),
    paragraph(DEFINED, 'Heading1'),
    ...definitions.map(([word, meaning]) => paragraph(`${word}: ${meaning}`)),
    paragraph(ORIGIN, 'Heading1'),
    ...lines.map((line) => paragraph(line)),
  ];
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="svg" ContentType="image/svg+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    '_rels/.rels': relations([
      ['rId1', `${OFFICE}/officeDocument`, 'word/document.xml'],
      [
        'rId2',
        'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
        'docProps/core.xml',
      ],
    ]),
    'docProps/core.xml': `${HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title></cp:coreProperties>`,
    'word/_rels/document.xml.rels': relations([
      ['rId1', `${OFFICE}/styles`, 'styles.xml'],
      ...pictures.map((_, at) => [`picture${at}`, `${OFFICE}/image`, `media/picture${at}.svg`] as const),
    ]),
    'word/styles.xml': STYLES,
    'word/document.xml': `${HEAD}<w:document ${NAMESPACES}><w:body>${body.join('')}<w:sectPr><w:pgSz w:w="${PAGE_WIDTH}" w:h="${PAGE_HEIGHT}"/><w:pgMar w:top="${MARGIN}" w:right="${MARGIN}" w:bottom="${MARGIN}" w:left="${MARGIN}" w:header="600" w:footer="600" w:gutter="0"/></w:sectPr></w:body></w:document>`,
    ...Object.fromEntries(pictures.map((svg, at) => [`word/media/picture${at}.svg`, svg])),
  };
}

const relations = (rows: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`).join('')}</Relationships>`;

function paragraph(words: string, style = '', isRight = false): string {
  const set = [
    ...(style === '' ? [] : [`<w:pStyle w:val="${style}"/>`]),
    ...(isRight ? ['<w:jc w:val="right"/>'] : []),
  ].join('');
  return `<w:p>${set === '' ? '' : `<w:pPr>${set}</w:pPr>`}<w:r><w:t xml:space="preserve">${escapeXml(words)}</w:t></w:r></w:p>`;
}

/** Keeps a figure and its unit on one line. */
const cellText = (cell: Cell): string => written(cell).replaceAll(' %', '\u{a0}%');

const LETTER = 115;
const PADDING = 200;

/** Returns column widths: room for the longest word, and the rest by length of text. */
function widthsOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): number[] {
  const texts = columns.map((name, at) => [name, ...rows.map((row) => cellText(row[at] ?? ''))]);
  const longest = (words: readonly string[]): number => Math.max(...words.map(({ length }) => length));
  const least = texts.map((own) => longest(own.flatMap((text) => text.split(/[ -]/))) * LETTER + PADDING);
  const wanted = texts.map((own, at) => Math.max(0, longest(own) * LETTER + PADDING - least[at]));
  const sum = (widths: readonly number[]): number => widths.reduce((all, one) => all + one, 0);
  const [needed, more] = [sum(least), sum(wanted)];
  const shrink = Math.min(1, ROOM / needed);
  const left = Math.max(0, ROOM - needed);
  return least.map((width, at) =>
    Math.floor(width * shrink + (more === 0 ? left / columns.length : (left * wanted[at]) / more)),
  );
}

function table(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const widths = widthsOf(columns, rows);
  const rightOf = columns.map((_, at) => isNumeric(rows[0]?.[at]));
  const row = (cells: readonly string[], isHead: boolean): string =>
    `<w:tr><w:trPr><w:cantSplit/>${isHead ? '<w:tblHeader/>' : ''}</w:trPr>${cells
      .map(
        (cell, at) =>
          `<w:tc><w:tcPr><w:tcW w:w="${widths[at]}" w:type="dxa"/></w:tcPr>${paragraph(cell, isHead ? 'TableHead' : 'TableText', rightOf[at])}</w:tc>`,
      )
      .join('')}</w:tr>`;
  return `<w:tbl><w:tblPr><w:tblStyle w:val="Figures"/><w:tblW w:w="${ROOM}" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>${row(columns, true)}${rows.map((cells) => row(cells.map(cellText), false)).join('')}</w:tbl>`;
}

/** EMU per px of an unscaled picture. */
const EMU_PER_PX = 9525;

/** Returns a drawing no wider than the page. Word needs the reference to the SVG, others the plain reference. */
function drawing(svg: string, at: number): string {
  const [, width = '1', height = '1'] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  const wide = Math.min(ROOM * EMU, Number(width) * EMU_PER_PX);
  const extent = `cx="${wide}" cy="${Math.round((wide * Number(height)) / Number(width))}"`;
  return `<w:p><w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${extent}/><wp:docPr id="${at + 1}" name="Picture ${at + 1}" descr="A part of the automaton as a picture; the text says the same."/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${at + 1}" name="picture${at}.svg"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="picture${at}"><a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}"><asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="picture${at}"/></a:ext></a:extLst></a:blip><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${extent}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
}

const style = (id: string, name: string, properties: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${properties}</w:style>`;

const STYLES = `${HEAD}<w:styles ${NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="21"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${[
  style('Title', 'Title', '<w:pPr><w:spacing w:after="200"/></w:pPr><w:rPr><w:b/><w:sz w:val="40"/></w:rPr>'),
  style(
    'Heading1',
    'heading 1',
    '<w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="360" w:after="80"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="28"/></w:rPr>',
  ),
  style(
    'Heading2',
    'heading 2',
    '<w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="1"/></w:pPr><w:rPr><w:b/><w:sz w:val="24"/></w:rPr>',
  ),
  style('Quote', 'Quote', '<w:pPr><w:ind w:left="400"/></w:pPr><w:rPr><w:i/></w:rPr>'),
  style(
    'TableText',
    'Table Text',
    '<w:pPr><w:spacing w:before="30" w:after="30"/></w:pPr><w:rPr><w:sz w:val="18"/></w:rPr>',
  ),
  style(
    'TableHead',
    'Table Head',
    '<w:pPr><w:keepNext/><w:spacing w:before="30" w:after="30"/></w:pPr><w:rPr><w:b/><w:sz w:val="18"/></w:rPr>',
  ),
].join(
  '',
)}<w:style w:type="table" w:styleId="Figures"><w:name w:val="Figures"/><w:tblPr><w:tblBorders><w:top w:val="single" w:sz="4" w:color="9AA4B0"/><w:bottom w:val="single" w:sz="4" w:color="9AA4B0"/><w:insideH w:val="single" w:sz="4" w:color="D8DCE1"/></w:tblBorders><w:tblCellMar><w:left w:w="70" w:type="dxa"/><w:right w:w="70" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style></w:styles>`;
