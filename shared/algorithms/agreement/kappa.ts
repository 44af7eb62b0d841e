/** Counts of two raters' yes/no answers about the same things. */
interface YesNoTable {
  readonly both: number;
  readonly leftOnly: number;
  readonly rightOnly: number;
  readonly neither: number;
}

export interface Kappa {
  /** Share of items on which they agree, 0 … 1; null if there are none. */
  readonly agreement: number | null;
  /** Agreement expected by chance, from how often each says yes; null as above. */
  readonly expected: number | null;
  /** Cohen's κ, −1 … 1; null if chance alone gives full agreement, because κ is then 0 / 0. */
  readonly kappa: number | null;
  /** Large-sample 95 % interval of κ, cut to −1 … 1. Null without spread, where the formula would give a single point. */
  readonly interval: readonly [number, number] | null;
}

const Z95 = 1.959963984540054;
/** The rounding error that is left of a spread of 0. */
const NO_SPREAD = 1e-12;

/**
 * Cohen's κ of two raters and two answers, κ = (p_o − p_e) / (1 − p_e).
 *
 * Source: J. Cohen, "A coefficient of agreement for nominal scales", 1960. The interval takes the standard error of
 * J. L. Fleiss, J. Cohen and B. S. Everitt, "Large sample standard errors of kappa and weighted kappa", 1969, which
 * does not suppose that there is no agreement.
 *
 * @throws RangeError if a count is negative or no whole number
 */
export function cohensKappa(table: YesNoTable): Kappa {
  for (const [name, count] of Object.entries(table)) {
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new RangeError(`"${name}" is ${count}; counts are whole numbers of at least 0.`);
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
