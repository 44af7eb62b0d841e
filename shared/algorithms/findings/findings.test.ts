import { describe, expect, it } from 'vitest';
import { type CorpusName, describeWithCorpus } from '../../../tests/fixtures/corpora.ts';
import {
  demoDialogues,
  type PlainDialogue,
  type PlainTurn,
  readPlain,
  subjectOf,
  withShuffledTags,
} from '../../../tests/fixtures/plain-dialogues.ts';
import { textOfParts } from '../../domain/finding.ts';
import { abandonedDialogues, closesMatter, raisesMatter } from '../performance/measure-flow.ts';
import { createRandom } from '../random/random.ts';
import { answer } from './answers.ts';
import { compareAll } from './comparisons.ts';
import { createCorpus, type RankedFinding } from './corpus.ts';
import { type Findings, findAll, MOST_FINDINGS } from './find.ts';

function once<Of extends object, Result>(count: (of: Of) => Result): (of: Of) => Result {
  const counted = new WeakMap<Of, { readonly result: Result }>();
  return (of) => {
    const known = counted.get(of) ?? { result: count(of) };
    counted.set(of, known);
    return known.result;
  };
}

const movesOf = once(({ turns }: PlainDialogue): readonly string[] =>
  turns.filter(({ tags }) => tags.length > 0).map(({ role, tags }) => `${role} ${tags[0]}`),
);

const lastOf = (list: readonly string[]): string => list[list.length - 1] ?? '';
const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
};

const abandonedAmong = once((all: readonly PlainDialogue[]): ((dialogue: PlainDialogue) => boolean) => {
  const { rows, times } = subjectOf(all);
  const isAbandoned = abandonedDialogues(rows, times);
  const placeOf = new Map(all.map((dialogue, place) => [dialogue, place]));
  return (dialogue) => isAbandoned[placeOf.get(dialogue) ?? -1] === 1;
});

/** True or false for a dialogue that was closed; null for others. The rule of docs/reference/figures.md, written a second time. */
function wasReopened({ turns }: PlainDialogue): boolean | null {
  let [answered, closed, reopened] = [false, false, false];
  for (const { role, tags } of turns) {
    if (tags.length === 0) continue;
    const raises = role === 'user' && tags.some(raisesMatter);
    const closes =
      role === 'user'
        ? closesMatter({ role, tag: tags[0] ?? '' })
        : tags.some((tag) => closesMatter({ role, tag }));
    reopened ||= raises && closed;
    if (closes && !raises && (role === 'system' || answered)) closed = true;
    answered ||= role === 'system';
  }
  return closed ? reopened : null;
}

const waitsOf = once(({ turns }: PlainDialogue) =>
  turns.flatMap((turn, at) => {
    const next: PlainTurn | undefined = turns[at + 1];
    const seconds = next ? next.start - turn.end : Number.NaN;
    const isWait = turn.role === 'user' && next?.role === 'system' && seconds >= 0;
    return isWait ? [{ seconds, move: turn.tags[0] === undefined ? '' : `user ${turn.tags[0]}` }] : [];
  }),
);

const folded = (dialogue: PlainDialogue): string =>
  movesOf(dialogue)
    .flatMap((move, at, all) => (move === all[at - 1] ? [] : [move === all[at + 1] ? `${move} again` : move]))
    .join(' > ');

const count = <Item>(items: readonly Item[], holds: (item: Item) => unknown): number =>
  items.filter(holds).length;
const comesBackTo = (dialogue: PlainDialogue, wanted: string): boolean => {
  const text = movesOf(dialogue).map((move) => (move === wanted ? 'x' : '-'));
  return /x-+x/.test(text.join(''));
};

