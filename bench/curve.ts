/**
 * Draws processor time and memory by number of dialogues, from the output of `bench/peers.ts`.
 *
 * npx node bench/curve.ts FILE.jsonl … > docs/pictures/scale.svg
 */
import { readFileSync } from 'node:fs';
import { line, scaleLog } from 'd3';

interface Cell {
  readonly tool: string;
  readonly dialogues: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

const TITLES: Readonly<Record<string, string>> = {
  'dialogram-overview': 'Dialogram, overview',
  'dialogram-paper': "Dialogram, paper's",
  'pm4py-dfg': 'pm4py, DFG',
  'pm4py-heuristics': 'pm4py, heuristics',
  'pm4py-inductive': 'pm4py, inductive',
  'aalpy-alergia': 'AALpy, ALERGIA',
};
const PANEL = { width: 300, height: 280, left: 56, top: 44, labels: 140 };
const BETWEEN = 12;

const cells = process.argv
  .slice(2)
  .flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean))
  .map((text): Cell => JSON.parse(text))
  .filter(({ cpuSeconds }) => cpuSeconds !== undefined);
const tools = Object.keys(TITLES).filter((name) => cells.some(({ tool }) => tool === name));

const textOf = (value: number): string => value.toLocaleString('en');

function panel(title: string, at: number, read: (cell: Cell) => number, ticks: readonly number[]): string {
  const x = scaleLog([1000, 1_000_000], [0, PANEL.width]);
  const y = scaleLog([ticks[0], ticks[ticks.length - 1]], [PANEL.height, 0]).clamp(true);
  const grid = ticks.map(
    (tick) =>
      `<path class="grid" d="M0 ${y(tick)}H${PANEL.width}"/><text x="-8" y="${y(tick) + 4}" text-anchor="end">${textOf(tick)}</text>`,
  );
  const bottom = [1000, 10_000, 100_000, 1_000_000].map(
    (tick) =>
      `<path class="grid" d="M${x(tick)} 0V${PANEL.height}"/><text x="${x(tick)}" y="${PANEL.height + 18}" text-anchor="middle">${textOf(tick)}</text>`,
  );
  const path = line<Cell>(
    ({ dialogues }) => x(dialogues),
    (cell) => y(read(cell)),
  );
  const drawn = tools.map((tool, color) => {
    const own = cells.filter((cell) => cell.tool === tool).sort((a, b) => a.dialogues - b.dialogues);
    const last = own[own.length - 1];
    const dots = own.map(
      (cell) => `<circle cx="${x(cell.dialogues).toFixed(1)}" cy="${y(read(cell)).toFixed(1)}" r="3"/>`,
    );
    return {
      tool,
      color,
      end: { x: x(last.dialogues), y: y(read(last)) },
      mark: `<path d="${path(own)}"/>${dots.join('')}`,
    };
  });
  // Labels keep the order of the lines' ends, one row apart.
  const labels = drawn.toSorted((a, b) => a.end.y - b.end.y).map((one) => ({ ...one, y: one.end.y }));
  for (const [place, label] of labels.entries())
    if (place > 0) label.y = Math.max(label.y, labels[place - 1].y + 15);
  const over = Math.max(0, (labels.at(-1)?.y ?? 0) - PANEL.height);
  const named = labels.map(
    ({ tool, color, end, y: row }) =>
      `<g class="tool-${color}"><path class="lead" d="M${(end.x + 5).toFixed(1)} ${end.y.toFixed(1)}L${PANEL.width + 8} ${(row - over).toFixed(1)}"/><text x="${PANEL.width + 12}" y="${(row - over + 4).toFixed(1)}">${TITLES[tool]}</text></g>`,
  );
  return `<g transform="translate(${at} ${PANEL.top})"><text class="title" x="0" y="-18">${title}</text>${grid.join('')}${bottom.join('')}${drawn.map(({ color, mark }) => `<g class="tool-${color}">${mark}</g>`).join('')}${named.join('')}<text x="${PANEL.width / 2}" y="${PANEL.height + 38}" text-anchor="middle">dialogues</text></g>`;
}

const step = PANEL.left + PANEL.width + PANEL.labels;
const [width, height] = [2 * step + BETWEEN, PANEL.top + PANEL.height + 52];
const LIGHT = ['#0b57b0', '#b3261e', '#2e7d32', '#8a5a00', '#00707a', '#7b1fa2', '#5f6368'];
const DARK = ['#7ab7ff', '#ff9a90', '#86d68a', '#f0c060', '#63d3dd', '#d9a2f0', '#bdc1c6'];
const colors = (list: readonly string[]): string =>
  list.map((color, at) => `.tool-${at}{stroke:${color};fill:${color}}`).join('');
process.stdout.write(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>Processor seconds and memory of learning, from 1,000 to 1,000,000 dialogues</title>
<style>
text{font:12px system-ui,sans-serif;fill:#3c4043;stroke:none}.title{font-weight:600;font-size:13px}.back{fill:#fff}
path{fill:none;stroke-width:2}.grid{stroke:#dadce0;stroke-width:1}.lead{stroke-width:1;stroke-dasharray:2 3}
${colors(LIGHT)}
@media (prefers-color-scheme:dark){text{fill:#e8eaed}.back{fill:#1f2023}.grid{stroke:#44474c}${colors(DARK)}}
</style>
<rect class="back" width="${width}" height="${height}"/>
${panel('Processor seconds', PANEL.left, ({ cpuSeconds }) => cpuSeconds, [0.1, 1, 10, 100, 1000])}
${panel('Most memory, MB', PANEL.left + step + BETWEEN, ({ peakMb }) => peakMb, [10, 100, 1000, 10_000])}
</svg>
`);
