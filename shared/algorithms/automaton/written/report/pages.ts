import { formatCount } from '../../../../domain/figure-text.ts';
import { escapeXml } from '../../../text/xml.ts';
import type { Cell, Report, Section } from './report.ts';

export const isNumeric = (cell: Cell | undefined): boolean =>
  typeof cell === 'number' ||
  (typeof cell === 'string' && /^[<>+−]? ?[\d.,]+( %| s| min| h| d)?$/.test(cell));

export const written = (cell: Cell): string =>
  typeof cell === 'number' ? formatCount(cell) : typeof cell === 'string' ? cell : cell.text;

export const seeText = ({ see }: Section): string => `In Dialogram: ${see}.`;

/** Returns a report as Markdown, with markup in texts escaped. */
export function reportToMarkdown({ title, summary, findings, definitions, lines, sections }: Report): string {
  const text = (words: string): string =>
    words.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~&]/g, (sign) => `\\${sign}`);
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const parts = [
    `# ${text(title)}`,
    text(summary),
    ...(findings.length === 0 ? [] : [`## ${FINDINGS}`]),
    ...findings.map(({ sentence, basis, examples }) =>
      [`- **${text(sentence)}** ${text(basis)}`, ...examples.map((said) => `  - “${text(said)}”`)].join('\n'),
    ),
  ];
  for (const section of sections) {
    const { heading, text: said, columns, rows } = section;
    const rules = columns.map((_, at) => (isNumeric(rows[0]?.[at]) ? '---:' : '---'));
    parts.push(
      `## ${heading}`,
      `${text(said)} *${text(seeText(section))}*`,
      [row(columns), row(rules), ...rows.map((cells) => row(cells.map((cell) => text(written(cell)))))].join(
        '\n',
      ),
    );
  }
  parts.push(
    `## ${DEFINED}`,
    definitions.map(([word, meaning]) => `- **${text(word)}**: ${text(meaning)}`).join('\n'),
    `## ${ORIGIN}`,
    ...lines.map(text),
  );
  return `${parts.join('\n\n')}\n`;
}

export const FINDINGS = 'What was found';
export const DEFINED = 'What the words mean';
export const ORIGIN = 'About this report';

const STYLE =
  `body{font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:32px auto;padding:0 16px;color:#1b1f24;background:#fff}
table{border-collapse:collapse;width:100%;font-size:14px}
th,td{text-align:left;padding:4px 8px;border-bottom:1px solid #d8dce1;vertical-align:top}
th{white-space:nowrap}td.n,th.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
h1{margin-bottom:8px}h2{margin-top:40px;margin-bottom:4px}
p{color:#57606c;margin:4px 0 12px}.see{font-size:13px}p.summary{color:inherit;font-size:17px}
h3{margin:24px 0 4px;font-size:16px}.finding figure{margin:8px 0}.finding svg{width:auto;max-width:100%}blockquote{margin:4px 0 4px 16px;font-style:italic}dt{font-weight:600}dd{margin:0 0 8px}
a{color:inherit;text-decoration-color:#9aa4b0}nav{display:flex;flex-wrap:wrap;gap:4px 16px;margin:16px 0}
tr:target{background:#fff3c4}
figure{margin:24px 0 0}figure svg{width:100%;height:auto}
@media(prefers-color-scheme:dark){body{color:#e8eaed;background:#16191d}th,td{border-color:#333941}p{color:#a5adb8}tr:target{background:#4a3f14}figure{background:#fff;border-radius:6px}}
@media print{body{margin:0;max-width:none}nav{display:none}h2{break-after:avoid}tr{break-inside:avoid}}`.replaceAll(
    '\n',
    '',
  );

export function reportToHtml(
  { title, summary, findings, definitions, lines, sections }: Report,
  picture: string | null = null,
): string {
  const rowOf = new Set(
    sections.flatMap(({ isOfStates, rows }) =>
      isOfStates ? rows.flatMap(([cell]) => (typeof cell === 'object' ? [cell.state] : [])) : [],
    ),
  );
  const cellOf = (cell: Cell, isOwn: boolean): string =>
    typeof cell === 'object' && !isOwn && rowOf.has(cell.state)
      ? `<a href="#state-${cell.state}">${escapeXml(cell.text)}</a>`
      : escapeXml(written(cell));
  const tables = sections.map((section, index) => {
    const { heading, text, columns, rows, isOfStates = false } = section;
    const mark = (at: number): string => (isNumeric(rows[0]?.[at]) ? ' class="n"' : '');
    const head = columns.map((name, at) => `<th${mark(at)} scope="col">${escapeXml(name)}</th>`).join('');
    const body = rows.map((cells) => {
      const [first] = cells;
      const id = isOfStates && typeof first === 'object' ? ` id="state-${first.state}"` : '';
      return `<tr${id}>${cells.map((cell, at) => `<td${mark(at)}>${cellOf(cell, isOfStates)}</td>`).join('')}</tr>`;
    });
    return `<h2 id="part-${index}">${escapeXml(heading)}</h2>\n<p>${escapeXml(text)} <span class="see">${escapeXml(seeText(section))}</span></p>\n<table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
  });
  const told = findings.map(
    ({ sentence, basis, picture: part, examples }) =>
      `<section class="finding"><h3>${escapeXml(sentence)}</h3>${part === null ? '' : `<figure>${part}</figure>`}<p>${escapeXml(basis)}</p>${examples.map((said) => `<blockquote>${escapeXml(said)}</blockquote>`).join('')}</section>`,
  );
  const contents = sections.map(({ heading }, index) => `<a href="#part-${index}">${escapeXml(heading)}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeXml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeXml(title)}</h1>
<p class="summary">${escapeXml(summary)}</p>
${findings.length === 0 ? '' : `<h2 id="findings">${FINDINGS}</h2>\n`}${told.join('\n')}
<nav aria-label="Parts">${contents.join('')}</nav>
${picture === null ? '' : `<figure>${picture}</figure>\n`}${tables.join('\n')}
<h2 id="words">${DEFINED}</h2>
<dl>${definitions.map(([word, meaning]) => `<dt>${escapeXml(word)}</dt><dd>${escapeXml(meaning)}</dd>`).join('')}</dl>
<h2 id="origin">${ORIGIN}</h2>
${lines.map((line) => `<p>${escapeXml(line)}</p>`).join('\n')}
</main>
</body>
</html>
`;
}
