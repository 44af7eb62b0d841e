import type { DialogueRow } from '#shared/contract/corpus.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { highlight } from '../../ui/text/highlight.ts';
import { Icon } from '../../ui/text/icon.tsx';

/** One line of text with the search terms marked. */
export function Highlighted({ text, query }: { readonly text: string; readonly query: string }) {
  return highlight(text, query).map((piece) =>
    piece.hit ? <mark key={piece.at}>{piece.text}</mark> : <span key={piece.at}>{piece.text}</span>,
  );
}

export function DialogueRowView({
  row,
  query,
  chosen,
  columns = [],
}: {
  readonly row: DialogueRow;
  readonly query: string;
  /** True if it is selected; absent if rows cannot be selected. */
  readonly chosen?: boolean;
  /** The fields whose values the row shows. */
  readonly columns?: readonly string[];
}) {
  return (
    <div className="dialogue-row">
      <span className="bold clip">{row.externalId}</span>
      <span className="quiet small clip">{row.domains.length > 0 ? row.domains.join(', ') : row.source}</span>
      <span className="quiet small number">{formatAmount(row.rounds, 'turn')}</span>
      <span className="dialogue-excerpt clip">
        <Highlighted text={row.excerpt} query={query} />
      </span>
      {columns.length > 0 && (
        <span className="dialogue-values quiet small clip">
          {columns.map((name, at) => (
            <span key={name} title={`${name}: ${row.values[at] ?? ''}`}>
              {name} <b>{row.values[at] || '–'}</b>
            </span>
          ))}
        </span>
      )}
      {chosen !== undefined && (
        <span className="dialogue-choose" data-choose title="Choose, to act on several at once">
          {chosen && <Icon name="check" />}
        </span>
      )}
    </div>
  );
}
