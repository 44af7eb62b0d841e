import { useMutation } from '@tanstack/react-query';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { RoundId, RunId, TagId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';
import { tell, tellError } from '../../ui/overlays/toasts.tsx';

export type TagEdit =
  | { readonly kind: 'add'; readonly round: RoundId; readonly name: string }
  | { readonly kind: 'remove'; readonly round: RoundId; readonly tag: TagId }
  | { readonly kind: 'replace'; readonly round: RoundId; readonly tag: TagId; readonly by: string }
  | {
      readonly kind: 'rename';
      readonly tag: TagId;
      readonly name: string;
      readonly merge: boolean;
      readonly reason?: string;
    }
  | { readonly kind: 'comment'; readonly round: RoundId; readonly text: string }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' };

/** Edits tags in the shown tagging run. The page shows the result as soon as the edit is done. */
export function useTagEdits(run: RunId | null) {
  const { client } = useApi();
  const edit = useMutation({
    mutationFn: (change: TagEdit): Promise<EditOutcome> => {
      switch (change.kind) {
        case 'add':
          return client.tagging.addTag({ round: change.round, run, tag: change.name });
        case 'remove':
          return client.tagging.removeTag({ round: change.round, run, tag: change.tag });
        case 'replace':
          return client.tagging.replaceTag({ round: change.round, run, tag: change.tag, by: change.by });
        case 'rename':
          return client.tagging.renameTag({
            tag: change.tag,
            name: change.name,
            merge: change.merge,
            reason: change.reason,
          });
        case 'comment':
          return client.notes.comment({ round: change.round, text: change.text });
        case 'undo':
          return client.tagging.undo();
        case 'redo':
          return client.tagging.redo();
      }
    },
    onSuccess: (outcome, change) => {
      // Undo and redo may have changed something out of view, so say what.
      if (outcome.edit && (change.kind === 'undo' || change.kind === 'redo')) {
        tell(`${change.kind === 'undo' ? 'Undone' : 'Redone'}: ${outcome.edit.description}`, 'info');
      }
    },
    meta: about('tags', 'notes'),
    onError: (error, change) => {
      // Renaming shows its errors at the name field.
      if (change.kind !== 'rename') tellError(error);
    },
  });
  return {
    apply: edit.mutateAsync,
    undo: () => edit.mutate({ kind: 'undo' }),
    redo: () => edit.mutate({ kind: 'redo' }),
  };
}
