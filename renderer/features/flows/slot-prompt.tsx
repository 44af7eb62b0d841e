import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../client/api.tsx';
import { KeptPrompt } from '../lasting-runs/index.ts';
import { flowQueries } from './queries.ts';

/** Edits the prompt with which a model fills slots, the same for all flows of the project. */
export function SlotPrompt() {
  const { client } = useApi();
  return (
    <KeptPrompt
      title="Prompt for slots"
      hint="The instructions for the model that reads slots, in every flow. The slots and the dialogue follow them as data."
      of={useQuery(flowQueries(client).slotPrompt)}
      onSave={(text) => client.flows.saveSlotPrompt({ text })}
      onReset={() => client.flows.resetSlotPrompt()}
    />
  );
}
