import { useQuery } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { formatAmount, formatSeconds } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { about, question } from '../../client/queries.ts';
import { defineCommands } from '../../commands/commands.ts';
import { type ResultId, RunList, RunRow } from '../results/index.ts';

/** The name of sweeps in the list of results. */
export const SWEEP = 'sweep';

export const sweepCommands = defineCommands(
  'sweep',
  { group: 'Corpus, tags, automaton' },
  {
    run: { title: 'Compare learning settings…' },
  },
);

const RUNS = about('sweeps', 'tags', 'corpus');

export const sweepQueries = ({ sweep }: DialogramClient) => ({
  list: question('sweep.list', sweep.list, undefined, RUNS),
  get: (run: RunId) => question('sweep.get', sweep.get, { run }, RUNS),
});

/** Lists the finished sweeps, newest first; renders nothing without any. */
export function SweepList({ shown }: { readonly shown: ResultId | null }) {
  const sweeps = useQuery(sweepQueries(useApi().client).list).data ?? [];
  if (sweeps.length === 0) return null;
  return (
    <RunList title="Compared settings">
      {sweeps.map((sweep) => (
        <RunRow key={sweep.id} kind={SWEEP} id={sweep.id} shown={shown} at={sweep.createdAt}>
          <span className="quiet small">
            {formatAmount(sweep.rows, 'setting')}, {formatSeconds(sweep.seconds)}
          </span>
          {sweep.stale && <span className="small run-stale">tags or dialogues have changed since then</span>}
        </RunRow>
      ))}
    </RunList>
  );
}
