import { describedSetting, type SweepResult } from '#shared/contract/sweep.ts';
import { csvTable } from '../../output/csv.ts';

/** One row per setting. Options that a learner does not use are empty. */
export const sweepAsCsv = ({ rows }: SweepResult): string =>
  [
    ...csvTable(
      [
        ['tagger', ({ tagger }) => tagger],
        ['run', ({ setting }) => setting.run],
        ['learner', ({ setting }) => setting.learner],
        ['where', ({ setting }) => setting.where],
        ['tau', ({ own }) => own.tau ?? null],
        ['lambda', ({ own }) => (own.lambda === null ? 'none' : (own.lambda ?? null))],
        ['states asked for', ({ own }) => own.states ?? null],
        ['policy', ({ own }) => own.policy ?? null],
        ['alpha', ({ own }) => own.alpha ?? null],
        ['k', ({ own }) => own.k ?? null],
        ['support', ({ own }) => own.support ?? null],
        ['states', ({ states }) => states],
        ['transitions', ({ transitions }) => transitions],
        ['largest', ({ largest }) => largest],
        ['named', ({ named }) => named],
        ['followed', ({ followed }) => followed],
        ['beyond chance', ({ beyondChance }) => beyondChance.estimate],
        ['beyond chance lower', ({ beyondChance }) => beyondChance.lower],
        ['beyond chance upper', ({ beyondChance }) => beyondChance.upper],
        ['sequences', ({ sequences }) => sequences],
        ['seconds', ({ seconds }) => seconds],
      ],
      rows.map((row) => ({ ...row, own: describedSetting(row.setting) })),
    ),
  ].join('');
