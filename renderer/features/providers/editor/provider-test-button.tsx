import { useMutation } from '@tanstack/react-query';
import type { Provider } from '#shared/contract/providers.ts';
import { useApi } from '../../../client/api.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { ErrorNotice, Notice } from '../../../ui/state/notice.tsx';
import { outcomeOf, testSentences } from '../sentences.ts';

/** Tests the server with three small requests and shows the result. */
export function ProviderTestButton({
  provider,
  model,
  changed,
}: {
  readonly provider: Provider;
  readonly model: string;
  readonly changed: boolean;
}) {
  const { client } = useApi();
  const test = useMutation({
    mutationFn: () => client.providers.test({ id: provider.id, model: model || null }),
  });
  const why =
    provider.consent === null
      ? 'Agree to its host first.'
      : model === ''
        ? 'Choose a model for chat first, under “Models and prices”.'
        : changed
          ? 'Save first.'
          : 'Sends a few made-up words and no dialogue.';
  return (
    <div className="stack-2">
      <div className="models-row">
        <div>
          <h3>Try it</h3>
          <p className="quiet small">{why}</p>
        </div>
        <Button
          disabled={provider.consent === null || model === '' || changed || test.isPending}
          onClick={() => test.mutate()}
        >
          {test.isPending ? 'Asking…' : 'Test'}
        </Button>
      </div>
      {test.data && (
        <Notice kind={outcomeOf(test.data)}>
          {testSentences(test.data).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {test.isError && <ErrorNotice error={test.error} />}
    </div>
  );
}
