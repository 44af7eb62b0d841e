import { useMutation } from '@tanstack/react-query';
import type { TopicEdit } from '#shared/contract/topics.ts';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';
import { tell, tellError } from '../../ui/overlays/toasts.tsx';

/** Regroups topics, and shows what was done and that it can be undone. */
export function useTopicEdit() {
  const { client } = useApi();
  return useMutation({
    mutationFn: (edit: TopicEdit) => client.topics.edit({ edit }),
    onSuccess: ({ edit }) => tell(edit ? `${edit.description}.` : 'Nothing needed to change.'),
    meta: about('tags'),
    onError: tellError,
  });
}
