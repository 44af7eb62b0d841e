import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { ROLES } from '../../../domain/dialogue.ts';
import { formatAmount, formatCount, formatShare } from '../../../domain/figure-text.ts';
import { escapeXml } from '../../layout/picture/brush.ts';
import { eachTransition } from '../reading/each-transition.ts';
import { shortestWays } from '../reading/shortest-ways.ts';

/** A part of a report: its heading, what it says, and a table. */
interface Section {
  readonly heading: string;
  readonly text: string;
  readonly columns: readonly string[];
  /** Numbers stand at the right. */
  readonly rows: readonly (readonly (string | number)[])[];
}

export interface Report {
  readonly title: string;
  readonly lines: readonly string[];
  readonly sections: readonly Section[];
}

const MOST_STATES = 40;
const MOST_ROWS = 12;
const MOST_NEXT = 3;

/**
 * What an automaton says of its dialogues, in words and tables: how they begin, its states with what follows, where they
 * end and by which ways, where they go back. From counts only, by templates. Linear but for sorting.
 * @param about how it was learned and what was left out, a line each
 * @param names what people call states, by number
 */
export function reportOf(
  automaton: AutomatonStructure,
  title: string,
  about: readonly string[],
  names: readonly string[],
): Report {
  const { dialogueCount, stateCount, support, ends, depths, roles } = automaton;
  const ways = [...eachTransition(automaton)].sort((a, b) => b.support - a.support);
  const leading = new Map<number, string>();
  for (const { to, tag } of ways) if (!leading.has(to)) leading.set(to, tag);
  const nameOf = (state: number): string =>
    state === 0 ? 'Start' : `${state} ${names[state] || leading.get(state) || ''}`.trim();
  const shareOf = (count: number, of: number): string =>
    formatShare(count / Math.max(1, of), { rough: true });
  const states = Array.from({ length: stateCount }, (_, state) => state).slice(1);
  const strongest = states.toSorted((a, b) => support[b] - support[a] || a - b);
  const ending = states.filter((state) => ends[state] > 0).sort((a, b) => ends[b] - ends[a] || a - b);
  const back = ways.filter(({ from, to }) => to === from || depths[to] < depths[from]);
  const next = (state: number): string =>
    ways
      .filter(({ from }) => from === state)
      .slice(0, MOST_NEXT)
      .map(({ tag, support: count }) => `${tag} ${shareOf(count, support[state])}`)
      .join(', ');
  const { wayTo } = shortestWays(automaton);
  const ended = ending.reduce((sum, state) => sum + ends[state], 0);

  return {
    title,
    lines: [
      `${formatAmount(dialogueCount, 'dialogue')}, ${formatAmount(stateCount, 'state')}, ${formatAmount(ways.length, 'transition')}.`,
      ...about,
    ],
    sections: [
      {
        heading: 'How dialogues begin',
        text: 'What is said first, and in how many dialogues.',
        columns: ['Who', 'Move', 'Dialogues', 'Share'],
        rows: ways
          .filter(({ from }) => from === 0)
          .slice(0, MOST_ROWS)
          .map(({ role, tag, support: count }) => [role, tag, count, shareOf(count, dialogueCount)]),
      },
      {
        heading: 'States',
        text:
          states.length > MOST_STATES
            ? `The ${MOST_STATES} that most dialogues come by, of ${formatCount(states.length)}.`
            : 'All, those that most dialogues come by first.',
        columns: ['State', 'After', 'Dialogues', 'Share', 'End here', 'What follows'],
        rows: strongest
          .slice(0, MOST_STATES)
          .map((state) => [
            nameOf(state),
            ROLES[roles[state]] ?? '',
            support[state],
            shareOf(support[state], dialogueCount),
            ends[state],
            next(state),
          ]),
      },
      {
        heading: 'Where dialogues end',
        text: `${formatCount(ended)} of ${formatAmount(dialogueCount, 'dialogue')} end in one of these states; the shortest way there.`,
        columns: ['State', 'End here', 'Share', 'Way'],
        rows: ending.slice(0, MOST_ROWS).map((state) => [
          nameOf(state),
          ends[state],
          shareOf(ends[state], dialogueCount),
          wayTo(state)
            .map(({ tag }) => tag)
            .join(' → '),
        ]),
      },
      {
        heading: 'Where dialogues go back',
        text: 'Ways to the same state or to one nearer to the start.',
        columns: ['From', 'Move', 'To', 'Dialogues'],
        rows: back
          .slice(0, MOST_ROWS)
          .map(({ from, to, tag, support: count }) => [nameOf(from), tag, nameOf(to), count]),
      },
    ].filter(({ rows }) => rows.length > 0),
  };
}

/** A column of numbers or shares stands at the right. */
const isNumeric = (cell: string | number | undefined): boolean =>
  typeof cell === 'number' || /^[<>]? ?[\d.]+ %$/.test(cell ?? '');

const written = (cell: string | number): string => (typeof cell === 'number' ? formatCount(cell) : cell);

/** A report for Markdown pages. What could be markup is escaped. */
export function reportToMarkdown({ title, lines, sections }: Report): string {
  const text = (words: string): string =>
    words.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~&]/g, (sign) => `\\${sign}`);
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const parts = [`# ${text(title)}`, ...lines.map(text)];
  for (const { heading, text: said, columns, rows } of sections) {
    const rules = columns.map((_, at) => (isNumeric(rows[0]?.[at]) ? '---:' : '---'));
    parts.push(
      `## ${heading}`,
      said,
      [row(columns), row(rules), ...rows.map((cells) => row(cells.map((cell) => text(written(cell)))))].join(
        '\n',
      ),
    );
  }
  return `${parts.join('\n\n')}\n`;
}

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:32px auto;padding:0 16px;color:#1b1f24;background:#fff}table{border-collapse:collapse;width:100%;font-size:14px}th,td{text-align:left;padding:4px 8px;border-bottom:1px solid #d8dce1;vertical-align:top}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}h2{margin-top:32px}p{color:#57606c}@media(prefers-color-scheme:dark){body{color:#e8eaed;background:#16191d}th,td{border-color:#333941}p{color:#a5adb8}}';

/** A report as a page that asks for nothing from elsewhere. */
export function reportToHtml({ title, lines, sections }: Report): string {
  const tables = sections.map(({ heading, text, columns, rows }) => {
    const mark = (at: number): string => (isNumeric(rows[0]?.[at]) ? ' class="n"' : '');
    const head = columns.map((name, at) => `<th${mark(at)} scope="col">${escapeXml(name)}</th>`).join('');
    const body = rows.map(
      (cells) =>
        `<tr>${cells.map((cell, at) => `<td${mark(at)}>${escapeXml(written(cell))}</td>`).join('')}</tr>`,
    );
    return `<h2>${escapeXml(heading)}</h2>\n<p>${escapeXml(text)}</p>\n<table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
  });
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
${lines.map((line) => `<p>${escapeXml(line)}</p>`).join('\n')}
${tables.join('\n')}
</main>
</body>
</html>
`;
}
