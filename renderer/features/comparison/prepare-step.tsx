import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ComparisonStatus } from '#shared/contract/comparison.ts';
import { formatSetShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { hasEnded, useJob } from '../../client/job-state.ts';
import { RunField } from '../../project/tags/tag-finder.tsx';
import { showRun } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { ErrorNotice } from '../../ui/state/notice.tsx';
import { comparisonQueries, methodsOf, usableLayout } from '../columns/index.ts';
import { JobProgress } from '../jobs/index.ts';
import { useCompare } from './compare-state.ts';

interface PrepareStepProps {
  readonly status: ComparisonStatus;
  readonly run: RunId | null;
}

export function PrepareStep({ status, run }: PrepareStepProps) {
  const methods = useQuery(comparisonQueries.methods);
  const kept = useCompare((state) => state.columns);
  const columns = usableLayout(kept, methods.data?.map(({ name }) => name) ?? []);
  const asked = [...methodsOf(columns)];
  const start = useMutation({ mutationFn: () => client.comparison.prepare({ run, methods: asked }) });
  const { job, error } = useJob(start.data?.job ?? status.job);
  // Starts by itself only once. After a failure or a cancel, the person starts it.
  const begun = useRef(false);
  const ready = methods.data !== undefined && status.state === 'absent';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the methods are known
  useEffect(() => {
    if (!ready || begun.current) return;
    begun.current = true;
    start.mutate();
  }, [ready]);
  const ended = job !== null && hasEnded(job);
  const done = job?.state === 'done';
  const running = start.isPending || (job !== null && !ended) || done;

  return (
    <section className="stack-3 prepare" aria-label="Prepare the comparison">
      <h2 className="large">Prepare the comparison</h2>
      <p>
        Every method learns from the dialogues once, with the tags you choose here. Dialogram keeps{' '}
        {formatSetShare(status.heldOutShare)} of the dialogues for testing. No method learns from the test
        dialogues, so the comparison is fair.
      </p>
      <RunField finds label="Tags to learn from" run={run} onChange={showRun} />
      <p className="quiet">
        The comparison stays ready until tags or dialogues change, or you close the project.
      </p>
      {start.isError && <ErrorNotice error={start.error} />}
      {error != null && <ErrorNotice error={error} />}
      {job && <JobProgress job={job} />}
      {!running && (ended || start.isError) && (
        <div>
          <Button kind="primary" does={start}>
            Prepare again
          </Button>
        </div>
      )}
    </section>
  );
}
