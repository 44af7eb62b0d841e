import type { Kappa, TagQuality } from '../../domain/figures.ts';
import { wilsonInterval } from './wilson.ts';

export interface CheckedTurn {
  readonly given: readonly number[];
  readonly corrected: readonly number[];
}

/** Returns the accuracy of the machine's tags. Counts are over all turns together (micro). */
export function tagQuality(turns: readonly CheckedTurn[]): TagQuality {
  let right = 0;
  let given = 0;
  let corrected = 0;
  let kept = 0;
  for (const turn of turns) {
    const machine = new Set(turn.given);
    const person = new Set(turn.corrected);
    let both = 0;
    for (const tag of machine) if (person.has(tag)) both++;
    given += machine.size;
    corrected += person.size;
    kept += both;
    if (both === machine.size && both === person.size) right++;
  }
  return {
    turns: wilsonInterval(right, turns.length),
    precision: wilsonInterval(kept, given),
    recall: wilsonInterval(kept, corrected),
  };
}

interface YesNoTable {
  readonly both: number;
  readonly leftOnly: number;
  readonly rightOnly: number;
  readonly neither: number;
}

const Z95 = 1.959963984540054;
/** A spread below this is a rounding error of 0. */
const NO_SPREAD = 1e-12;

/**
 * Returns Cohen's κ = (p_o − p_e) / (1 − p_e) (Cohen 1960), with the interval of Fleiss, Cohen and Everitt 1969.
 * Throws a RangeError if a count is negative or not whole.
 */
export function cohensKappa(table: YesNoTable): Kappa {
  for (const [name, count] of Object.entries(table)) {
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new RangeError(`"${name}" must be a whole number of at least 0, not ${count}.`);
    }
  }
  const n = table.both + table.leftOnly + table.rightOnly + table.neither;
  if (n === 0) return { agreement: null, expected: null, kappa: null, interval: null };
  const cells = [
    [table.both / n, table.leftOnly / n],
    [table.rightOnly / n, table.neither / n],
  ];
  const rows = cells.map(([a, b]) => a + b);
  const columns = [cells[0][0] + cells[1][0], cells[0][1] + cells[1][1]];
  const agreement = (table.both + table.neither) / n;
  const expected = rows[0] * columns[0] + rows[1] * columns[1];
  // Checked by counts, since shares that should add up to one may differ by rounding.
  const yes = 2 * table.both + table.leftOnly + table.rightOnly;
  if (yes === 0 || yes === 2 * n) return { agreement, expected, kappa: null, interval: null };
  const kappa = (agreement - expected) / (1 - expected);
  let onDiagonal = 0;
  let offDiagonal = 0;
  for (const i of [0, 1]) {
    for (const j of [0, 1]) {
      if (i === j) onDiagonal += cells[i][i] * (1 - (rows[i] + columns[i]) * (1 - kappa)) ** 2;
      else offDiagonal += cells[i][j] * (columns[i] + rows[j]) ** 2;
    }
  }
  const spread = onDiagonal + (1 - kappa) ** 2 * offDiagonal - (kappa - expected * (1 - kappa)) ** 2;
  if (spread < NO_SPREAD) return { agreement, expected, kappa, interval: null };
  const error = Math.sqrt(spread / n) / (1 - expected);
  return {
    agreement,
    expected,
    kappa,
    interval: [Math.max(-1, kappa - Z95 * error), Math.min(1, kappa + Z95 * error)],
  };
}

/** The labels of n turns: turn r has `labels[offsets[r] … offsets[r+1]-1]`, distinct and ascending. */
export interface LabelledTurns {
  readonly offsets: Int32Array;
  readonly labels: Int32Array;
}

/** Packs label sets; repeated labels count once. */
export function labelledTurns(sets: readonly (readonly number[])[]): LabelledTurns {
  const offsets = new Int32Array(sets.length + 1);
  const labels: number[] = [];
  sets.forEach((set, turn) => {
    labels.push(...[...new Set(set)].sort((a, b) => a - b));
    offsets[turn + 1] = labels.length;
  });
  return { offsets, labels: Int32Array.from(labels) };
}

