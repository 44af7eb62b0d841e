import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Flow } from '#shared/domain/flow.ts';
import type { EditId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { openFlow } from './flows-state.ts';
import { flowQueries } from './queries.ts';

/** Changes a flow; the description says what is done to it, as "Add node 3", and stands in the history. */
export type EditFlow = (description: string, change: (flow: Flow) => Flow) => void;

interface Stored {
  readonly flow: Flow;
  readonly edit: EditId;
}

/**
 * The flow as it stands with all that was changed here, at once, and how to change it. Each change is an edit of its
 * own; they are kept one after the other, so that a change made while one is being kept adds to it.
 */
export function useFlowEditor(stored: Stored): {
  readonly flow: Flow;
  readonly edit: EditFlow;
} {
  const { client } = useApi();
  const queryClient = useQueryClient();
  const [ahead, setAhead] = useState<{ readonly flow: Flow; readonly keptAs?: Stored } | null>(null);
  const busy = useRef<{ flow: Flow; edit: EditId; tail: Promise<void> } | null>(null);
  const known = useRef(stored);

  // What was changed stays on the page until what is stored has come there: a moment without it would take away the
  // field that somebody types in.
  useEffect(() => {
    const { keptAs } = ahead ?? {};
    if (keptAs && (stored.edit === keptAs.edit || stored !== known.current)) {
      busy.current = null;
      setAhead(null);
    }
    known.current = stored;
  }, [ahead, stored]);

  const edit: EditFlow = (description, change) => {
    const now = busy.current ?? { ...stored, tail: Promise.resolve() };
    const before = now.flow;
    const flow = change(before);
    if (JSON.stringify(flow) === JSON.stringify(before)) return;
    const keep = async (): Promise<void> => {
      try {
        const was = { name: before.name, edit: next.edit };
        const text = `${description} of the flow ${before.name}`;
        const outcome = await client.flows.save({ was, flow, description: text });
        if (outcome.edit) next.edit = outcome.edit.id;
        if (flow.name !== before.name) openFlow(flow.name);
        if (busy.current?.tail !== tail) return;
        const keptAs = await client.flows.get({ flow: flow.name });
        if (busy.current?.tail !== tail) return;
        // What was asked before may come after this, and would take the change off the page again.
        const { queryKey } = flowQueries(client).flow(flow.name);
        await queryClient.cancelQueries({ queryKey });
        if (busy.current?.tail !== tail) return;
        queryClient.setQueryData(queryKey, keptAs);
        setAhead({ flow, keptAs });
      } catch (error) {
        tellError(error);
        if (busy.current?.tail !== tail) return;
        busy.current = null;
        setAhead(null);
      }
    };
    const tail: Promise<void> = now.tail.then(keep);
    const next = Object.assign(now, { flow, tail });
    busy.current = next;
    setAhead({ flow });
  };
  return { flow: ahead?.flow ?? stored.flow, edit };
}
