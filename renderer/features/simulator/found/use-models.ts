import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../client/api.tsx';
import { providerQueries } from '../../providers/index.ts';

/** Returns the models that may be asked: those of the servers that the person agreed to. */
export function useModels() {
  const providers = useQuery(providerQueries(useApi().client).list).data?.providers ?? [];
  return providers.flatMap(({ id, name, chatModel, consent }) =>
    consent === null || chatModel === null ? [] : [{ provider: id, name, model: chatModel }],
  );
}
