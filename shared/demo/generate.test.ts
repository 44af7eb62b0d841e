import { describe, expect, it } from 'vitest';
import { CLOSING, DEMO_FLOWS } from './flows.ts';
import { DEMO_DEFAULTS, generateDemoDialogues, TURN_LIMITS } from './generate.ts';

const dialogues = generateDemoDialogues(DEMO_DEFAULTS);
const turns = dialogues.flatMap((dialogue) => dialogue.turns);

describe('the demo corpus', () => {
  it('has at least 600 dialogues of every task, in at least five domains', () => {
    expect(dialogues.length).toBeGreaterThanOrEqual(600);
    expect(new Set(dialogues.map((dialogue) => dialogue.id)).size).toBe(dialogues.length);
    expect(new Set(dialogues.flatMap((dialogue) => dialogue.domain)).size).toBeGreaterThanOrEqual(5);
  });

  it('has at least 65 % distinct messages, whatever the seed', () => {
    for (const seed of [1, 2, 3]) {
      const texts = generateDemoDialogues({ seed, count: DEMO_DEFAULTS.count }).flatMap((dialogue) =>
        dialogue.turns.map((turn) => turn.text),
      );
      expect(new Set(texts).size / texts.length).toBeGreaterThanOrEqual(0.65);
    }
  });

  it('varies in length, within the limits', () => {
    const lengths = dialogues.map((dialogue) => dialogue.turns.length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(TURN_LIMITS.least);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(TURN_LIMITS.most);
    expect(new Set(lengths).size).toBeGreaterThanOrEqual(10);
  });

  it('is the same for a seed, another for another, and continues with a larger count', () => {
    const options = { seed: 7, count: 40 };
    expect(generateDemoDialogues(options)).toEqual(generateDemoDialogues(options));
    expect(generateDemoDialogues({ seed: 8, count: 40 })).not.toEqual(generateDemoDialogues(options));
    expect(generateDemoDialogues({ seed: 7, count: 25 })).toEqual(
      generateDemoDialogues(options).slice(0, 25),
    );
  });

  it('pins the texts of a seed, since stored results name it', () => {
    expect(
      generateDemoDialogues({ seed: 1, count: 1 })[0].turns.map((turn) => turn.text),
    ).toMatchInlineSnapshot(`
      [
        "Hi, can I return the rain jacket I got last week?",
        "Can you send me the order number, please?",
        "My order number is FB37836 according to the email.",
        "Thank you. Could you tell me the reason for the return?",
        "The color is wrong, it looks different from the picture.",
        "Would you like a refund or a replacement?",
        "Could I get a refund, please?",
        "I've emailed you a prepaid label. Just print it and drop the parcel at any collection point.",
        "When can I expect my refund?",
        "Refunds take 3 to 5 working days after we receive the parcel.",
        "Thank you, you have been very helpful.",
      ]
    `);
  });

  it('prints no label', () => {
    const labels = new Set(turns.flatMap((turn) => turn.acts));
    expect(labels.size).toBeGreaterThan(100);
    for (const label of labels) expect(label).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
    const printed = turns.flatMap(({ text }) =>
      [...labels].filter((label) => text.toLowerCase().includes(label)),
    );
    expect(printed).toEqual([]);
  });

  it('has the troubles that its README tells of, where it tells of them', () => {
    const labels = ({ turns }: (typeof dialogues)[number]) => turns.flatMap(({ acts }) => acts);
    const having = (label: string) => dialogues.filter((dialogue) => labels(dialogue).includes(label));
    const told = (found: typeof dialogues, of: (dialogue: (typeof dialogues)[number]) => string) => [
      found.length,
      ...new Set(found.map(of)),
    ];
    const back = having('report-problem-again');
    expect(told(back, ({ domain, outcome }) => `${domain} ${outcome}`)).toEqual([14, 'internet unsolved']);
    for (const dialogue of back) {
      const at = labels(dialogue).indexOf('report-problem-again');
      expect(labels(dialogue)[at - 1]).toBe('say-goodbye');
      expect(Date.parse(dialogue.turns[at].time) - Date.parse(dialogue.turns[at - 1].time)).toBeGreaterThan(
        14 * 3_600_000,
      );
    }
    expect(told(having('ask-number-again'), ({ brand }) => brand)).toEqual([42, 'South']);
    const slow = told(
      having('announce-slow-system'),
      ({ domain, turns }) => `${domain} ${turns[0].time.slice(0, 7)}`,
    );
    expect(slow).toEqual([43, 'travel 2026-04']);
    const dayMs = 24 * 3_600_000;
    const late = having('look-up-charge').filter(
      ({ turns }) => Date.parse(turns.at(-1)?.time ?? '') - Date.parse(turns[0].time) > dayMs,
    );
    expect(late).toHaveLength(48);
    const open = having('offer-replacement-card').filter(
      (dialogue) => !labels(dialogue).includes('block-card'),
    );
    expect(open).toHaveLength(15);
  });

  it('has times that never run back', () => {
    for (const { turns } of dialogues)
      expect(turns.map(({ time }) => time)).toEqual(turns.map(({ time }) => time).toSorted());
  });

  it('leaves nothing of the template language, and no untidy spaces or marks', () => {
    for (const { text } of turns) {
      expect(text).not.toMatch(/[[\]{}|~]|\s\s|^\s|\s$|^$|\s[.,!?]|,[.!?]|[.!?],|[!?]\./);
    }
  });

  it('lets the agent write full sentences: a capital first and a mark last', () => {
    for (const turn of turns) {
      if (turn.speaker === 'system') expect(turn.text).toMatch(/^[\p{Lu}\d$].*[.!?]$/su);
    }
  });

  it('has turns of one speaker in a row in some dialogues, and turns by both in all', () => {
    const inARow = dialogues.filter((dialogue) =>
      dialogue.turns.some((turn, index) => index > 0 && turn.speaker === dialogue.turns[index - 1].speaker),
    );
    expect(inARow.length).toBeGreaterThan(50);
    expect(inARow.length).toBeLessThan(dialogues.length);
    for (const dialogue of dialogues)
      expect(new Set(dialogue.turns.map((turn) => turn.speaker)).size).toBe(2);
  });

  it('names one label a turn, each of the designed ones', () => {
    for (const turn of turns) expect(turn.acts).toHaveLength(1);
  });

  it('refuses a number of dialogues that is none', () => {
    for (const count of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => generateDemoDialogues({ seed: 1, count })).toThrow(/whole number of at least 0/);
    }
    expect(generateDemoDialogues({ seed: 1, count: 0 })).toEqual([]);
  });
});

