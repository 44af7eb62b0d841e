import type { Random } from '../algorithms/random/random.ts';
import { required } from '../domain/required.ts';

/** The facts of one dialogue; `{name}` in a phrasing is replaced by them, the same throughout the dialogue. */
export type Slots = Readonly<Record<string, string>>;

const ITEMS =
  'kettle,desk lamp,backpack,rain jacket,coffee grinder,keyboard,wool blanket,toaster,phone case,yoga mat,water bottle,bookshelf,tent,cushion'.split(
    ',',
  );
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'September',
  'October',
  'November',
] as const;
const CITIES = [
  'Lisbon',
  'Oslo',
  'Vienna',
  'Dublin',
  'Athens',
  'Prague',
  'Helsinki',
  'Porto',
  'Krakow',
  'Zurich',
] as const;
const HALVES = [
  { half: 'morning', windows: ['8 am and noon', '9 am and 11 am', '8 am and 10 am'] },
  { half: 'afternoon', windows: ['noon and 4 pm', '1 pm and 5 pm', '2 pm and 6 pm'] },
];
/** No vowels, so that codes spell no word, and no 0 or 1, which look like letters. */
const CODE_LETTERS = 'BCDFGHJKMNPQRSTVWXZ';
const CODE_DIGITS = '23456789';

/** Draws a dialogue's facts. No names of people or companies; addresses in example domains. */
export function drawSlots(random: Random): Slots {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => random.pick([...CODE_DIGITS])).join('');
  const letters = (count: number): string =>
    Array.from({ length: count }, () => random.pick([...CODE_LETTERS])).join('');
  const money = (from: number, to: number): string =>
    `$${from + random.integer(to - from)}.${random.pick(['00', '50', '90', '95', '20'])}`;
  const month = random.integer(MONTHS.length - 1);
  const day = random.integer(DAYS.length);
  const date = (monthIndex: number): string => `${MONTHS[monthIndex]} ${1 + random.integer(28)}`;
  const speed = 4 + random.integer(20);
  const visit = random.pick(HALVES);
  const city = random.integer(CITIES.length);
  const hour = 8 + random.integer(12);
  const monthly = 12 + random.integer(40);
  return {
    item: random.pick(ITEMS),
    order: random.pick([`#${digits(6)}`, digits(6), `${letters(2)}${digits(5)}`]),
    weekday: required(DAYS[day], 'day'),
    nextDay: required(DAYS[(day + 1 + random.integer(3)) % DAYS.length], 'day'),
    pastDate: date(month),
    newDate: date(month + 1),
    otherDate: date(month + 1),
    clock: `${hour > 12 ? hour - 12 : hour}${random.pick(['', ':15', ':30', ':45'])} ${hour < 12 ? 'am' : 'pm'}`,
    half: visit.half,
    window: random.pick(visit.windows),
    amount: money(9, 140),
    monthly: `$${monthly}.90`,
    bill: `$${monthly + 15 + random.integer(90)}.40`,
    voucher: `$${5 * (1 + random.integer(4))}`,
    pack: `$${4 + random.integer(8)}.90`,
    ticket: `T-${digits(5)}`,
    customer: `${digits(3)}-${digits(4)}`,
    digits: digits(4),
    pin: digits(6),
    speed: `${speed}`,
    speedBetter: `${speed * 3 + random.integer(20)}`,
    plan: random.pick(['Plus', 'Max']),
    city: required(CITIES[city], 'city'),
    otherCity: required(CITIES[(city + 1 + random.integer(CITIES.length - 1)) % CITIES.length], 'city'),
    booking: `${letters(2)}${digits(1)}${letters(2)}${digits(1)}`,
    bagTag: `${letters(2)}${digits(6)}`,
    flight: `${letters(2)}${digits(3)}`,
    email: `${random.pick(['inbox', 'mail', 'user', 'hello', 'contact', 'post'])}${digits(3)}@${random.pick(['example.com', 'example.net', 'example.org'])}`,
    sim: digits(10),
    count: `${2 + random.integer(8)}`,
  };
}