function measureNamed(
  name: string,
  all: readonly PlainDialogue[],
): (dialogue: PlainDialogue) => boolean | null {
  const [kind, ...rest] = name.split(' ');
  const move = rest.join(' ');
  switch (kind) {
    case 'abandoned': {
      const isAbandoned = abandonedAmong(all);
      return (dialogue) => (movesOf(dialogue).length === 0 ? null : isAbandoned(dialogue));
    }
    case 'reopened':
      return wasReopened;
    case 'long': {
      const turns = median(all.map((dialogue) => dialogue.turns.length));
      return (dialogue) => dialogue.turns.length > turns;
    }
    case 'slow': {
      const reply = median(all.flatMap((dialogue) => waitsOf(dialogue)[0]?.seconds ?? []));
      return (dialogue) => {
        const [wait] = waitsOf(dialogue);
        return wait ? wait.seconds > reply : null;
      };
    }
    case 'has':
      return (dialogue) => movesOf(dialogue).includes(move);
    case 'begins':
      return (dialogue) => movesOf(dialogue)[0] === move;
    case 'ends':
      return (dialogue) => lastOf(movesOf(dialogue)) === move;
    default:
      throw new Error(`No measure ${name}`);
  }
}

function difference(
  left: readonly PlainDialogue[],
  right: readonly PlainDialogue[],
  holds: (dialogue: PlainDialogue) => boolean | null,
) {
  const shareOf = (some: readonly PlainDialogue[]) => {
    const known = some.map(holds).filter((one) => one !== null);
    return { n: known.length, share: count(known, Boolean) / known.length };
  };
  return { value: shareOf(left), other: shareOf(right) };
}

const MEASURE = / (abandoned|reopened|long|slow|(?:has|begins|ends) (?:user|system) .*)$/;

