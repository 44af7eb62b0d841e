type Row = Readonly<Record<string, unknown>>;

const MOST_ROWS = 20;
/** Values at a deeper level are meant for programs and left out. */
const DEEPEST = 2;

const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object';

const isRow = (value: unknown): value is Row => !isScalar(value) && !Array.isArray(value);

const isMove = (value: unknown): value is Row =>
  isRow(value) && typeof value.tag === 'string' && (value.role === 'user' || value.role === 'system');

/** True for a single value, a move, a record about a move, and a list of values or moves. */
function fitsCell(value: unknown): boolean {
  if (isScalar(value) || isMove(value)) return true;
  if (Array.isArray(value)) return value.every(isScalar) || value.every(isMove);
  const parts = Object.values(value as Row);
  return parts.some(isMove) && parts.every((part) => isScalar(part) || isMove(part));
}

function labelOf(key: string): string {
  return key
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll(/\butterances?\b/g, (word) => word.replace('utterance', 'message'));
}

function scalarText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return String(value);
  // Whole numbers have no thousands separators, because some are ids and ports.
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(3)));
}

/** Formats a cell: a move as "customer #complains", a list of moves as a path. */
function cellText(value: unknown): string {
  if (isMove(value)) return `${value.role === 'user' ? 'customer' : 'agent'} #${String(value.tag)}`;
  if (Array.isArray(value)) return value.map(cellText).join(value.some(isMove) ? ' → ' : ', ');
  if (!isRow(value)) return scalarText(value);
  return Object.values(value)
    .filter((part) => part !== null)
    .map(cellText)
    .join(' ');
}

/** Formats rows as lines with columns of equal width. Columns that are empty or have nested values are left out. */
function tableLines(rows: readonly Row[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (name) =>
      rows.every((row) => fitsCell(row[name] ?? null)) && rows.some((row) => (row[name] ?? null) !== null),
  );
  const shown = rows.slice(0, MOST_ROWS);
  const lines = [names.map(labelOf), ...shown.map((row) => names.map((name) => cellText(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const left = rows.length - shown.length;
  return [
    ...lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')),
    ...(left > 0 ? [`… and ${left.toLocaleString('en-US')} more`] : []),
  ];
}

/** True if something is left out when a value is shown as lines. */
function isCut(value: unknown, depth: number): boolean {
  if (isScalar(value)) return false;
  if (depth > DEEPEST) return true;
  if (!Array.isArray(value)) return Object.values(value as Row).some((part) => isCut(part, depth + 1));
  return (
    value.length > MOST_ROWS || value.some((item) => isRow(item) && !Object.values(item).every(fitsCell))
  );
}

function linesOf(key: string, value: unknown, depth: number): string[] {
  const label = labelOf(key);
  if (isScalar(value)) return [`${label}: ${scalarText(value)}`];
  if (depth > DEEPEST) return [];
  const below = (lines: readonly string[]) => [`${label}:`, ...lines.map((line) => `  ${line}`.trimEnd())];
  if (!Array.isArray(value))
    return below(Object.entries(value as Row).flatMap(([name, part]) => linesOf(name, part, depth + 1)));
  if (value.length === 0) return [`${label}: none`];
  if (value.every(isRow)) return below(tableLines(value));
  const texts = value.filter(isScalar).map(scalarText);
  return texts.join(', ').length < 80 ? [`${label}: ${texts.join(', ')}`] : below(texts.slice(0, MOST_ROWS));
}

/** Formats a result with one line per value and tables of up to 20 rows. The last line reports omissions. */
export function readable(result: object): string {
  return [
    ...Object.entries(result).flatMap(([key, value]) => linesOf(key, value, 1)),
    ...(isCut(result, 0) ? ['--json prints all values.'] : []),
  ].join('\n');
}