describe('the designed flows', () => {
  it.each(DEMO_FLOWS.map((flow) => [flow.id, flow] as const))(
    '%s leads from its start to every step and on to an end',
    (_, flow) => {
      const ids = Object.keys(flow.steps);
      for (const start of Object.keys(flow.start)) expect(ids).toContain(start);
      for (const [id, step] of Object.entries(flow.steps)) {
        for (const [next, weight] of Object.entries(step.next)) {
          expect(ids, `${id} leads to ${next}`).toContain(next);
          expect(weight).toBeGreaterThan(0);
        }
        expect(step.say.length, id).toBeGreaterThan(0);
      }
      const reached = new Set(Object.keys(flow.start));
      for (const id of reached) for (const next of Object.keys(flow.steps[id].next)) reached.add(next);
      const own = ids.filter((id) => !(id in CLOSING));
      expect(own.filter((id) => !reached.has(id))).toEqual([]);
      const ending = new Set(ids.filter((id) => Object.keys(flow.steps[id].next).length === 0));
      for (let grown = true; grown; ) {
        grown = false;
        for (const id of ids) {
          if (!ending.has(id) && Object.keys(flow.steps[id].next).some((next) => ending.has(next))) {
            ending.add(id);
            grown = true;
          }
        }
      }
      expect(ending.size).toBe(ids.length);
    },
  );

  it('have a partner in their domain, for a second request', () => {
    for (const flow of DEMO_FLOWS) {
      expect(
        DEMO_FLOWS.some((other) => other !== flow && other.domain === flow.domain),
        flow.id,
      ).toBe(true);
    }
  });
});