function check(found: RankedFinding, all: readonly PlainDialogue[]): void {
  const { id, kind, value, n, dialogues } = found;
  const tagged = all.filter((dialogue) => movesOf(dialogue).length > 0);
  const isAbandoned = abandonedAmong(all);
  const share = (
    holds: (dialogue: PlainDialogue) => unknown,
    of: readonly PlainDialogue[] = tagged,
  ): void => {
    const own = count(of, holds);
    expect({ id, value, n, dialogues }).toEqual({ id, value: own / of.length, n: of.length, dialogues: own });
  };
  const move = id.split(' ').slice(1).join(' ');
  expect(n, id).toBeGreaterThanOrEqual(30);
  expect(found.evidence.dialogues, id).toHaveLength(dialogues);
  switch (kind) {
    case 'begins':
      share((dialogue) => movesOf(dialogue)[0] === move, all);
      return;
    case 'ends':
      share((dialogue) => lastOf(movesOf(dialogue)) === move, all);
      return;
    case 'abandoned':
      share(isAbandoned);
      return;
    case 'reopened':
      share(
        (dialogue) => wasReopened(dialogue),
        all.filter((dialogue) => wasReopened(dialogue) !== null),
      );
      return;
    case 'circles':
      share((dialogue) => comesBackTo(dialogue, move), all);
      return;
    case 'topic': {
      const by = new Map<string | undefined, number>();
      for (const { fields } of all) by.set(fields.topic, (by.get(fields.topic) ?? 0) + 1);
      by.delete(undefined);
      const common = [...by].sort((a, b) => b[1] - a[1]).map(([topic]) => topic);
      const told = common.filter((topic) => textOfParts(found.sentence).includes(`“${topic}”`));
      const counts = (topics: readonly (string | undefined)[]) => topics.map((topic) => by.get(topic));
      expect(counts(told)).toEqual(counts(id === 'topics' ? common.slice(0, 3) : [move]));
      share(({ fields }) => told.includes(fields.topic), all);
      return;
    }
    case 'paths': {
      const by = new Map<string, number>();
      for (const dialogue of tagged) by.set(folded(dialogue), (by.get(folded(dialogue)) ?? 0) + 1);
      const counts = [...by.values()].sort((a, b) => b - a);
      const ten = counts.slice(0, 10).reduce((sum, one) => sum + one, 0);
      const isAll = id === 'paths' || id === 'paths own';
      const alone = count(counts, (one) => one === 1);
      const areCommon = (counts[9] ?? 0) > 1 || alone < tagged.length / 2;
      if (isAll) expect(ten / tagged.length < 0.05 || !areCommon).toBe(id === 'paths own');
      else expect(counts.slice(0, 10)).toContainEqual(dialogues);
      const own = id === 'paths' ? ten : id === 'paths own' ? alone : dialogues;
      expect({ value, dialogues, n }).toEqual({
        value: own / tagged.length,
        dialogues: own,
        n: tagged.length,
      });
      return;
    }
    case 'length': {
      const turns = all.map((dialogue) => dialogue.turns.length);
      expect(value).toBe(median(turns));
      const sum = (some: readonly number[]): number => some.reduce((total, one) => total + one, 0);
      const long = turns.toSorted((a, b) => b - a).slice(0, dialogues);
      expect(Math.min(...long)).toBeGreaterThan(
        Math.max(0, ...turns.toSorted((a, b) => b - a).slice(dialogues)),
      );
      expect(dialogues).toBeGreaterThanOrEqual(Math.floor(turns.length / 10));
      expect(found.other).toBeCloseTo(sum(long) / sum(turns), 10);
      return;
    }
    case 'wait': {
      const waits = all.flatMap(waitsOf);
      expect(value).toBeCloseTo(median(waits.flatMap((wait) => (wait.move === move ? wait.seconds : []))), 6);
      expect(found.other).toBeCloseTo(
        median(waits.flatMap((wait) => (wait.move === move ? [] : wait.seconds))),
        6,
      );
      expect(n).toBe(count(all, (dialogue) => waitsOf(dialogue).some((wait) => wait.move === move)));
      return;
    }
    case 'segment': {
      const [, name = ''] = MEASURE.exec(id) ?? [];
      const [field = '', ...words] = id.slice('segment '.length, -name.length - 1).split(' = ');
      const wanted = words.join(' = ');
      const known = all.filter(({ fields }) => fields[field] !== undefined);
      const [left, right] = [true, false].map((isIn) =>
        known.filter(({ fields }) => (fields[field] === wanted) === isIn),
      );
      const own = difference(left, right, measureNamed(name, all));
      expect({ id, value, n, other: found.other }).toEqual({
        id,
        value: own.value.share,
        n: own.value.n,
        other: own.other.share,
      });
      return;
    }
    case 'change': {
      const [, name = ''] = MEASURE.exec(id) ?? [];
      const period = id.slice('change '.length, -name.length - 1);
      const monthOf = ({ turns }: PlainDialogue): string =>
        new Date(1000 * turns[0].start).toISOString().slice(0, period.length);
      expect(period).toMatch(/^\d{4}-\d\d$/);
      const own = difference(
        all.filter((dialogue) => monthOf(dialogue) === period),
        all.filter((dialogue) => monthOf(dialogue) < period),
        measureNamed(name, all),
      );
      expect({ id, value, other: found.other }).toEqual({
        id,
        value: own.value.share,
        other: own.other.share,
      });
      return;
    }
    case 'leads': {
      const several = tagged.filter((dialogue) => movesOf(dialogue).length > 1);
      const isEarly = (dialogue: PlainDialogue): boolean => movesOf(dialogue).slice(0, -1).includes(move);
      const own = several.filter(isEarly);
      expect(value).toBe(count(own, isAbandoned) / own.length);
      expect(n).toBe(own.length);
      // Mantel and Haenszel's difference, stratum by stratum.
      const stratumOf = (dialogue: PlainDialogue): string =>
        `${Math.min(12, movesOf(dialogue).length)} ${lastOf(movesOf(dialogue)).split(' ')[0]}`;
      let [sum, weight] = [0, 0];
      for (const stratum of new Set(several.map(stratumOf))) {
        const here = several.filter((dialogue) => stratumOf(dialogue) === stratum);
        const [left, right] = [here.filter(isEarly), here.filter((dialogue) => !isEarly(dialogue))];
        if (left.length === 0 || right.length === 0) continue;
        const own = (left.length * right.length) / here.length;
        weight += own;
        sum += own * (count(left, isAbandoned) / left.length - count(right, isAbandoned) / right.length);
      }
      expect(found.other).toBeCloseTo(Math.max(0, value - sum / weight), 10);
      expect(found.interval?.low).toBeGreaterThan(0);
      return;
    }
    case 'limit': {
      const turns = all.flatMap((dialogue) => dialogue.turns);
      if (id === 'limit moves')
        expect(value).toBeCloseTo(
          count(turns, ({ tags }) => (tags[0] ?? 'other') === 'other') / turns.length,
          10,
        );
      else if (id === 'limit times')
        expect(value).toBe(
          count(all, (one) => one.turns.some(({ start }) => Number.isNaN(start))) / all.length,
        );
      else if (id !== 'limit few')
        expect(value).toBe(
          count(all, (one) => !one.turns.some(({ role }) => role === id.slice(6))) / all.length,
        );
      return;
    }
    default:
      throw new Error(`Nobody recounts ${kind}`);
  }
}

