import { useEffect, useRef, useState } from 'react';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import { FLOW_VERSION, type Flow } from '#shared/domain/flow.ts';
import type { EditId } from '#shared/domain/ids.ts';
import { client, native, queryClient } from '../../client/api.ts';
import { exportFile } from '../../client/export-file.ts';
import { about } from '../../client/queries.ts';
import { tellEdit, tellError, useAction } from '../../ui/overlays/toasts.tsx';
import { flowQueries, openFlow } from './flows-state.ts';

const EMPTY: Omit<Flow, 'name'> = {
  chief: FLOW_VERSION,
  nodes: [],
  edges: [],
  globalActions: [],
  fallbackActions: [],
  functions: [],
  guidelines: [],
};

export function useFlowEdits() {
  const { mutate } = useAction((edit: () => Promise<EditOutcome>) => edit(), {
    meta: about('flows'),
    onSuccess: ({ edit }) => tellEdit(edit),
  });
  const take = (paths: readonly string[]): void => {
    if (paths.length === 0) return;
    mutate(async () => {
      const { flows: taken, ...outcome } = await client.flows.import({ paths: [...paths] });
      const [first] = taken;
      if (first) openFlow(first.name);
      return outcome;
    });
  };
  return {
    take: (files: readonly File[]): void => {
      native.pathsOf(files).then(take).catch(tellError);
    },
    chooseFiles: (): void => {
      native.chooseFilesToImport().then(take).catch(tellError);
    },
    add: (names: readonly string[]): void => {
      let name = 'New flow';
      for (let number = 2; names.includes(name); number++) name = `New flow ${number}`;
      mutate(async () => {
        const flow = { ...EMPTY, name };
        const outcome = await client.flows.save({ was: null, flow, description: `Create the flow ${name}` });
        openFlow(name);
        return outcome;
      });
    },
    remove: (flow: string): void => mutate(() => client.flows.remove({ flow })),
    exportFlow: (flow: string): void => {
      exportFile(`${flow}.json`, (target) => client.flows.export({ flow, ...target })).catch(tellError);
    },
  };
}

export type EditFlow = (description: string, change: (flow: Flow) => Flow) => void;

interface StoredFlow {
  readonly flow: Flow;
  readonly edit: EditId;
}

/** Returns the flow with all local changes. Each change is its own edit; saves run in sequence. */
export function useFlowEditor(stored: StoredFlow): {
  readonly flow: Flow;
  readonly edit: EditFlow;
} {
  const [ahead, setAhead] = useState<{ readonly flow: Flow; readonly keptAs?: StoredFlow } | null>(null);
  const busy = useRef<{ flow: Flow; edit: EditId; tail: Promise<void> } | null>(null);
  const known = useRef(stored);

  // The local flow stays until the stored one arrives. Otherwise a field could disappear while typing.
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
        // An older query may answer after this and would revert the change on the page.
        const { queryKey } = flowQueries.flow(flow.name);
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
