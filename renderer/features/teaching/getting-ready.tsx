import { useEffect, useState } from 'react';
import type { GettingReady as Progress } from '#shared/contract/teaching.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { LoadingState, ProgressBar } from '../../ui/state/notice.tsx';

/** Shows the progress of reading the turns before the first question, which takes some seconds. */
export function GettingReady() {
  const { client } = useApi();
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
  }, [client]);
  const { phase = 'reading sentences', done = 0, total = null, unit = '' } = progress ?? {};
  return (
    <div className="teaching-ready state-loading">
      <LoadingState label={`Getting ready to ask: ${phase}…`} />
      <ProgressBar label="Getting ready to ask" done={done} total={total} />
      {total !== null && (
        <p className="quiet small">
          {formatCount(done)} of {formatCount(total)} {unit}
        </p>
      )}
    </div>
  );
}
