import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { SourceId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, pageOf, question } from '../../client/queries.ts';
import { usePagedRows } from '../../client/use-paged-rows.ts';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { ExportMenu } from '../lasting-runs/index.ts';
import './corpus.css';

export const corpusQueries = {
  sources: question('sources', client.corpus.sources, undefined, about('corpus')),
  removed: question('removed sources', client.removing.list, undefined, about('corpus')),
  watching: question('watching sources', client.growing.watching, undefined, about('corpus')),
  rejects: (source: SourceId | undefined, page: number) =>
    question('rejects', client.corpus.rejects, { source, ...pageOf(page) }, about('corpus')),
};

const ROW_HEIGHT = 46;

export function RejectsList({ source }: { readonly source: SourceId | undefined }) {
  const { rows, outdated, error, retry, onRange } = usePagedRows((page) =>
    corpusQueries.rejects(source, page),
  );
  if (error) return <FailedState error={error} onRetry={retry} />;
  if (rows === null || outdated) return <LoadingState />;
  const { total, itemAt } = rows;
  if (total === 0)
    return (
      <EmptyState title="Nothing was rejected">Every record was imported or left out on purpose.</EmptyState>
    );
  return (
    <>
      <div className="rejects stack outline rounded" style={{ height: total * ROW_HEIGHT + 2 }}>
        <VirtualList
          label={`${formatAmount(total, 'rejected record')}`}
          total={total}
          rowHeight={ROW_HEIGHT}
          itemAt={(index) => {
            const item = itemAt(index);
            return item ? { ...item, index } : null;
          }}
          keyOf={(item) => item.index}
          onRange={onRange}
        >
          {(reject) => (
            <div className="reject grid gap-0-2">
              <span className="quiet small">Line {formatCount(reject.line)}</span>
              <span className="clip" title={reject.reason}>
                {reject.reason}
              </span>
              <span className="quiet small clip" title={reject.source}>
                {reject.source}
              </span>
              <span className="mono quiet clip" title={reject.excerpt}>
                {reject.excerpt}
              </span>
            </div>
          )}
        </VirtualList>
      </div>
      <div>
        <ExportMenu
          name="rejected records"
          formats={['csv']}
          label="Download as"
          write={(_, target) => client.corpus.exportRejects({ ...target, source })}
        />
      </div>
    </>
  );
}
