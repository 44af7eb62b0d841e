/** A cell as a person sees it, without the parts that only a spreadsheet program adds. */

/** Spreadsheets keep dates without a zone. A date without a time is a day; a time without a date is a time of day. */
export function dateText(given: Date): string {
  // Stored as numbers of days, which are off by a millisecond.
  const date = new Date(Math.round(given.getTime() / 10) * 10);
  const text = date.toISOString();
  const [day, time] = [text.slice(0, 10), text.slice(11, 19)];
  if (date.getUTCFullYear() < 1901) return time;
  const milliseconds = date.getUTCMilliseconds() === 0 ? '' : text.slice(19, 23);
  return time === '00:00:00' && milliseconds === '' ? day : `${day}T${time}${milliseconds}`;
}

/** Returns a number as typed: "4.2" for 4.2000000000000002, all digits for 1.2E+17. @param written as in the file */
export function numberText(written: string): string {
  const text = written.trim();
  if (/^-?\d{1,400}$/.test(text)) return text.replace(/^(-?)0+(?=\d)/, '$1');
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return text;
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d*)\.?(\d*)e\+?(-?\d+)$/i.exec(text) ?? [];
  const zeros = Number(power) - part.length;
  if (whole !== '' && zeros >= 0 && zeros < 300) return `${sign}${whole}${part}${'0'.repeat(zeros)}`;
  return String(value);
}
