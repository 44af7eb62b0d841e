import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lab } from '../fixtures/command-line.ts';
import { type CorpusName, corpusFile, corpusPath, describeWithCorpus } from '../fixtures/corpora.ts';

let folder: string;
let dialogues: string;
let databases: string;

const TWO = {
  id: 'Two.json',
  domain: ['hotel', 'taxi'],
  goal: {
    hotel: { info: { area: 'north' }, reqt: ['phone'], book: { people: '2', day: 'friday' } },
    taxi: { info: { leaveAt: '17:00' }, reqt: ['car type', 'phone'] },
  },
  turns: [
    { speaker: 'user', text: 'A hotel in the north', state: { 'hotel.area': 'north' } },
    { speaker: 'system', text: 'Acorn guest house, 01223353888.', acts: ['inform-hotel.name'] },
    { speaker: 'user', text: 'Book it', state: { 'hotel.area': 'north', 'hotel.book.day': 'friday' } },
    { speaker: 'system', text: 'Done: UIFV8FAS.', acts: ['book-booking.ref'] },
    { speaker: 'user', text: 'And a taxi', state: { 'hotel.area': 'north', 'taxi.leaveAt': '17:00' } },
    { speaker: 'system', text: 'A red bmw, 07356285200.', acts: ['inform-taxi.car'] },
  ],
};
const NO_GOAL = {
  id: 'chat',
  turns: [
    { speaker: 'user', text: 'hi' },
    { speaker: 'system', text: 'hello' },
  ],
};
const MUSEUM = {
  id: 'museum',
  domain: ['museum'],
  goal: { museum: { info: { area: 'north' }, reqt: ['address'] } },
  turns: [
    { speaker: 'user', text: 'hi', state: {} },
    { speaker: 'system', text: 'hello' },
  ],
};
const GOOD = [
  {
    response: 'Try [hotel_name], [hotel_phone].',
    state: { hotel: { area: 'north' } },
    active_domains: ['hotel'],
  },
  { response: 'Booked: [reference].', state: { hotel: { area: 'north' } }, active_domains: ['hotel'] },
  {
    response: '[taxi_type], [taxi_phone]',
    state: { hotel: { area: 'north' }, taxi: { leaveAt: '5pm' } },
    active_domains: ['taxi'],
  },
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'success-'));
  databases = join(folder, 'db');
  await mkdir(databases);
  const hotels = [
    { name: 'acorn guest house', area: 'north', phone: '01223353888' },
    { name: 'gonville hotel', area: 'centre', phone: '01223366611' },
  ];
  await writeFile(join(databases, 'hotel_db.json'), JSON.stringify(hotels));
  const taxi = { taxi_colors: ['red'], taxi_types: ['bmw'], taxi_phone: ['^[0-9]{10}$'] };
  await writeFile(join(databases, 'taxi_db.json'), JSON.stringify(taxi));
  dialogues = await write(
    'dialogues.jsonl',
    [TWO, NO_GOAL, MUSEUM].map((one) => JSON.stringify(one)).join('\n'),
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function write(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const evaluate = async (predictions: unknown, ...more: string[]) => {
  const text = typeof predictions === 'string' ? predictions : JSON.stringify(predictions);
  const path = await write('predictions.json', text);
  return lab('success', '--predictions', path, '--dialogues', dialogues, '--db', databases, ...more);
};

describe('a simulated customer', () => {
  const dialogue = (id: number, area: string) => ({
    id: `${id}`,
    domain: ['hotel'],
    goal: { hotel: { info: { area }, reqt: ['phone'], book: { people: '2', day: 'friday', stay: '3' } } },
    turns: [
      { speaker: 'user', text: `I need a hotel in the ${area}`, state: { 'hotel.area': area } },
      { speaker: 'system', text: 'Acorn guest house is nice.', acts: ['inform-hotel.name'] },
      { speaker: 'user', text: 'Thanks', state: { 'hotel.area': area } },
      { speaker: 'system', text: 'Bye.', acts: ['bye'] },
    ],
  });

  it('gets its task done by a design that tells and books, and not by answers that offer alone', async () => {
    const file = await write(
      'loop.jsonl',
      Array.from({ length: 30 }, (_, at) => JSON.stringify(dialogue(at, at % 2 ? 'north' : 'centre'))).join(
        '\n',
      ),
    );
    const { status, output } = await lab(
      ...['closed-loop', '--dialogues', file, '--db', databases, '--held-out', '0.5'],
      ...['--methods', 'bm25-last,dfa-rag'],
    );
    expect(status).toBe(0);
    expect(output.rows[0].customers).toBeGreaterThan(5);
    const figures = output.rows.map(
      ({ agent, inform, success, deadEnds, wrong }: Record<string, { estimate: number }>) => [
        agent,
        ...[inform, success, deadEnds, wrong].map((figure) => figure?.estimate),
      ],
    );
    expect(figures).toEqual([
      ['flow', 100, 100, 0, 7],
      ['worksheet', 100, 100, 0, 8],
      ['drafted flow', 0, 0, 100, 0],
      ['bm25-last', 100, 0, 100, 0],
      ['dfa-rag', 100, 0, 100, 0],
      ['automaton', 100, 0, 100, 0],
    ]);
  });

  it('reaches the last act of its dialogue, or a dead end where an agent repeats itself', async () => {
    const talk = (id: number) => ({
      id: `${id}`,
      tasks: ['boat'],
      turns: ['harbour', 'seats', 'price', 'booked'].flatMap((act, at) => [
        { speaker: 'user', text: ['A boat please', 'The old one', 'Four', 'Yes'][at] },
        { speaker: 'system', text: `${act}?`, acts: [act] },
      ]),
    });
    const file = await write(
      'boats.jsonl',
      Array.from({ length: 30 }, (_, at) => JSON.stringify(talk(at))).join('\n'),
    );
    const argv = ['closed-loop', '--dialogues', file, '--held-out', '0.5', '--methods', 'bm25-last'];
    const { status, output } = await lab(...argv, '--tasks', 'boat');
    expect(status).toBe(0);
    const figures = output.rows.map(
      ({ agent, inform, success, deadEnds, turns }: Record<string, { estimate: number }>) => [
        agent,
        inform,
        ...[success, deadEnds, turns].map((figure) => figure?.estimate),
      ],
    );
    expect(figures).toEqual([
      ['drafted flow', null, 0, 100, 6],
      ['bm25-last', null, 100, 0, 4],
      ['automaton', null, 100, 0, 4],
    ]);
    const { output: refused } = await lab(...argv, '--tasks', 'none');
    expect(refused.error).toMatchObject({ code: 'NOT_FOUND', detail: { value: 'none' } });
  });
});

describe('success', () => {
  it('scores a hand-made dialogue by its rules', async () => {
    const { status, output } = await evaluate({ 'Two.json': GOOD });
    expect(status).toBe(0);
    expect(output).toMatchObject({
      inform: { estimate: 100, lower: null, upper: null },
      success: { estimate: 100 },
      successOfAllSlots: { estimate: 100 },
      dialogues: 1,
      turns: 3,
      beliefState: 'predictions',
      requestedSlots: 'published',
      informBecause: { 'offer-fits': 1, 'nothing-to-offer': 1 },
      failed: { inform: [], success: [] },
    });
    expect(output.perDomain.map((one: { domain: string }) => one.domain)).toEqual(['hotel', 'taxi']);
    expect(output.bleu.estimate).toBeLessThan(100);
    expect(output.combined.estimate).toBeCloseTo(output.bleu.estimate + 100);
  });

  it('fails dialogues that miss the goal, and says which', async () => {
    const wrongPlace = GOOD.map((turn) => ({ ...turn, state: { hotel: { area: 'centre' } } }));
    const missed = await evaluate({ two: wrongPlace });
    expect(missed.output).toMatchObject({
      inform: { estimate: 0 },
      failed: { inform: ['Two.json'], success: [] },
    });
    const silent = await evaluate({
      TWO: GOOD.map((turn, at) => (at === 2 ? { ...turn, response: 'It comes.' } : turn)),
    });
    expect(silent.output).toMatchObject({
      inform: { estimate: 100 },
      success: { estimate: 0 },
      failed: { success: ['Two.json'] },
    });
  });

  it("uses the file's states if predictions have none, or on request", async () => {
    const bare = GOOD.map(({ response }) => ({ response }));
    const { output } = await evaluate({ two: bare });
    expect(output).toMatchObject({ beliefState: 'oracle', success: { estimate: 100 } });
    const wrong = GOOD.map((turn) => ({ ...turn, state: { hotel: { area: 'centre' } } }));
    expect((await evaluate({ two: wrong }, '--belief', 'oracle')).output).toMatchObject({
      beliefState: 'oracle',
      inform: { estimate: 100 },
    });
    const mixed = await evaluate({ two: [GOOD[0], ...bare.slice(1)] });
    expect(mixed.output.beliefState).toBe('oracle');
    expect(mixed.output.warnings.join('\n')).toContain('Only 1 of 3 predicted turns have a "state"');
  });

  it('warns of anything odd, with place and value', async () => {
    const { status, output } = await evaluate({
      two: [{ ...GOOD[0], response: 'Try [hotel_nmae].', active_domains: ['hotel', 'spa'] }],
    });
    expect(status).toBe(0);
    const warnings = output.warnings.join('\n');
    expect(warnings).toContain('"[hotel_nmae]"');
    expect(warnings).toContain('"Two.json", turn 1');
    expect(warnings).toContain('The domain "spa"');
    expect(warnings).toContain('"Two.json" with 1 of 3');
    expect(warnings).toContain('without a prediction: 1 of 2, the first is "museum"');
    expect(warnings).toContain('they have no goal: 1, the first is "chat"');
    expect(warnings).toContain('the domain "museum", which has no table');
  });

  it.each([
    ['no JSON', '{"two": [', 'BAD_FILE', 'predictions.json'],
    ['a list', [], 'BAD_FILE', 'predictions.json'],
    ['no dialogue', {}, 'BAD_FILE', 'predictions.json'],
    ['an unknown dialogue', { three: GOOD }, 'NOT_FOUND', ': three'],
    ['a dialogue without a goal', { chat: GOOD }, 'NOT_FOUND', ': chat'],
    ['the same dialogue twice', { two: GOOD, TWO: GOOD }, 'BAD_FILE', ': TWO'],
    ['no list of turns', { two: 'hello' }, 'BAD_FILE', ': two'],
    ['too many turns', { two: [...GOOD, GOOD[0]] }, 'BAD_FILE', ': two'],
    ['a turn that is text', { two: ['hello'] }, 'BAD_FILE', 'two, turn 1'],
    ['no response', { two: [GOOD[0], { state: {} }] }, 'BAD_FILE', 'two, turn 2'],
    ['a state that is text', { two: [{ ...GOOD[0], state: 'north' }] }, 'BAD_FILE', 'two, turn 1'],
    ['domains that are text', { two: [{ ...GOOD[0], active_domains: 'hotel' }] }, 'BAD_FILE', 'two, turn 1'],
  ])('rejects %s', async (_, predictions, code, place) => {
    const { status, output } = await evaluate(predictions);
    expect(status).toBe(1);
    expect(output.error.code).toBe(code);
    expect(output.error.detail.place).toContain(place);
    expect(output.error.detail.nextStep).toBeTruthy();
  });

  it('rejects invalid folders and files', async () => {
    const predictions = await write('good.json', JSON.stringify({ two: GOOD }));
    const empty = join(folder, 'empty');
    await mkdir(empty, { recursive: true });
    const twice = join(folder, 'twice');
    await mkdir(twice, { recursive: true });
    for (const name of ['hotel_db.json', 'hotel.json'])
      await writeFile(join(twice, name), '[{"name":"a"},{"name":"b"}]');
    const broken = join(folder, 'broken');
    await mkdir(broken, { recursive: true });
    await writeFile(join(broken, 'hotel_db.json'), '[{"name":"a"}, 7]');
    const noStates = await write(
      'no-states.jsonl',
      JSON.stringify({ ...TWO, turns: TWO.turns.map(({ state, ...turn }) => turn) }),
    );
    const bare = await write('bare.json', JSON.stringify({ two: [{ response: 'Hello' }] }));
    const noGoals = await write('no-goals.jsonl', JSON.stringify(NO_GOAL));
    const cases: [string, string, string, string][] = [
      [predictions, dialogues, empty, 'BAD_FILE'],
      [predictions, dialogues, join(folder, 'nowhere'), 'NOT_FOUND'],
      [predictions, dialogues, predictions, 'CANNOT_READ'],
      [predictions, dialogues, twice, 'BAD_FILE'],
      [predictions, dialogues, broken, 'BAD_FILE'],
      [predictions, join(folder, 'nowhere.jsonl'), databases, 'CANNOT_READ'],
      [predictions, noGoals, databases, 'BAD_FILE'],
      [join(folder, 'nowhere.json'), dialogues, databases, 'CANNOT_READ'],
      [bare, noStates, databases, 'INVALID'],
    ];
    for (const [answers, file, db, code] of cases) {
      const { status, output } = await lab(
        'success',
        '--predictions',
        answers,
        '--dialogues',
        file,
        '--db',
        db,
      );
      expect([status, output.error?.code, output.error?.detail.nextStep !== null]).toEqual([1, code, true]);
    }
  });

  it('rejects missing options', async () => {
    for (const argv of [
      ['success', '--dialogues', dialogues, '--db', databases],
      ['success', '--predictions', 'x', '--db', databases],
      ['success', '--predictions', 'x', '--dialogues', dialogues],
      ['success', '--predictions', 'x', '--dialogues', dialogues, '--db', databases, '--belief', 'mine'],
      ['success', '--predictions', 'x', '--make-reference', 'y', '--dialogues', dialogues, '--db', databases],
      ['success', '--train', 'x', '--dialogues', dialogues, '--db', databases],
      ['retrieval', '--predictions', 'x'],
      ['luck'],
    ]) {
      const { status, output } = await lab(...argv);
      expect([status, output.error.code]).toEqual([1, 'INVALID']);
    }
  });

  it('exports the human answers as a predictions file', async () => {
    const out = join(folder, 'reference.json');
    const made = await lab('success', '--make-reference', out, '--dialogues', dialogues, '--db', databases);
    expect(made.output).toMatchObject({ written: out, dialogues: 2, turns: 4 });
    const written = JSON.parse(await readFile(out, 'utf8'));
    expect(written['Two.json']).toEqual([
      {
        response: '[hotel_name], [hotel_phone].',
        state: { hotel: { area: 'north' } },
        active_domains: ['hotel'],
      },
      {
        response: 'Done: [reference].',
        state: { hotel: { area: 'north', bookday: 'friday' } },
        active_domains: ['hotel'],
      },
      {
        response: 'A [taxi_car], [taxi_phone].',
        state: { hotel: { area: 'north' }, taxi: { leaveat: '17:00' } },
        active_domains: ['taxi'],
      },
    ]);
    const nowhere = join(folder, 'no-such-folder', 'reference.json');
    const failed = await lab(
      'success',
      '--make-reference',
      nowhere,
      '--dialogues',
      dialogues,
      '--db',
      databases,
    );
    expect([failed.status, failed.output.error.code]).toEqual([1, 'NOT_FOUND']);
  });
});

describeWithCorpus('task success of the corpora themselves', ['multiwoz', 'camrest676'], () => {
  const score = async (corpus: CorpusName, predictions: string, ...more: string[]) => {
    const db = corpusFile(corpus, 'native/db');
    const { output } = await lab(
      'success',
      '--predictions',
      predictions,
      '--dialogues',
      corpusPath(corpus),
      '--db',
      db,
      ...more,
    );
    return output;
  };

  it.each([
    ['multiwoz' as const, [92, 95], [90, 94], 'published'],
    ['camrest676' as const, [92, 96], [85, 90], 'all'],
  ])('is close to the published value for %s', async (corpus, inform, success, slots) => {
    const out = join(folder, `${corpus}.json`);
    await lab(
      'success',
      '--make-reference',
      out,
      '--dialogues',
      corpusPath(corpus),
      '--db',
      corpusFile(corpus, 'native/db'),
    );
    const own = await score(corpus, out);
    expect(own.beliefState).toBe('predictions');
    expect(own.requestedSlots).toBe(slots);
    expect(own.warnings).toEqual([]);
    expect(own.bleu.estimate).toBeCloseTo(100, 6);
    for (const [figure, [least, most]] of [
      [own.inform, inform],
      [own.success, success],
    ]) {
      expect(figure.estimate).toBeGreaterThan(least);
      expect(figure.estimate).toBeLessThan(most);
    }
    const oracle = await score(corpus, out, '--belief', 'oracle');
    const { seconds, beliefState, ...rest } = own;
    expect(oracle).toMatchObject(rest);
  });

  it('is low if nothing is answered', async () => {
    const reference = JSON.parse(await readFile(join(folder, 'camrest676.json'), 'utf8'));
    const mute = Object.fromEntries(
      Object.entries(reference).map(([id, turns]) => [
        id,
        (turns as unknown[]).map(() => ({ response: 'Hello.' })),
      ]),
    );
    const output = await score('camrest676', await write('mute.json', JSON.stringify(mute)));
    expect([output.inform.estimate, output.success.estimate]).toEqual([0, 0]);
  });
});
