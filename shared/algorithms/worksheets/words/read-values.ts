const UNITS: Readonly<Record<string, number>> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, number) => [word, number]),
);
const WORDS: Readonly<Record<string, number>> = {
  ...UNITS,
  thirty: 30,
  forty: 40,
  fifty: 50,
  couple: 2,
  dozen: 12,
};

export const NUMBER_WORD = `(?:${Object.keys(WORDS).join('|')})`;

/** Parses "4", "1,200", "12.50" or "four"; returns null for anything else. */
export function readNumber(text: string): number | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^[$€£]\s*/, '')
    .replace(/(?<=\d),(?=\d{3}\b)/g, '');
  if (/^-?\d+(?:\.\d+)?$/.test(plain)) return Number(plain);
  return Object.hasOwn(WORDS, plain) ? WORDS[plain]! : null;
}

const YES =
  /^(?:y|yes|yep|yeah|yup|yess+|sure|ok|okay|correct|right|true|fine|please do|go ahead|absolutely|definitely|of course|that(?:'s| is|s) (?:right|correct|fine|good|all right)|looks? (?:good|right|correct)|sounds? good|perfect|i do|i am|please|indeed|exactly|confirm(?:ed)?)\b/i;
const NO =
  /^(?:n|no|nope|nah|not|never|don'?t|do not|false|wrong|incorrect|cancel|stop|i don'?t|i do not|i'm not|i am not|negative|rather not)\b/i;

export function readYesNo(text: string): boolean | null {
  const plain = text.trim().replace(/^(?:(?:oh|um+|uh|well|hm+|actually|ah)[,.!]*\s+)+/i, '');
  if (NO.test(plain)) return false;
  return YES.test(plain) ? true : null;
}

const two = (number: number): string => String(number).padStart(2, '0');

const HOUR = `(?:${Object.keys(UNITS).slice(1, 13).join('|')})`;

/**
 * Turns "8:30 pm", "20:30", "7pm", "eight in the evening" or "noon" into "20:30"; returns null for anything else, also
 * for a bare hour, which may be in the morning or in the evening.
 */
export function readTime(text: string): string | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/\./g, '')
    .replace(new RegExp(`^${HOUR}\\b`), (word) => String(UNITS[word]))
    .replace(/(?:\s*o'?clock)?\s+in the morning$|(?<=^12(?::\d\d)?)\s+at night$/, ' am')
    .replace(/(?:\s*o'?clock)?\s+in the afternoon$/, ' pm')
    // "Two in the evening" are people.
    .replace(/(?<=^(?:[5-9]|1[01])\b.*?)(?:\s*o'?clock)?\s+(?:in the evening|at night)$/, ' pm');
  if (plain === 'noon' || plain === 'midday') return '12:00';
  if (plain === 'midnight') return '00:00';
  const match = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm|o'?clock)?$/.exec(plain);
  if (!match || (match[2] === undefined && match[3] === undefined)) return null;
  const half = match[3];
  let hour = Number(match[1]);
  const minute = Number(match[2] ?? 0);
  if ((half === 'am' || half === 'pm') && (hour < 1 || hour > 12)) return null;
  if (half === 'pm' && hour < 12) hour += 12;
  if (half === 'am' && hour === 12) hour = 0;
  return hour < 24 && minute < 60 ? `${two(hour)}:${two(minute)}` : null;
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const DAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const monthOf = (word: string): number =>
  MONTHS.findIndex((name) => name.slice(0, 3) === word.slice(0, 3).toLowerCase());

const isoOf = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month, day));
  const isReal = date.getUTCMonth() === month && date.getUTCDate() === day && year >= 1000 && year < 10_000;
  return isReal ? date.toISOString().slice(0, 10) : null;
};

const NAMED = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const FORMS: readonly [RegExp, (match: readonly string[], year: number) => string | null][] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})$/, ([, y, m, d]) => isoOf(Number(y), Number(m) - 1, Number(d))],
  [
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/,
    // Month first, as in the United States, unless only day first is possible.
    ([, a, b, y]) => {
      const year = Number(y) < 100 ? 2000 + Number(y) : Number(y);
      return Number(a) > 12 ? isoOf(year, Number(b) - 1, Number(a)) : isoOf(year, Number(a) - 1, Number(b));
    },
  ],
  [
    new RegExp(`^(${NAMED})\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?$`),
    ([, m = '', d, y], year) => isoOf(Number(y ?? year), monthOf(m), Number(d)),
  ],
  [
    new RegExp(`^(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+of)?\\s+(${NAMED})(?:,?\\s+(\\d{4}))?$`),
    ([, d, m = '', y], year) => isoOf(Number(y ?? year), monthOf(m), Number(d)),
  ],
];

/**
 * Turns "14 March", "March 14th, 2026", "3/14/2026" or "next Friday" into "2026-03-14"; null for anything else. A
 * weekday or a date without a year means the next one.
 * @param today "2026-03-01"
 * @param isPast true for the last such day instead of the next
 */
export function readDate(text: string, today: string, isPast = false): string | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^(?:on|for)\s+/, '');
  const now = new Date(`${today}T00:00:00Z`);
  const after = (days: number): string =>
    new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  if (plain === 'today' || plain === 'tonight' || plain === 'this evening') return after(0);
  if (plain === 'tomorrow' || plain === 'tomorrow evening' || plain === 'tomorrow night') return after(1);
  if (plain === 'the day after tomorrow') return after(2);
  if (plain === 'yesterday') return after(-1);
  const inDays = new RegExp(`^in (\\d{1,3}|${NUMBER_WORD}) days?$`).exec(plain);
  if (inDays) return after(readNumber(inDays[1]!) ?? 0);
  const weekday =
    /^(this |next |coming |last )?(sun|mon|tues|wednes|thurs|fri|satur)day(?: evening| night)?$/.exec(plain);
  if (weekday) {
    const day = DAYS.indexOf(`${weekday[2]}day`);
    if (weekday[1] === 'last ' || isPast) return after(-(((now.getUTCDay() - day + 6) % 7) + 1));
    return after(((day - now.getUTCDay() + 6) % 7) + 1);
  }
  for (const [form, read] of FORMS) {
    const match = form.exec(plain);
    if (!match) continue;
    const year = now.getUTCFullYear();
    const date = read(match, year);
    // Dates with a month's name may omit the year.
    if (date === null || /\d{4}/.test(plain) || /[/.-]/.test(plain)) return date;
    if (isPast) return date > today ? read(match, year - 1) : date;
    return date < today ? read(match, year + 1) : date;
  }
  return null;
}

