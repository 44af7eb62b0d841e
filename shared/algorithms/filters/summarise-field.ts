import type { DialogueField } from '../../domain/dialogue-filter.ts';
import type { FieldCounts } from '../../domain/figures.ts';

const LISTED_VALUES = 100;
/** Up to this many distinct numbers are counted individually. */
const MOST_SINGLE = 12;
const BINS = 10;
/** The share of dialogues at each end that goes into one bin, so that outliers do not squeeze the others. */
const TAIL = 0.03;
/** A value above this multiple of the median is in the tail. */
const SKEWED = 10;

/** `passing` has length = dialogues; 1 if the dialogue counts; null for all. */
export function summariseField(field: DialogueField, passing: Uint8Array | null): FieldCounts {
  const { name, kind, values, offsets, valueIds } = field;
  const counts = new Int32Array(values.length);
  const shown = new Int32Array(values.length);
  let dialogues = 0;
  for (let dialogue = 0; dialogue + 1 < offsets.length; dialogue++) {
    if (offsets[dialogue] < offsets[dialogue + 1]) dialogues++;
    const isShown = passing === null || passing[dialogue] === 1;
    for (let at = offsets[dialogue]; at < offsets[dialogue + 1]; at++) {
      counts[valueIds[at]]++;
      if (isShown) shown[valueIds[at]]++;
    }
  }
  const ids = Array.from(counts.keys());
  const place = kind === 'number' ? Number : Date.parse;
  const places = kind === 'words' ? [] : values.map(place);
  const ordered = kind === 'words' ? [] : ids.toSorted((a, b) => places[a] - places[b]);
  const common = ids.sort((a, b) => counts[b] - counts[a] || a - b);
  const [least, most] = [values[ordered[0]], values[ordered[ordered.length - 1]]];
  return {
    name,
    kind,
    dialogues,
    different: values.length,
    values: common
      .slice(0, LISTED_VALUES)
      .map((id) => ({ value: values[id], dialogues: counts[id], passing: shown[id] })),
    range: least === undefined || most === undefined ? null : { least, most },
    bins: binsOf(kind, ordered, places, counts, shown),
    months: kind === 'date' ? monthsOf(ordered, places, counts, shown) : [],
  };
}

function binsOf(
  kind: DialogueField['kind'],
  ordered: readonly number[],
  places: readonly number[],
  counts: Int32Array,
  shown: Int32Array,
): FieldCounts['bins'][number][] {
  if (ordered.length <= MOST_SINGLE) return [];
  const total = ordered.reduce((sum, id) => sum + counts[id], 0);
  const at = (share: number): number => {
    let left = share * total;
    const found = ordered.find((id) => {
      left -= counts[id];
      return left <= 0;
    });
    return places[found ?? ordered[0]];
  };
  const [low, high] = [at(TAIL), at(1 - TAIL)];
  const middle = at(0.5);
  const isSkewed = low >= 0 && middle > 0 && high > SKEWED * middle;
  const edges =
    kind === 'date' ? dayEdges(low, high) : isSkewed ? growingEdges(low, high) : turnEdges(low, high);
  const text = (edge: number): string =>
    kind === 'date' ? new Date(edge).toISOString().slice(0, edge % DAY === 0 ? 10 : 16) : String(edge);
  const bins = Array.from({ length: edges.length + 1 }, () => ({ dialogues: 0, passing: 0 }));
  for (const id of ordered) {
    const bin = bins[edges.filter((edge) => edge <= places[id]).length];
    bin.dialogues += counts[id];
    bin.passing += shown[id];
  }
  return bins
    .map((bin, index) => ({
      from: index === 0 ? null : text(edges[index - 1]),
      to: index === edges.length ? null : text(edges[index]),
      ...bin,
    }))
    .filter(({ dialogues }) => dialogues > 0);
}

function monthsOf(
  ordered: readonly number[],
  places: readonly number[],
  counts: Int32Array,
  shown: Int32Array,
): FieldCounts['months'] {
  const months = new Map<string, { dialogues: number; passing: number }>();
  for (const id of ordered) {
    if (Number.isNaN(places[id])) continue;
    const month = new Date(places[id]).toISOString().slice(0, 7);
    const counted = months.get(month) ?? { dialogues: 0, passing: 0 };
    months.set(month, counted);
    counted.dialogues += counts[id];
    counted.passing += shown[id];
  }
  return Array.from(months, ([month, counted]) => ({ month, ...counted }));
}

/** FieldCounts['bins'][number] limits 1, 2, 5, 10, 20, 50 … Equal bins would put most values into one. */
function growingEdges(low: number, high: number): number[] {
  const edges: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(Math.max(low, 1))); power <= high; power *= 10)
    edges.push(...[1, 2, 5].map((size) => size * power).filter((edge) => edge > low && edge <= high));
  return edges;
}

function turnEdges(low: number, high: number): number[] {
  const rough = (high - low) / BINS || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((size) => size * power >= rough) ?? 10);
  const first = Math.floor(low / step) + 1;
  const last = Math.floor(high / step);
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY];

function dayEdges(low: number, high: number): number[] {
  const rough = (high - low) / BINS;
  const step = STEPS.find((size) => size >= rough) ?? Math.ceil(rough / (30 * DAY)) * 30 * DAY;
  const first = Math.floor(low / step) + 1;
  const last = Math.floor(high / step);
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => (first + index) * step);
}
