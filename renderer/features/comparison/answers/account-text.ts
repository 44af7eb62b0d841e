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
