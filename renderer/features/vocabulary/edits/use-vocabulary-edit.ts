import { useMutation } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import { useApi } from '../../../client/api.tsx';
import { invalidate } from '../../../client/queries.ts';
import { tell } from '../../../ui/overlays/toasts.tsx';

/** Makes an edit of the vocabulary; says what was done, and that one undo takes it back. */
export function useVocabularyEdit(onDone: () => void) {
  const { client, queries, queryClient } = useApi();
  return useMutation({
    mutationFn: (edit: (client: DialogramClient) => Promise<EditOutcome>) => edit(client),
    onSuccess: async (outcome) => {
      queryClient.setQueryData(queries.history.queryKey, (history) =>
        history ? { ...history, undo: outcome.undo, redo: outcome.redo } : history,
      );
      tell(outcome.edit ? `${outcome.edit.description}.` : 'Nothing had to be changed.');
      onDone();
      await invalidate(queryClient, ['tags']);
    },
  });
}