/** Visits labels in ascending order. Throws a RangeError if the sides have different numbers of turns. */
export function walkLabels(
  left: LabelledTurns,
  right: LabelledTurns,
  visit: (turn: number, label: number, whose: 'both' | 'left' | 'right') => void,
): void {
  if (left.offsets.length !== right.offsets.length) {
    throw new RangeError(
      `The left side labels ${left.offsets.length - 1} turns and the right side ${right.offsets.length - 1}. Both must label the same turns.`,
    );
  }
  for (let turn = 0; turn + 1 < left.offsets.length; turn++) {
    let l = left.offsets[turn];
    let r = right.offsets[turn];
    const leftEnd = left.offsets[turn + 1];
    const rightEnd = right.offsets[turn + 1];
    while (l < leftEnd || r < rightEnd) {
      const a = l < leftEnd ? left.labels[l] : Number.POSITIVE_INFINITY;
      const b = r < rightEnd ? right.labels[r] : Number.POSITIVE_INFINITY;
      visit(turn, Math.min(a, b), a === b ? 'both' : a < b ? 'left' : 'right');
      if (a <= b) l++;
      if (b <= a) r++;
    }
  }
}

interface LabelAgreement extends Kappa, YesNoTable {
  readonly label: number;
  /** The share of turns with the label, 0 … 1, averaged over the sides. */
  readonly prevalence: number;
  readonly positive: number;
}

interface Agreement {
  readonly turns: number;
  readonly exact: number;
  /** In ascending order. Only labels that either side uses. */
  readonly labels: readonly LabelAgreement[];
  readonly pooled: Kappa;
  /** The unweighted mean of the labels' κ, without labels whose κ is undefined. Null if none is left. */
  readonly macroKappa: number | null;
  readonly macroLabels: number;
}

/**
 * Returns the agreement of two labelings of the same turns, by whole turns and by label. Linear in the labels.
 * Labels that neither side uses are left out; otherwise a long vocabulary would make any two sides agree.
 */
export function measureAgreement(left: LabelledTurns, right: LabelledTurns): Agreement {
  const turns = left.offsets.length - 1;
  const tables = new Map<number, { both: number; leftOnly: number; rightOnly: number }>();
  const differs = new Uint8Array(Math.max(0, turns));
  walkLabels(left, right, (turn, label, whose) => {
    let table = tables.get(label);
    if (!table) {
      table = { both: 0, leftOnly: 0, rightOnly: 0 };
      tables.set(label, table);
    }
    table[whose === 'both' ? 'both' : whose === 'left' ? 'leftOnly' : 'rightOnly']++;
    if (whose !== 'both') differs[turn] = 1;
  });
  const labels = [...tables]
    .sort(([a], [b]) => a - b)
    .map(([label, table]): LabelAgreement => {
      const { both, leftOnly, rightOnly } = table;
      const neither = turns - both - leftOnly - rightOnly;
      return {
        label,
        ...table,
        neither,
        ...cohensKappa({ ...table, neither }),
        prevalence: (2 * both + leftOnly + rightOnly) / (2 * turns),
        positive: both / (both + leftOnly + rightOnly),
      };
    });
  const total = (field: 'both' | 'leftOnly' | 'rightOnly' | 'neither'): number =>
    labels.reduce((sum, label) => sum + label[field], 0);
  const known = labels.flatMap(({ kappa }) => (kappa === null ? [] : [kappa]));
  return {
    turns,
    exact: turns - differs.reduce((sum, one) => sum + one, 0),
    labels,
    pooled: cohensKappa({
      both: total('both'),
      leftOnly: total('leftOnly'),
      rightOnly: total('rightOnly'),
      neither: total('neither'),
    }),
    macroKappa: known.length === 0 ? null : known.reduce((sum, kappa) => sum + kappa, 0) / known.length,
    macroLabels: known.length,
  };
}
