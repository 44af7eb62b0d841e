const MONTH =
  '(?:Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)|Apr(?:il|\\.)?|May|June?|July?|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?)';
const WEEKDAY =
  "(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|(?:Mon|Tues?|Wed|Thurs?|Fri|Sat|Sun)(?![\\p{L}’']))";
const DAY = '(?:[0-2]?\\d|3[01])(?:st|nd|rd|th)?';
const CLOCK =
  "(?:\\d{1,2}(?::\\d{2})?\\s?[ap](?:m|\\.m\\.)(?!\\p{L})|\\d{1,2}:\\d{2}(?![\\d:])|\\d{1,2}\\so’?'?clock)(?:\\s(?:[ECMP][SD]T|GMT|UTC|BST)(?!\\p{L}))?";

/** A calendar date, with or without its weekday and year. */
const DATE = new RegExp(
  `(?<![\\p{L}\\d])(?:${WEEKDAY},?\\s)?(?:(?:the\\s)?(?:${MONTH}\\s${DAY}|${DAY}\\s(?:of\\s)?${MONTH})(?:,?\\s\\d{4})?|(?:${MONTH}\\s\\d{4})|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[/.]\\d{1,2}[/.](?:\\d{4}|\\d{2}))(?![\\p{L}\\d])`,
  'gu',
);
const DAY_OF_WEEK = new RegExp(`(?<![\\p{L}\\d])${WEEKDAY}(?![\\p{L}\\d])`, 'gu');
const TIME = new RegExp(`(?<![\\p{L}\\d:])${CLOCK}`, 'giu');
/** Opening hours are the same for everybody. */
const OPENING_HOURS = new RegExp(`${WEEKDAY}\\s?(?:to|through|thru|until|-|–)\\s?${WEEKDAY}`, 'u');

/** Replaces dates, weekdays and times of day, which were true for one dialogue only. Opening hours stay. */
export function maskDates(text: string): string {
  if (OPENING_HOURS.test(text)) return text.replace(DATE, '[date]');
  return text.replace(DATE, '[date]').replace(DAY_OF_WEEK, '[date]').replace(TIME, '[time]');
}
