/** Cost of requests: null if something was sent without a known price. The unconfirmed part is an upper bound. */
interface SpentUsd {
  readonly costUsd: number | null;
  readonly unconfirmedUsd: number;
}

/** Returns the cost as text: "$0.12", "$0.12 and up to $0.03 not confirmed", "unknown". */
export function spentText({ costUsd, unconfirmedUsd }: SpentUsd): string {
  if (costUsd === null) return 'unknown';
  if (unconfirmedUsd === 0) return costText(costUsd);
  const bound = `up to ${costText(unconfirmedUsd)} not confirmed`;
  const confirmed = Math.max(0, costUsd - unconfirmedUsd);
  return confirmed < 1e-9 ? bound : `${costText(confirmed)} and ${bound}`;
}

const whole = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Returns US dollars as text: "$0", "$0.000042", "$0.13", "$1,234.50"; below a dollar with two significant digits. */
export function costText(usd: number): string {
  if (usd === 0) return '$0';
  if (usd < 0) return `−${costText(-usd)}`;
  if (usd >= 0.995) return `$${whole.format(usd)}`;
  if (usd < 1e-7) return '< $0.0000001';
  const digits = Math.min(7, Math.max(2, 1 - Math.floor(Math.log10(usd))));
  const text = usd.toFixed(digits);
  return `$${digits > 2 ? text.replace(/0+$/, '').padEnd(4, '0') : text}`;
}
