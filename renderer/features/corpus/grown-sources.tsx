import { useMutation, useQuery } from '@tanstack/react-query';
import { importResultSchema } from '#shared/contract/corpus.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/field.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { Warnings } from '../../ui/state/notice.tsx';
import { StartedJobState, useStartedJob } from '../jobs/index.ts';
import { corpusQueries } from './queries.ts';

/** Lists files and folders that have grown. They are read again by a button or automatically. */
export function GrownSources() {
  const { client } = useApi();
  const watching = useQuery(corpusQueries(client).watching);
  const refreshing = useStartedJob(importResultSchema, () => client.growing.refresh({}));
  const watch = useMutation({
    mutationFn: (on: boolean) => client.growing.watch({ on }),
    meta: { topics: ['corpus'] },
    onError: tellError,
  });
  const { start, stage, result } = refreshing;
  return (
    <div className="stack-2">
      <div className="row-3">
        <Button icon="restore" pending={stage === 'under way'} onClick={() => start.mutate()}>
          Read what is new
        </Button>
        <Choice
          label="Automatically when a file changes"
          hint="While the project is open. What you tagged, wrote and corrected stays."
          checked={watching.data?.on ?? false}
          disabled={watch.isPending}
          onChange={(event) => watch.mutate(event.target.checked)}
        />
      </div>
      {result ? (
        <>
          <p className="sum" role="status">
            {formatAmount(result.dialogues, 'new dialogue')}, {formatAmount(result.continued, 'dialogue')}{' '}
            continued; {formatAmount(result.utterances, 'message')} added
          </p>
          <Warnings list={result.warnings} />
        </>
      ) : (
        <StartedJobState of={refreshing} />
      )}
    </div>
  );
}
