import { useQuery } from '@tanstack/react-query';
import { costText, formatAmount, formatCount, formatMilliseconds } from '#shared/domain/figure-text.ts';
import { client } from '../../../client/api.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { closeDialog, Dialog, openDialog } from '../../../ui/overlays/dialog.tsx';
import { tell, tellError } from '../../../ui/overlays/toasts.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { FailedState, LoadingState } from '../../../ui/state/notice.tsx';
import type { ColumnQuestion } from './answers.ts';
import type { Account, ShownColumn } from './shown-columns.ts';

interface PromptProps {
  readonly column: ShownColumn;
  readonly question: ColumnQuestion;
}

function PromptButton(props: PromptProps) {
  const { compared, by } = props.column;
  const label = sentPrompt(props.column) ? 'Prompt as sent' : 'Prompt preview';
  return (
    <button
      type="button"
      className="link"
      aria-label={`${label}, ${compared.method.title} by ${by}`}
      onClick={() => openDialog(PromptDialog, props)}
    >
      {label}
    </button>
  );
}

const sentPrompt = ({ group }: ShownColumn) =>
  group && group.asked.progress.place === null ? group.asked.prompt : null;

function PromptDialog({ column, question }: PromptProps) {
  const sent = sentPrompt(column);
  const preview = useQuery({
    queryKey: ['generation.preview', question],
    queryFn: ({ signal }) => client.generation.preview(question, { signal }),
    enabled: sent === null,
    staleTime: 0,
    retry: false,
  });
  const messages = sent ?? preview.data?.messages ?? null;
  const version = column.group?.asked.answer?.promptVersion ?? preview.data?.promptVersion ?? null;
  const copy = async () => {
    try {
      const text = (messages ?? []).map(({ role, content }) => `[${role}]\n${content}`).join('\n\n');
      await navigator.clipboard.writeText(text);
      tell('Prompt copied.');
    } catch (error) {
      tellError(error);
    }
  };
  return (
    <Dialog
      title={sent ? 'Prompt as sent' : 'Prompt preview'}
      width="wide"
      foot={
        <>
          <Button disabled={messages === null} onClick={() => void copy()}>
            Copy
          </Button>
          <Button kind="primary" onClick={closeDialog}>
            Close
          </Button>
        </>
      }
    >
      <p className="quiet">
        {column.compared.method.title} by {column.by}
        {version !== null && `, version ${version} of the prompt`}
      </p>
      {preview.isError && sent === null && (
        <FailedState error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {messages === null && !preview.isError && <LoadingState />}
      {messages && (
        <InPlace of={messages}>
          {(message) => (
            <Focusable
              as="section"
              className="prompt-message focus-inside scrolls outline fill-2 above-2"
              aria-label={`Message of the ${message.role}`}
            >
              <h3 className="quiet small">{message.role}</h3>
              <pre>{message.content}</pre>
            </Focusable>
          )}
        </InPlace>
      )}
    </Dialog>
  );
}

/** Formats the difference from the reference column, such as "+1.2 s" or "−$0.003"; null if either value is unknown. */
export function differenceText(
  value: number | null,
  other: number | null | undefined,
  text: (value: number) => string,
): string | null {
  if (value === null || other === null || other === undefined) return null;
  const difference = value - other;
  if (difference === 0) return '±0';
  return `${difference > 0 ? '+' : '−'}${text(Math.abs(difference))}`;
}

/** Counts from the first words, because reading a long prompt takes time: "4.2 tokens/s". Null without streaming. */
export function speedText({ tokens, pace, answers }: Account): string | null {
  if (!tokens?.output || pace === null) return null;
  const perSecond = tokens.output / answers / (pace.writeMs / 1000);
  return `${perSecond.toFixed(perSecond < 10 ? 1 : 0)} tokens/s`;
}

const isKept = ({ cached, answers }: Account): boolean => cached === answers;

interface AccountSectionProps {
  readonly column: ShownColumn;
  readonly reference: Account | null;
  readonly question: ColumnQuestion;
}

export function AccountSection({ column, reference, question }: AccountSectionProps) {
  const { account } = column;
  const speed = account && speedText(account);
  const rows: readonly (readonly [string, string, string | null])[] = account
    ? [
        isKept(account) && column.byModel
          ? ['Time', 'none (saved answer)', null]
          : [
              'Time',
              formatMilliseconds(account.latencyMs),
              reference && isKept(reference)
                ? null
                : differenceText(
                    wholeMs(account.latencyMs),
                    wholeMs(reference?.latencyMs),
                    formatMilliseconds,
                  ),
            ],
        ...(account.pace
          ? [['First words', `after ${formatMilliseconds(account.pace.readMs)}`, null] as const]
          : []),
        ...(account.waitedMs >= 1000
          ? [['Time in line', formatMilliseconds(account.waitedMs), null] as const]
          : []),
        [
          'Cost',
          account.costUsd === null ? 'unknown' : costText(account.costUsd),
          differenceText(account.costUsd, reference?.costUsd, costText),
        ],
        [
          'Tokens',
          account.tokens
            ? `${formatCount(account.tokens.input)} in, ${formatCount(account.tokens.output)} out`
            : '–',
          null,
        ],
        ...(speed === null ? [] : [['Speed', speed, null] as const]),
      ]
    : [];
  return (
    <div className="column-part">
      <h3>Time and cost</h3>
      {account === null ? (
        <p className="quiet">No answer yet.</p>
      ) : (
        <table className="account wide small">
          <tbody>
            {rows.map(([name, value, delta]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td colSpan={delta === null ? 2 : 1}>
                  {value}
                  {name === 'Cost' && account.cached > 0 && !isKept(account) && (
                    <span className="quiet" title="Saved answers cost nothing">
                      {' '}
                      · {formatAmount(account.cached, 'saved answer')}
                    </span>
                  )}
                </td>
                {delta !== null && <td className="number delta no-wrap indent-2">{delta}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {column.byModel && <PromptButton column={column} question={question} />}
    </div>
  );
}

/** Returns a latency in whole ms, as it is printed, so that a difference matches the printed values. */
function wholeMs(ms: number): number;
function wholeMs(ms: number | undefined): number | undefined;
function wholeMs(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms);
}