const EACH_KIND = [
  ...(['begins', 'topic', 'length', 'ends', 'abandoned', 'reopened', 'paths', 'wait', 'circles'] as const),
  ...(['leads', 'segment', 'change', 'limit'] as const),
];

/** Counts every finding and answer about some dialogues independently; returns their kinds. */
function recount(all: readonly PlainDialogue[]): Set<string> {
  const findings = findAll(subjectOf(all));
  const answers = EACH_KIND.flatMap((kind) => answer(findings, { kind, field: null }).found);
  const differences = findings.compared.clear.slice(0, 200).map(({ tell }) => tell());
  const everything = [...findings.ranked, ...answers, ...differences];
  // Groups by how dialogues went differ by definition.
  const byDefinition = /^segment (tags seen|outcome|abandoned|reopened) = /;
  expect(findings.compared.clear.filter(({ id }) => byDefinition.test(id))).toEqual([]);
  for (const found of everything) check(found, all);
  checkOrders(findings, all);
  const told = findings.ranked.filter(({ kind }) => kind !== 'limit');
  const weights = told.map(({ weight }) => weight);
  expect(weights).toEqual(weights.toSorted((a, b) => b - a));
  const shown = findings.ranked.slice(0, MOST_FINDINGS);
  const limiting = findings.ranked.length - told.length;
  // Limits come last among the shown findings.
  expect(shown.filter(({ kind }) => kind === 'limit')).toHaveLength(limiting);
  expect(shown.slice(shown.length - limiting).every(({ kind }) => kind === 'limit')).toBe(true);
  return new Set(everything.map(({ kind }) => kind));
}

function checkOrders(findings: Findings, all: readonly PlainDialogue[]): void {
  const by = new Map<string, number>();
  for (const dialogue of all)
    for (const move of new Set(movesOf(dialogue))) by.set(move, (by.get(move) ?? 0) + 1);
  const [first, second] = [...by].sort((a, b) => b[1] - a[1]).map(([move]) => move);
  for (const move of [first, second]) {
    const [role, ...tag] = move.split(' ');
    const asked = { role: role as PlainTurn['role'], tag: tag.join(' ') };
    const having = all.filter((dialogue) => movesOf(dialogue).includes(move));
    const [common, ...about] = answer(findings, { kind: 'follows', move: asked }).found;
    expect([common.id, common.dialogues]).toEqual([`common ${move}`, having.length]);
    const followers = about.filter(({ kind }) => kind === 'follows');
    // Groups differ in how often they have the move, so that their checks are those of the other differences.
    for (const found of about) if (found.kind !== 'follows') expect(found.id).toMatch(/ has \w+ /);
    for (const found of followers) {
      const next = found.id.slice(`follows ${move} `.length);
      const own = count(having, ({ turns }) => {
        const told = turns.map(({ role, tags: [tag = 'other'] }) =>
          tag === 'other' ? `${role} untagged` : `${role} ${tag}`,
        );
        return told.some((one, at) => one === move && (told[at + 1] ?? 'end') === next);
      });
      expect({ id: found.id, dialogues: found.dialogues, n: found.n }).toEqual({
        id: found.id,
        dialogues: own,
        n: having.length,
      });
    }
  }
  const tags = [first, second].map((move) => move.split(' ').slice(1).join(' '));
  for (const seconds of [null, 7200]) {
    const [found] = answer(findings, {
      kind: 'order',
      move: { role: null, tag: tags[0] },
      next: { role: null, tag: tags[1] },
      seconds,
    }).found;
    if (!found) continue;
    const own = count(all, ({ turns }) =>
      turns.some((turn, at) => {
        const next = turns.slice(at + 1).find((one) => one.tags.includes(tags[1]));
        return (
          turn.tags.includes(tags[0]) && next && (seconds === null || next.start - turn.start <= seconds)
        );
      }),
    );
    expect(found.value).toBe(own);
  }
}

