import type { Account } from './samples.ts';

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
