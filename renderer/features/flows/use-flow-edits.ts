import { useMutation } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import { FLOW_VERSION, type Flow } from '#shared/domain/flow.ts';
import { useApi } from '../../client/api.tsx';
import { exportFile } from '../../client/export-file.ts';
import { about } from '../../client/queries.ts';
import { tell, tellError } from '../../ui/overlays/toasts.tsx';
import { openFlow } from './flows-state.ts';

const EMPTY: Omit<Flow, 'name'> = {
  chief: FLOW_VERSION,
  nodes: [],
  edges: [],
  globalActions: [],
  fallbackActions: [],
  functions: [],
  guidelines: [],
};

/** Returns the actions on whole flows. Each is one edit and can be undone. */
export function useFlowEdits() {
  const { client, native } = useApi();
  const { mutate } = useMutation({
    mutationFn: (ask: (client: DialogramClient) => Promise<EditOutcome>) => ask(client),
    meta: about('flows'),
    onSuccess: ({ edit }) => tell(edit ? `${edit.description}.` : 'Nothing needed to change.'),
    onError: tellError,
  });
  const take = (paths: readonly string[]): void => {
    if (paths.length === 0) return;
    mutate(async ({ flows }) => {
      const { flows: taken, ...outcome } = await flows.import({ paths: [...paths] });
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
    /** Adds an empty flow with the first free name. */
    add: (names: readonly string[]): void => {
      let name = 'New flow';
      for (let number = 2; names.includes(name); number++) name = `New flow ${number}`;
      mutate(async ({ flows }) => {
        const flow = { ...EMPTY, name };
        const outcome = await flows.save({ was: null, flow, description: `Create the flow ${name}` });
        openFlow(name);
        return outcome;
      });
    },
    remove: (flow: string): void => mutate(({ flows }) => flows.remove({ flow })),
    exportFlow: (flow: string): void => {
      exportFile(native, `${flow}.json`, (target) => client.flows.export({ flow, ...target })).catch(
        tellError,
      );
    },
  };
}