describe('findings about the demo', () => {
  const dialogues = demoDialogues(720);

  it('are true, each recounted from the dialogues', () => {
    const kinds = recount(dialogues);
    for (const kind of ['begins', 'length', 'ends', 'paths', 'wait', 'circles', 'segment', 'change'])
      expect(kinds).toContain(kind);
  });

  it('name the three most common of many topics in one sentence, and one of few', () => {
    const about = (topics: readonly string[]) =>
      dialogues.map((dialogue, at) => {
        const topic = topics[(at * at) % (topics.length + 2)];
        const fields: Record<string, string> = topic === undefined ? {} : { topic };
        return { ...dialogue, fields };
      });
    const many = about(['bill', 'card', 'flight', 'parcel', 'phone']);
    expect(recount(many)).toContain('topic');
    const [told] = findAll(subjectOf(many)).ranked.filter(({ kind }) => kind === 'topic');
    expect(textOfParts(told.sentence)).toMatch(
      /^of dialogues are about “\w+”, “\w+” or “\w+”, the most common of \d topics\.$/,
    );
    const few = about(['bill', 'card']);
    expect(recount(few)).toContain('topic');
    const [one] = findAll(subjectOf(few)).ranked.filter(({ kind }) => kind === 'topic');
    expect(textOfParts(one.sentence)).toMatch(/^of dialogues are about “\w+”\.$/);
  });

  it('name what was planted: South asks for numbers again, and bookings are slow in April', () => {
    const { compared } = findAll(subjectOf(dialogues));
    const ids = compared.clear.map(({ id }) => id);
    expect(ids).toContain('segment brand = South has system ask-number-again');
    expect(ids).toContain('change 2026-04 has system announce-slow-system');
  });

  it('say who says two tags, if it is always the same speakers', () => {
    const [found] = answer(findAll(subjectOf(dialogues)), {
      kind: 'order',
      move: { role: null, tag: 'ask-number-again' },
      next: { role: null, tag: 'repeat-number' },
      seconds: 7200,
    }).found;
    expect(found.sentence.map(({ text }) => text).join('')).toBe(
      'dialogues have an agent turn tagged “ask number again” and then a customer turn tagged “repeat number” within 2 h.',
    );
  });

  it('say that an untagged turn follows a move, and not the move after that', () => {
    const untagged = dialogues.map((dialogue, place) => ({
      ...dialogue,
      turns: dialogue.turns.map((turn, at) =>
        at === 1 ? { ...turn, tags: place % 2 === 0 ? [] : ['other'] } : turn,
      ),
    }));
    const [role, ...tag] = movesOf(dialogues[0])[0].split(' ');
    const asked = { role: role as PlainTurn['role'], tag: tag.join(' ') };
    const { found } = answer(findAll(subjectOf(untagged)), { kind: 'follows', move: asked });
    const next = found.find(({ id }) => id.startsWith('follows '));
    expect(next?.id).toMatch(/untagged$/);
    expect(next?.sentence.map(({ text }) => text).join('')).toContain('have an untagged');
    const having = untagged.filter((dialogue) => movesOf(dialogue).includes(`${role} ${asked.tag}`));
    expect(next?.n).toBe(having.length);
  });

  it('are none for fewer than 30 dialogues, and an answer says so', () => {
    const findings = findAll(subjectOf(dialogues.slice(0, 29)));
    expect(findings.ranked).toEqual([]);
    expect(answer(findings, { kind: 'abandoned', field: null })).toEqual({
      found: [],
      remark: expect.stringContaining('29 dialogues'),
    });
  });

  it('are about the dialogues that pass the filter', () => {
    const subject = subjectOf(dialogues);
    const isTaken = (dialogue: number): boolean => dialogues[dialogue].fields.brand === 'South';
    const { ranked } = findAll({ ...subject, isTaken });
    const south = dialogues.filter((_, at) => isTaken(at));
    for (const found of ranked.filter(({ kind }) => kind !== 'segment')) check(found, south);
    for (const { evidence } of ranked) expect(evidence.dialogues.every(isTaken)).toBe(true);
  });
});

