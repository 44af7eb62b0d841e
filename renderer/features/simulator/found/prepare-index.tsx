import { useMutation } from '@tanstack/react-query';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../../client/api.tsx';
import { useJob } from '../../../client/use-job.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { ErrorNotice } from '../../../ui/state/notice.tsx';
import { JobProgress } from '../../jobs/index.ts';
import './found.css';

/** Builds the retrieval index that a method of the comparison asks. */
export function PrepareIndex({ run, method }: { readonly run: RunId | null; readonly method: string }) {
  const { client } = useApi();
  const start = useMutation({ mutationFn: () => client.comparison.prepare({ run, methods: [method] }) });
  const { job, error } = useJob(start.data?.job ?? null);

  return (
    <div className="sim-prepare">
      {start.isError && <ErrorNotice error={start.error} />}
      {error != null && <ErrorNotice error={error} />}
      {job ? (
        <JobProgress job={job} />
      ) : (
        <Button small disabled={start.isPending} onClick={() => start.mutate()}>
          Prepare the index
        </Button>
      )}
    </div>
  );
}
