import { useMutation } from '@tanstack/react-query';
import type { MoveEdit } from '#shared/contract/moves.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';
import { tell, tellError } from '../../ui/overlays/toasts.tsx';

/** Regroups moves as one edit, and shows what was done and that it can be undone. */
export function useMoveEdit(run: RunId) {
  const { client } = useApi();
  return useMutation({
    mutationFn: (edit: MoveEdit) => client.moves.edit({ run, edit }),
    onSuccess: ({ edit }) => tell(edit ? `${edit.description}.` : 'Nothing needed to change.'),
    meta: about('tags'),
    onError: tellError,
  });
}
