import type { Random } from '../algorithms/random/random.ts';
import type { Role } from '../domain/dialogue.ts';
import { expand } from './phrasing.ts';

export interface Turn {
  readonly speaker: Role;
  readonly text: string;
  readonly acts: readonly string[];
}

export interface Circumstances {
  readonly brand: 'North' | 'South';
  readonly channel: 'app' | 'chat' | 'e-mail';
  readonly outcome: 'solved' | 'unsolved';
  /** 1 … 5; not everybody answers. */
  readonly csat?: number;
  /** The cost of the agent's time, in euros. */
  readonly cost: number;
  readonly turns: readonly (Turn & { readonly time: string })[];
}

/** The probability of each kind of trouble where it can happen. README.md explains them. */
const CHANCE = {
  comesBack: 0.3,
  asksTwice: 0.6,
  slowSystem: 0.7,
  leavesOpen: 0.2,
  looksUpLong: 0.8,
  fails: 0.05,
  tellsCsat: 0.7,
} as const;

/** Questions that agents of the brand South ask twice. */
const ASKED_TWICE = new Set(['give-customer-number', 'give-account-email', 'give-sim-number']);

const PHRASES = {
  'report-problem-again': [
    '[Hello again|Hi again|Me again], {topic} [was fine until last night|held for a few hours] and [now it is down once more|now I am back where I was].',
    '[It is me again|Hello once more]. [You said it was done|It worked at first], but {topic} [is gone again|has failed again].',
  ],
  'promise-callback': [
    '[I am sorry to read that|That should not have happened|Sorry that it came back]. A colleague will [call you|ring you][ today| this afternoon| tomorrow morning].',
    '[My apologies|I am sorry]. I [am passing|have passed] this on to our [engineers|second line], they will [call|phone] you.',
  ],
  'ask-number-again': [
    '[Sorry|Oh, sorry|Excuse me], [my screen lost it|it did not arrive here|the form is empty again]. [Could you|Can you|Would you] [send|give] it to me [again|once more]?',
    '[I need to ask you once more|Sorry, I have to ask again]: [could you repeat it|can you type it again][, please|]?',
  ],
  'repeat-number': [
    '[It is the same as above|I wrote it two lines up|The same one I just gave you][, please look there|, why do you ask again|].',
    '[Again|Once more]? [It has not changed|You already have it][, see above|].',
  ],
  'announce-slow-system': [
    '[Our booking system|The booking system|Our system] is [very slow|slow] [today|right now], [please bear with me|this can take half an hour|I will write when it opens].',
    '[Please bear with me|This will take a while], [the booking system hangs|bookings load very slowly] [today|at the moment].',
  ],
  'agree-to-wait': [
    '[Okay|All right|Fine], [I have time|I can wait|then I wait][, but not all day|].',
    '[Again|Really]? [Then I have to wait|I will stay here][, no choice|].',
  ],
} as const;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FIRST_DAY = Date.UTC(2026, 2, 1);
const DAYS = 61;
const APRIL = Date.UTC(2026, 3, 1);
const EUROS_OF_A_TURN = 0.45;

/**
 * Adds circumstances to a walk. `random` is a separate stream, so that the walk does not depend on troubles.
 * `longest` is in turns.
 */
export function withCircumstances(
  flow: { readonly id: string; readonly domain: string; readonly topic: string },
  walk: readonly Turn[],
  random: Random,
  longest: number,
): Circumstances {
  const happens = (chance: number): boolean => random.next() < chance;
  const brand = random.pick(['North', 'South'] as const);
  const channel = random.pick(['app', 'chat', 'chat', 'e-mail'] as const);
  const start = FIRST_DAY + random.integer(DAYS) * DAY_MS + (8 * 60 + random.integer(10 * 60)) * MINUTE_MS;
  const say = (speaker: Role, label: keyof typeof PHRASES): Turn => ({
    speaker,
    text: expand(random.pick<string>(PHRASES[label]), { topic: flow.topic }, random),
    acts: [label],
  });
  const turns = [...walk];
  const put = (at: number, first: Turn, second: Turn): boolean => {
    if (turns.length + 2 > longest) return false;
    turns.splice(at, 0, first, second);
    return true;
  };

  const given = turns.findIndex(({ acts }) => acts.some((label) => ASKED_TWICE.has(label)));
  const twice =
    given !== -1 &&
    brand === 'South' &&
    happens(CHANCE.asksTwice) &&
    put(given + 1, say('system', 'ask-number-again'), say('user', 'repeat-number'));

  const opened = turns.findIndex(({ speaker }) => speaker === 'user');
  const slow =
    flow.domain === 'travel' &&
    start >= APRIL &&
    happens(CHANCE.slowSystem) &&
    put(opened + 1, say('system', 'announce-slow-system'), say('user', 'agree-to-wait'));

  const blocked = turns.findIndex(({ acts }) => acts.includes('block-card'));
  if (blocked !== -1 && happens(CHANCE.leavesOpen)) turns.splice(blocked, 1);

  const closed = turns.at(-1)?.acts.includes('say-goodbye') ?? false;
  const back =
    flow.id === 'restore-connection' &&
    closed &&
    happens(CHANCE.comesBack) &&
    put(turns.length, say('user', 'report-problem-again'), say('system', 'promise-callback'));

  let now = start;
  const timed = turns.map((turn, at) => {
    const [label] = turn.acts;
    const before = turns[at - 1]?.acts[0];
    if (at > 0) now += (turn.speaker === 'user' ? 20 + random.integer(130) : 10 + random.integer(80)) * 1000;
    if (label === 'report-problem-again') now += (14 + random.integer(40)) * 60 * MINUTE_MS;
    if (before === 'agree-to-wait') now += (15 + random.integer(30)) * MINUTE_MS;
    if (label === 'look-up-charge' && happens(CHANCE.looksUpLong)) now += DAY_MS + random.integer(DAY_MS);
    return { ...turn, time: new Date(now).toISOString() };
  });
  const solved = !back && !happens(twice || slow ? 4 * CHANCE.fails : CHANCE.fails);
  const liking = (solved ? 4 : 2) + random.integer(2) - (twice || slow ? 1 : 0);
  const cost = turns.filter(({ speaker }) => speaker === 'system').length * EUROS_OF_A_TURN;
  return {
    brand,
    channel,
    outcome: solved ? 'solved' : 'unsolved',
    ...(happens(CHANCE.tellsCsat) ? { csat: liking } : {}),
    cost: Number(cost.toFixed(2)),
    turns: timed,
  };
}