it('finds the turn that leads to abandonment, against dialogues of the same length', () => {
  const turn = (role: PlainTurn['role'], ...tags: string[]): PlainTurn => ({
    role,
    tags,
    start: Number.NaN,
    end: Number.NaN,
  });
  const one = (first: string, last: string): PlainDialogue => ({
    fields: {},
    turns: [turn('user', first), turn('system', 'give-details'), turn('user', last)],
  });
  const dialogues = Array.from({ length: 200 }, (_, at) => [
    one('complain', at % 10 < 6 ? 'ask-question' : 'thank'),
    one('greet', at % 10 < 2 ? 'ask-question' : 'thank'),
  ]).flat();
  const findings = findAll(subjectOf(dialogues));
  const [found] = answer(findings, { kind: 'leads', field: null }).found;
  expect(found).toMatchObject({ id: 'leads user complain', value: 0.6, n: 200, dialogues: 120 });
  expect(found?.other).toBeCloseTo(0.2, 10);
  expect(found?.basis).toMatch(
    /^\+40 points \(95 % interval \d+ to \d+\) · 200 dialogues compared with 200 others · unlikely to be chance, even among \d+ comparisons$/,
  );
  expect(recount(dialogues)).toContain('leads');
});

it('says nothing about abandonment without agents, about rare beginnings, or about longer dialogues where all are alike', () => {
  const turn = (...tags: string[]): PlainTurn => ({ role: 'user', tags, start: Number.NaN, end: Number.NaN });
  const dialogues = Array.from(
    { length: 300 },
    (_, at): PlainDialogue => ({
      fields: {},
      turns: [
        turn(at < 6 ? 'greet' : 'other'),
        turn(`tag-${at % 20}`),
        turn(`word-${Math.floor(at / 20)}`),
        turn('ask-question'),
      ],
    }),
  );
  const findings = findAll(subjectOf(dialogues));
  const texts = new Map(
    findings.ranked.map(({ id, figure, sentence }) => [
      id,
      `${figure} ${sentence.map(({ text }) => text).join('')}`,
    ]),
  );
  expect([...texts.keys()].filter((id) => /^(?:abandoned|begins)/.test(id))).toEqual([]);
  expect(texts.has('length')).toBe(false);
  expect(textsOf(answer(findings, { kind: 'length', field: null }).found)[0]).toMatch(
    /^4 turns is the typical length \(median\) of a dialogue\. /,
  );
  expect(answer(findings, { kind: 'paths', field: null }).found.map(({ id }) => id)).toEqual(['paths own']);
  // The ten most common of them would be ten of 300 with one dialogue each.
  expect(texts.get('paths own')).toBe('100 % of dialogues take a path that no other dialogue takes.');
  expect(texts.get('limit times')).toContain('have no times, so their waits are unknown');
  expect(answer(findings, { kind: 'abandoned', field: null }).remark).toContain('have no agent');
  for (const found of findings.ranked) check(found, dialogues);
});

const silent = (...tags: string[]): PlainTurn => ({ role: 'user', tags, start: Number.NaN, end: Number.NaN });
const textsOf = (found: readonly RankedFinding[]): string[] =>
  found.map(
    ({ figure, sentence, basis }) => `${figure} ${sentence.map(({ text }) => text).join('')} ${basis}`,
  );

