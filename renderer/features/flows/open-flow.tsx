import { useQuery } from '@tanstack/react-query';
import { validateFlow } from '#shared/algorithms/flows/validate-flow.ts';
import type { DescribedFlow } from '#shared/contract/flows.ts';
import { useApi } from '../../client/api.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Unanswered } from '../../ui/state/notice.tsx';
import { ProblemList } from './problem-list.tsx';
import { flowQueries } from './queries.ts';
import { useFlowEdits } from './use-flow-edits.ts';

/** One flow: what is wrong with it, and what can be done with all of it. */
export function OpenFlow({ described: { name, description } }: { readonly described: DescribedFlow }) {
  const stored = useQuery(flowQueries(useApi().client).flow(name));
  const { remove, exportFlow } = useFlowEdits();
  return (
    <section className="panel flow-open" aria-label={`Flow ${name}`}>
      <div className="panel-head">
        <h2 className="clip" title={description}>
          {name}
        </h2>
        <span />
        <Button small onClick={() => exportFlow(name)}>
          Export…
        </Button>
        <Button small kind="quiet" onClick={() => remove(name)}>
          Remove
        </Button>
      </div>
      {stored.data ? (
        <div className="flow-body">
          <ProblemList problems={validateFlow(stored.data.flow)} />
        </div>
      ) : (
        <Unanswered of={stored} loading="Reading the flow…" />
      )}
    </section>
  );
}
