import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../client/api.tsx';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { tell, tellError } from '../../ui/toasts.tsx';
import { costText, differenceText, latencyText } from './account-text.ts';
import type { ColumnQuestion } from './answers.ts';
import type { Account } from './samples.ts';
import type { ShownColumn } from './shown-columns.ts';

/** What an answer took, and what was sent for it. */
export function AccountSection({
  column,
  reference,
  question,
}: {
  readonly column: ShownColumn;
  /** Of the column the others are compared with; null without one, and for that column itself. */
  readonly reference: Account | null;
  readonly question: ColumnQuestion;
}) {
  const { account } = column;
  const rows: readonly (readonly [string, string, string | null])[] = account
    ? [
        [
          'Latency',
          latencyText(account.latencyMs),
          differenceText(wholeMs(account.latencyMs), wholeMs(reference?.latencyMs), latencyText),
        ],
        ['Cost', costText(account.costUsd), differenceText(account.costUsd, reference?.costUsd, costText)],
        [
          'Tokens',
          account.tokens
            ? `${formatCount(account.tokens.input)} in, ${formatCount(account.tokens.output)} out`
            : '–',
          null,
        ],
      ]
    : [];
  return (
    <div className="column-part">
      <h3>What it took</h3>
      {account === null ? (
        <p className="quiet">Nothing yet.</p>
      ) : (
        <table className="account small">
          <tbody>
            {rows.map(([name, value, delta]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td colSpan={delta === null ? 2 : 1}>
                  {value}
                  {name === 'Cost' && account.cached > 0 && (
                    <span className="quiet" title="Answers that were kept from before cost nothing">
                      {' '}
                      · {account.cached} kept
                    </span>
                  )}
                </td>
                {delta !== null && <td className="number delta">{delta}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {column.byModel && <Prompt column={column} question={question} />}
    </div>
  );
}

/** Latencies differ by what is printed of them. */
function wholeMs(ms: number): number;
function wholeMs(ms: number | undefined): number | undefined;
function wholeMs(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms);
}

/** The prompt as it was sent or, before that, as it would be. */
function Prompt({ column, question }: { readonly column: ShownColumn; readonly question: ColumnQuestion }) {
  const { client } = useApi();
  const [open, setOpen] = useState(false);
  const sent = column.group?.asked.prompt ?? null;
  const preview = useQuery({
    queryKey: ['generation.preview', question],
    queryFn: ({ signal }) => client.generation.preview(question, { signal }),
    enabled: open && sent === null,
    staleTime: 0,
    retry: false,
  });
  const messages = sent ?? preview.data?.messages ?? null;
  const copy = async () => {
    try {
      const text = (messages ?? []).map(({ role, content }) => `[${role}]\n${content}`).join('\n\n');
      await navigator.clipboard.writeText(text);
      tell('The prompt is copied.');
    } catch (error) {
      tellError(error);
    }
  };
  return (
    <details className="prompt small" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{sent ? 'Prompt, as it was sent' : 'Prompt, as it would be sent'}</summary>
      {open && preview.isError && sent === null && <ErrorNotice error={preview.error} />}
      {open && messages && (
        <>
          <Button small onClick={() => void copy()}>
            Copy
          </Button>
          {messages.map((message, index) => (
            // biome-ignore-start lint/suspicious/noArrayIndexKey: messages do not move
            // biome-ignore-start lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys
            <section
              key={index}
              className="prompt-message"
              tabIndex={0}
              aria-label={`Message of the ${message.role}`}
            >
              {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above */}
              {/* biome-ignore-end lint/suspicious/noArrayIndexKey: see above */}
              <h4>{message.role}</h4>
              <pre>{message.content}</pre>
            </section>
          ))}
        </>
      )}
    </details>
  );
}
