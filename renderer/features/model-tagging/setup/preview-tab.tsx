import { useQuery } from '@tanstack/react-query';
import type { ModelTaggingSettings } from '#shared/contract/model-tagging.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../../client/api.tsx';
import { FailedState, LoadingState } from '../../../ui/state/notice.tsx';
import { modelTaggingQueries } from '../queries.ts';

/** The first request of the pilot exactly as it would be sent. */
export function PreviewTab({ settings }: { readonly settings: ModelTaggingSettings }) {
  const { client } = useApi();
  const preview = useQuery(modelTaggingQueries(client).preview(settings, null));
  if (preview.isError) return <FailedState error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) return <LoadingState />;
  const { data } = preview;
  return (
    <>
      <p className="quiet small">
        Dialogue {data.dialogue.externalId} of {data.dialogue.source}
        {data.requests > 1 && `, the first of ${formatCount(data.requests)} parts`}. About{' '}
        {formatCount(data.input.likely)} tokens in, {formatCount(data.maxOutputTokens)} out at most.{' '}
        {data.masked
          ? `${formatAmount(data.replaced, 'piece', 'pieces')} of personal data replaced here.`
          : 'Personal data is not replaced.'}
      </p>
      {data.messages.map((message) => (
        <section key={message.role} className="tag-message">
          <h3>{message.role === 'system' ? 'System' : 'User'}</h3>
          <pre>{message.content}</pre>
        </section>
      ))}
    </>
  );
}
