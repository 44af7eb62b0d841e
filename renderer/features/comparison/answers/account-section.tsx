import { costText, formatCount, formatMilliseconds } from '#shared/domain/figure-text.ts';
import { PromptButton } from '../prompts/prompt-dialog.tsx';
import type { ColumnQuestion } from './answers.ts';
import type { Account, ShownColumn } from './shown-columns.ts';

/** "+1.2 s" or "−$0.003" compared with the reference column; null if either value is unknown. */
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

/** Returns "4.2 tokens/s"; null for kept answers or where no tokens are counted. */
export function speedText({ tokens, latencyMs, cached, answers }: Account): string | null {
  if (!tokens?.output || cached > 0 || latencyMs <= 0) return null;
  const perSecond = tokens.output / answers / (latencyMs / 1000);
  return `${perSecond.toFixed(perSecond < 10 ? 1 : 0)} tokens/s`;
}

interface AccountSectionProps {
  readonly column: ShownColumn;
  /** The account of the reference column; null without one, and for the reference column itself. */
  readonly reference: Account | null;
  readonly question: ColumnQuestion;
}

/** Shows the cost, tokens and time of an answer, and the prompt that was sent. */
export function AccountSection({ column, reference, question }: AccountSectionProps) {
  const { account } = column;
  const speed = account && speedText(account);
  const rows: readonly (readonly [string, string, string | null])[] = account
    ? [
        [
          'Time',
          formatMilliseconds(account.latencyMs),
          differenceText(wholeMs(account.latencyMs), wholeMs(reference?.latencyMs), formatMilliseconds),
        ],
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
                    <span className="quiet" title="Answers from the cache cost nothing">
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
      {column.byModel && <PromptButton column={column} question={question} />}
    </div>
  );
}

/** Latencies are compared as they are printed, in whole ms. */
function wholeMs(ms: number): number;
function wholeMs(ms: number | undefined): number | undefined;
function wholeMs(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms);
}
