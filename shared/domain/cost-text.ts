const whole = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * An amount of US dollars as every place writes it: "$0", "$0.000042", "$0.0042", "$0.13", "$1,234.50". Below a dollar
 * two digits that count are kept, since a request costs less than a cent.
 */
export function costText(usd: number): string {
  if (usd === 0) return '$0';
  if (usd < 0) return `−${costText(-usd)}`;
  if (usd >= 0.995) return `$${whole.format(usd)}`;
  if (usd < 1e-7) return '< $0.0000001';
  const digits = Math.min(7, Math.max(2, 1 - Math.floor(Math.log10(usd))));
  const text = usd.toFixed(digits);
  return `$${digits > 2 ? text.replace(/0+$/, '').padEnd(4, '0') : text}`;
}
