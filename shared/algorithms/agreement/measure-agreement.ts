import { cohensKappa, type Kappa } from './kappa.ts';
import { type LabelledRounds, walkLabels } from './labelled-rounds.ts';

/** The agreement of two sides on one label over all turns. */
interface LabelAgreement extends Kappa {
  readonly label: number;
  readonly both: number;
  readonly leftOnly: number;
  readonly rightOnly: number;
  readonly neither: number;
  /** Mean of the two sides' shares of turns with the label, 0 … 1. */
  readonly prevalence: number;
  /** Share of turns with the label from both sides, among those with it from either side, 0 … 1. */
  readonly positive: number;
}

interface Agreement {
  readonly rounds: number;
  /** Turns with equal label sets, including two empty sets. */
  readonly exact: number;
  /** By ascending label; only labels that either side uses. */
  readonly labels: readonly LabelAgreement[];
  /** All decisions (turn, label) as one table. */
  readonly pooled: Kappa;
  /** Unweighted mean of the labels' κ where there is one; null if no label has one. */
  readonly macroKappa: number | null;
  readonly macroLabels: number;
}

/**
 * Returns the agreement of two labelings of the same turns: on whole turns, and label by label.
 *
 * Every label is a separate yes/no question about every turn. Labels that neither side gives are left out; otherwise a
 * long vocabulary would make any two sides agree.
 *
 * Linear in the given labels, apart from sorting the distinct ones.
 */
export function measureAgreement(left: LabelledRounds, right: LabelledRounds): Agreement {
  const rounds = left.offsets.length - 1;
  const tables = new Map<number, { both: number; leftOnly: number; rightOnly: number }>();
  const differs = new Uint8Array(Math.max(0, rounds));
  walkLabels(left, right, (round, label, whose) => {
    let table = tables.get(label);
    if (!table) {
      table = { both: 0, leftOnly: 0, rightOnly: 0 };
      tables.set(label, table);
    }
    table[whose === 'both' ? 'both' : whose === 'left' ? 'leftOnly' : 'rightOnly']++;
    if (whose !== 'both') differs[round] = 1;
  });
  const labels = [...tables]
    .sort(([a], [b]) => a - b)
    .map(([label, table]): LabelAgreement => {
      const { both, leftOnly, rightOnly } = table;
      const neither = rounds - both - leftOnly - rightOnly;
      return {
        label,
        ...table,
        neither,
        ...cohensKappa({ ...table, neither }),
        prevalence: (2 * both + leftOnly + rightOnly) / (2 * rounds),
        positive: both / (both + leftOnly + rightOnly),
      };
    });
  const total = (field: 'both' | 'leftOnly' | 'rightOnly' | 'neither'): number =>
    labels.reduce((sum, label) => sum + label[field], 0);
  const known = labels.flatMap(({ kappa }) => (kappa === null ? [] : [kappa]));
  return {
    rounds,
    exact: rounds - differs.reduce((sum, one) => sum + one, 0),
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
