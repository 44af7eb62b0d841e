import { useEffect, useState } from 'react';
import { type GettingReady as Progress, teachingResultSchema } from '#shared/contract/teaching.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { showRun } from '../../project/view.ts';
import { LoadingState, ProgressBar, Warnings } from '../../ui/state/notice.tsx';
import { StartedJobDialog, useStartedJob } from '../jobs/index.ts';
import { makePicture } from '../picture/index.ts';
import { TaughtNotice } from '../tagging/index.ts';

export function GettingReady() {
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const follow = async () => {
      try {
        for await (const next of await client.teaching.gettingReady(undefined, { signal: stop.signal }))
          if (!stop.signal.aborted) setProgress(next);
      } catch {
        // A failure is reported by the question, which is fetched at the same time.
      }
    };
    void follow();
    return () => stop.abort();
  }, []);
  const { phase = 'reading sentences', done = 0, total = null, unit = '' } = progress ?? {};
  return (
    <div className="teaching-ready state-loading in-center">
      <LoadingState label={`Preparing questions: ${phase}…`} />
      <ProgressBar label="Preparing questions" done={done} total={total} />
      {total !== null && (
        <p className="quiet small">
          {formatCount(done)} of {formatCount(total)} {unit}
        </p>
      )}
    </div>
  );
}

export function FinishDialog() {
  const teaching = useStartedJob(teachingResultSchema, () => client.teaching.run({}));
  return (
    <StartedJobDialog
      of={teaching}
      title="Tag all turns based on your answers"
      input={undefined}
      submit="Tag all turns"
      change="Try again"
      show={{
        label: 'Show the graph',
        act: ({ run }) => {
          showRun(run);
          makePicture({ run });
        },
      }}
      fields={
        <p>
          Creates a new tagging run for all turns. Turns that you answered keep your answers. You can answer
          more questions later.
        </p>
      }
    >
      {(result) => (
        <>
          <TaughtNotice result={result} />
          <Warnings list={result.warnings} />
        </>
      )}
    </StartedJobDialog>
  );
}
