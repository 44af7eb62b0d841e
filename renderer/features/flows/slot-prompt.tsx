import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../client/api.tsx';
import { Unanswered } from '../../ui/state/notice.tsx';
import { PromptEditor } from '../comparison/index.ts';
import { flowQueries } from './queries.ts';

/** What a model is told that reads slots; the same for all flows of the project. */
export function SlotPrompt() {
  const { client } = useApi();
  const prompt = useQuery(flowQueries(client).slotPrompt);
  if (prompt.isError || !prompt.data) return <Unanswered of={prompt} />;
  return (
    <PromptEditor
      key={prompt.data.version}
      title="Prompt for slots"
      hint="What a model is told that reads slots, in every flow. The slots and the conversation follow it as data."
      prompt={prompt.data}
      onSave={(text) => client.flows.saveSlotPrompt({ text })}
      onReset={() => client.flows.resetSlotPrompt()}
    />
  );
}
