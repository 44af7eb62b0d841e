import { useMutation } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import { useApi } from '../../../client/api.tsx';
import { tell } from '../../../ui/overlays/toasts.tsx';

/** Edits the vocabulary, and shows what was done and that it can be undone. */
export function useVocabularyEdit(onDone: () => void) {
  const { client } = useApi();
  return useMutation({
    mutationFn: (edit: (client: DialogramClient) => Promise<EditOutcome>) => edit(client),
    onSuccess: (outcome) => {
      tell(outcome.edit ? `${outcome.edit.description}.` : 'Nothing needed to change.');
      onDone();
    },
  });
}