/** Matches dates within a sentence, longest form first. */
export const DATE_IN_TEXT = new RegExp(
  `\\b\\d{4}-\\d{1,2}-\\d{1,2}\\b|\\b\\d{1,2}[/.-]\\d{1,2}[/.-](?:\\d{4}|\\d{2})\\b|\\b${NAMED}\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?\\b|\\b\\d{1,2}(?:st|nd|rd|th)?(?:\\s+of)?\\s+${NAMED}(?:,?\\s+\\d{4})?|\\bthe day after tomorrow\\b|\\bin (?:\\d{1,3}|${NUMBER_WORD}) days?\\b|\\b(?:this |next |coming |last )?(?:sun|mon|tues|wednes|thurs|fri|satur)day\\b|\\btomorrow\\b|\\byesterday\\b|\\btoday\\b|\\btonight\\b`,
  'gi',
);
const PART_OF_DAY = '(?:in the (?:morning|afternoon|evening)|at night)\\b';
export const TIME_IN_TEXT = new RegExp(
  `\\b(?:\\d{1,2}(?::\\d{2})?|${HOUR})(?:\\s*(?:[ap]\\.?m\\b\\.?|o'?clock\\b(?: ${PART_OF_DAY})?)| ${PART_OF_DAY})|\\b\\d{1,2}:\\d{2}\\b|\\b(?:noon|midday|midnight)\\b`,
  'gi',
);
