/** A share that a person set, as it was set: 0.1 → "10 %", 0.125 → "12.5 %". */
export function shareText(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}
