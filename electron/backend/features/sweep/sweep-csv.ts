import { describedSetting, type SweepResult } from '#shared/contract/sweep.ts';
import { type CsvCell, csvCell } from '../../output/csv-cell.ts';

const HEADER = [
  'tagger',
  'run',
  'learner',
  'where',
  'tau',
  'lambda',
  'states asked for',
  'policy',
  'alpha',
  'k',
  'support',
  'states',
  'transitions',
  'largest',
  'named',
  'followed',
  'beyond chance',
  'beyond chance lower',
  'beyond chance upper',
  'sequences',
  'seconds',
] as const;

/** One row a setting; lines end as RFC 4180 has them. What a learner does not go by is empty. */
export function sweepAsCsv({ rows }: SweepResult): string {
  const lines = rows.map(({ setting, tagger, beyondChance, ...row }): CsvCell[] => {
    const own = describedSetting(setting);
    const { tau = null, states = null, policy = null, alpha = null, k = null, support = null } = own;
    return [
      tagger,
      setting.run,
      setting.learner,
      setting.where,
      tau,
      own.lambda === null ? 'none' : (own.lambda ?? null),
      states,
      policy,
      alpha,
      k,
      support,
      row.states,
      row.transitions,
      row.largest,
      row.named,
      row.followed,
      beyondChance.estimate,
      beyondChance.lower,
      beyondChance.upper,
      row.sequences,
      row.seconds,
    ];
  });
  return [[...HEADER], ...lines].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}
