import { costText, formatAmount, formatCount, formatMilliseconds } from '#shared/domain/figure-text.ts';
import { PromptButton } from '../prompts/prompt-dialog.tsx';
import type { ColumnQuestion } from './answers.ts';
import type { Account, ShownColumn } from './shown-columns.ts';

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
        <table className="account small">
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

/** Returns a latency in whole ms, as it is printed, so that a difference matches the printed values. */
function wholeMs(ms: number): number;
function wholeMs(ms: number | undefined): number | undefined;
function wholeMs(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms);
}