it('tell no circle of thanks or further offers, and keep long paths with the same beginning apart', () => {
  const step = (role: PlainTurn['role'], tag: string): PlainTurn => ({ ...silent(tag), role });
  const dialogues = Array.from({ length: 90 }, (_, at): PlainDialogue => {
    const asked = [step('user', 'ask-price'), step('system', 'ask-anything-else'), step('user', 'thank-you')];
    const last = step('system', at % 3 === 0 ? 'say-goodbye' : 'offer-voucher');
    return { fields: {}, turns: [...asked, step('system', 'give-price'), ...asked, last] };
  });
  const findings = findAll(subjectOf(dialogues));
  const idsOf = (kind: 'circles' | 'paths'): string[] =>
    answer(findings, { kind, field: null }).found.map(({ id }) => id);
  expect(idsOf('circles')).toEqual(['circles user ask-price']);
  const paths = answer(findings, { kind: 'paths', field: null }).found;
  expect(new Set(paths.map(({ id }) => id)).size).toBe(2);
  expect(paths.map((path) => path.dialogues)).toEqual([60, 30]);
});

it('say that turns of a speaker without tags are passed over, and which dialogues have tags', () => {
  const reply: PlainTurn = { ...silent(), role: 'system' };
  const dialogues = Array.from(
    { length: 200 },
    (_, at): PlainDialogue => ({
      fields: {},
      turns: [
        silent(...(at < 20 ? [] : ['orders-coffee'])),
        reply,
        silent(...(at < 100 ? [] : ['pays'])),
        reply,
      ],
    }),
  );
  const [ends] = answer(findAll(subjectOf(dialogues)), { kind: 'ends', field: null }).found;
  expect(textsOf([ends!])).toEqual([
    '50 % of dialogues end when the customer pays, not counting agent turns, which have no tags. That is 100 % of the dialogues that have such a turn. 100 of 200 dialogues · 95 % interval 43–57 %',
  ]);
  const answered = (kind: 'abandoned' | 'segment' | 'change' | 'leads') =>
    answer(findAll(subjectOf(dialogues)), { kind, field: null });
  expect(answered('abandoned').remark).toMatch(/^No dialogue is known to be abandoned/);
  expect(answered('segment').remark).toMatch(/^No field divides the dialogues/);
  expect(answered('change').remark).toMatch(/^To compare periods, the dialogues need times/);
  expect(answered('leads').remark).toMatch(/^It is unknown what leads/);
});

it('tell a group once that two fields name, and no beginning that nearly all dialogues have', () => {
  const dialogues = Array.from({ length: 400 }, (_, at): PlainDialogue => {
    const isAirline = at % 2 === 0;
    return {
      fields: { domain: isAirline ? 'airline' : 'bank', source: isAirline ? 'a.tsv' : 'b.tsv' },
      turns: [
        silent('greets'),
        { ...silent(isAirline ? 'asks-flight' : 'asks-account'), role: 'system' },
        silent(isAirline ? 'names-flight' : 'names-account'),
      ],
    };
  });
  const findings = findAll(subjectOf(dialogues));
  const { found } = answer(findings, { kind: 'segment', field: null });
  expect(found.length).toBeGreaterThan(1);
  expect(found.filter(({ id }) => id.startsWith('segment source'))).toEqual([]);
  expect(findings.ranked.filter(({ kind }) => kind === 'begins')).toEqual([]);
  const [begins] = answer(findings, { kind: 'begins', field: null }).found;
  expect(begins?.value).toBe(1);
});

it('give shares near 100 % and narrow intervals with a decimal, so that the figure lies in its interval', () => {
  const dialogues = Array.from(
    { length: 5000 },
    (_, at): PlainDialogue => ({ fields: {}, turns: [silent(at < 10 ? 'asks' : 'greets')] }),
  );
  const { found } = answer(findAll(subjectOf(dialogues)), { kind: 'begins', field: null });
  expect(textsOf(found).map((text) => text.replace(/ of dialogues .* · /, ' '))).toEqual([
    '99.8 % 95 % interval 99.6–99.9 %',
    '0.2 % 95 % interval 0.1–0.4 %',
  ]);
});

