import { createRandom, type Random } from '../algorithms/random/random.ts';
import { required } from '../domain/required.ts';
import { type Circumstances, type Turn, withCircumstances } from './circumstances.ts';
import type { Flow, Step } from './flow.ts';
import { ANOTHER_TASK, DEMO_FLOWS, OPENING } from './flows.ts';
import { applyStyle, expand, PHRASES, type Phrases, type Style } from './phrasing.ts';
import { drawSlots, type Slots } from './slots.ts';

interface NeutralDialogue extends Circumstances {
  readonly id: string;
  readonly domain: readonly string[];
}

export const DEMO_DEFAULTS = { seed: 1, count: 720 } as const;

/** Turns of a dialogue, inclusive. */
export const TURN_LIMITS = { least: 4, most: 20 } as const;

/** Spacing of random streams, so that seeds do not overlap. */
const STREAMS = 1_000_003;

export interface DemoLanguage {
  readonly flows: readonly Flow[];
  readonly opening: Readonly<Record<string, Step>>;
  readonly anotherTask: Step;
  readonly phrases: Phrases;
  readonly words: Readonly<Record<string, readonly string[]>>;
}

const ENGLISH: DemoLanguage = {
  flows: DEMO_FLOWS,
  opening: OPENING,
  anotherTask: ANOTHER_TASK,
  phrases: PHRASES,
  words: {},
};

const CHANCE = {
  welcomeFirst: 0.12,
  greetingFirst: 0.1,
  secondTask: 0.08,
  digression: 0.09,
  endsEarly: 0.05,
} as const;

/**
 * Generates support dialogues along the flows of `flows/`. Tasks alternate; the rest is random.
 * Dialogue i depends only on seed and i, so a larger count continues a smaller one.
 */
export function generateDemoDialogues(options: {
  readonly seed: number;
  readonly count: number;
  readonly language?: DemoLanguage;
}): NeutralDialogue[] {
  const { seed, count, language = ENGLISH } = options;
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new RangeError(`The number of dialogues must be a whole number of at least 0, not ${count}.`);
  }
  const seeds = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const random = createRandom(seeds.integer(2 ** 32));
    const flow = required(language.flows[index % language.flows.length], 'flow');
    // The few walks beyond the limits are drawn again.
    for (;;) {
      const turns = drawDialogue(flow, random, language);
      if (turns.length >= TURN_LIMITS.least && turns.length <= TURN_LIMITS.most) {
        const id = `demo-${String(index + 1).padStart(4, '0')}`;
        // A separate stream, so that events do not change other words.
        const own = createRandom(seed * STREAMS + index);
        return { id, domain: [flow.domain], ...withCircumstances(flow, turns, own, TURN_LIMITS.most) };
      }
    }
  });
}

function drawDialogue(flow: Flow, random: Random, language: DemoLanguage): Turn[] {
  const style = random.pick<Style>(['careful', 'careful', 'plain', 'plain', 'hurried']);
  const turns: Turn[] = [];
  let slots = slotsOf(flow, random, language);
  const say = (step: Step): void => {
    const text = expand(random.pick(step.say), slots, random, language.phrases);
    turns.push({
      speaker: step.role,
      text: step.role === 'user' ? applyStyle(text, style, random) : text,
      acts: [step.label],
    });
  };

  const welcome = required(language.opening['welcome-customer'], 'welcome');
  const greeting = required(language.opening['greet-agent'], 'greeting');
  const opening = random.next();
  if (opening < CHANCE.welcomeFirst) say(welcome);
  else if (opening < CHANCE.welcomeFirst + CHANCE.greetingFirst) {
    say(greeting);
    if (random.next() < 0.6) say(welcome);
    slots = withoutGreeting(slots);
  }
  const wantsMore = walk(flow, random, say);
  if (wantsMore) {
    const others = language.flows.filter((other) => other.domain === flow.domain && other !== flow);
    say(language.anotherTask);
    const other = random.pick(others);
    slots = withoutGreeting(slotsOf(other, random, language));
    walk(other, random, say);
  }
  return turns;
}

function slotsOf(flow: Flow, random: Random, { words }: DemoLanguage): Slots {
  const drawn = drawSlots(random);
  const own = Object.entries(words).map(([name, choices]) => [name, random.pick(choices)]);
  return { ...drawn, ...Object.fromEntries(own), topic: flow.topic };
}

/** Once the customer has said hello, a request starts without it. */
function withoutGreeting(slots: Slots): Slots {
  return { ...slots, hi: '' };
}

/** Says the steps of one walk; true if it stopped at the offer of more help because the customer has another task. */
function walk(flow: Flow, random: Random, say: (step: Step) => void): boolean {
  let digressed = false;
  let id = draw(flow.start, random);
  for (;;) {
    const step = required(flow.steps[id], `step ${id}`);
    say(step);
    if (Object.keys(step.next).length === 0) return false;
    if (step.label === 'offer-more-help' && random.next() < CHANCE.secondTask) return true;
    const asksBack = step.role === 'system' && step.label.startsWith('ask-');
    if (asksBack && !digressed && random.next() < CHANCE.digression) {
      const { ask, answer } = random.pick(flow.digressions);
      say(ask);
      say(answer);
      digressed = true;
    }
    id = draw(step.next, random);
    if (id === 'say-goodbye' && random.next() < CHANCE.endsEarly) return false;
  }
}

/** A key by its weight; keys in the order they are written. */
function draw(weights: Readonly<Record<string, number>>, random: Random): string {
  const entries = Object.entries(weights);
  let rest = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  let drawn = '';
  for (const [key, weight] of entries) {
    drawn = key;
    rest -= weight;
    if (rest < 0) break;
  }
  return drawn;
}