const CORPORA: readonly [CorpusName, number][] = [
  ['twitter-support-threads', 1279],
  ['multiwoz', 1324],
  ['sgd', 1500],
  ['star', 1500],
];

for (const [corpus, most] of CORPORA)
  describeWithCorpus(`findings about ${corpus}`, [corpus], () => {
    it('are true, each recounted from the dialogues', () => {
      const kinds = recount(readPlain(corpus, most));
      expect(kinds.size).toBeGreaterThan(5);
      if (corpus === 'twitter-support-threads')
        for (const kind of ['abandoned', 'reopened', 'segment', 'limit']) expect(kinds).toContain(kind);
    });
  });

describe('findings where nothing differs', () => {
  const RUNS = 100;
  /** The differences in `findAll`. Searching for them again would be faster than ranking. */
  const clearIn = (dialogues: readonly PlainDialogue[], kinds: readonly string[]): boolean =>
    compareAll(createCorpus(subjectOf(dialogues))).clear.some(({ kind }) => kinds.includes(kind));
  const runsWith = (
    make: (random: ReturnType<typeof createRandom>) => readonly PlainDialogue[],
    kinds: readonly string[],
  ): number =>
    count(
      Array.from({ length: RUNS }, (_, seed) => seed),
      (seed) => clearIn(make(createRandom(seed)), kinds),
    );

  const withShuffledFields = (
    dialogues: readonly PlainDialogue[],
    random: ReturnType<typeof createRandom>,
  ) => {
    const others = random.shuffle(dialogues);
    return dialogues.map(({ turns }, at): PlainDialogue => {
      const other = others[at];
      const later = other.turns[0].start - turns[0].start;
      const moved = turns.map((turn) => ({ ...turn, start: turn.start + later, end: turn.end + later }));
      return { fields: other.fields, turns: moved };
    });
  };
  it('say of at most 5 in 100 shuffles of the fields that a group or a period differs', () => {
    const dialogues = demoDialogues(400);
    expect(
      runsWith((random) => withShuffledFields(dialogues, random), ['segment', 'change']),
    ).toBeLessThanOrEqual(5);
  });

  it('say of at most 5 in 100 shuffles of the tags that a turn leads to abandonment', () => {
    const dialogues = demoDialogues(400);
    expect(runsWith((random) => withShuffledTags(dialogues, random), ['leads'])).toBeLessThanOrEqual(5);
  });

  it('say nothing of the kind about random dialogues in more than 5 of 100 runs', () => {
    const random = (source: ReturnType<typeof createRandom>) =>
      Array.from({ length: 300 }, (): PlainDialogue => {
        const start = 1_700_000_000 + source.integer(90 * 86_400);
        const turns = Array.from({ length: 1 + source.integer(8) }, (_, at): PlainTurn => {
          const role = at % 2 === 0 ? 'user' : 'system';
          const tags = [['ask-help', 'thank', 'give-details', 'complain', 'other'][source.integer(5)]];
          return { role, tags, start: start + 600 * at, end: start + 600 * at };
        });
        return { turns, fields: { brand: `b${source.integer(5)}`, channel: `c${source.integer(3)}` } };
      });
    expect(runsWith(random, ['segment', 'change', 'leads'])).toBeLessThanOrEqual(5);
  });

  describeWithCorpus('on real dialogues', ['twitter-support-threads', 'multiwoz'], () => {
    it.each(['twitter-support-threads', 'multiwoz'] as const)(
      'say of at most 5 in 100 shuffles of %s that something differs or leads to something',
      (corpus) => {
        const dialogues = readPlain(corpus, 500);
        expect(
          runsWith((random) => withShuffledFields(dialogues, random), ['segment', 'change']),
        ).toBeLessThanOrEqual(5);
        expect(runsWith((random) => withShuffledTags(dialogues, random), ['leads'])).toBeLessThanOrEqual(5);
      },
    );
  });
});
