import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { SpokenTurn } from '../moves/moves-corpus.ts';
import { unpackModel } from '../moves/support/support-model.ts';
import { turnsOfRole } from '../moves/turns-of-role.ts';
import { createRandom } from '../random/random.ts';
import type { SparseRows } from '../retrieval/dense/sparse-rows.ts';
import { knownBySupport } from './known-by-support.ts';
import { classProbabilities, fitLogisticRegression } from './logistic-regression.ts';
import {
  type Answer,
  bestMoves,
  fitCalibrated,
  fitTaught,
  judgeHeldBack,
  readTaught,
} from './taught-moves.ts';
import { createTeachingCorpus } from './teaching-corpus.ts';
import { createTeachingDesk } from './teaching-desk.ts';
import { alikeTurns, fineClusters, nextQuestions, unsureness } from './teaching-order.ts';
import {
  chooseColumns,
  fitTurnEncoder,
  type KnownMoves,
  LEAST_DIALOGUES,
  pickRows,
  type SaidByName,
  turnFeatures,
} from './turn-features.ts';

const SUPPORT_TAGGER = fileURLToPath(new URL('../../../resources/moves/support-tagger', import.meta.url));

function rows(...values: number[][]): SparseRows {
  const columnCount = values[0]?.length ?? 0;
  return {
    rowCount: values.length,
    columnCount,
    offsets: Int32Array.from({ length: values.length + 1 }, (_, row) => row * columnCount),
    columns: Int32Array.from({ length: values.length * columnCount }, (_, at) => at % columnCount),
    values: Float32Array.from(values.flat()),
  };
}

describe('logistic regression', () => {
  const points = rows([2, 0], [1.5, 0.2], [0, 2], [0.1, 1.5], [-2, -2], [-1.5, -2.5]);
  const targets = {
    classes: 3,
    values: Float64Array.from([1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1]),
  };

  it('tells apart what a line can', () => {
    const sure = classProbabilities(fitLogisticRegression(points, targets, 0.001), points);
    for (const [at, target] of targets.values.entries())
      if (target === 1) expect(sure[at]).toBeGreaterThan(0.9);
  });

  it('is where the gradient of the penalised loss is nothing', () => {
    const penalty = 0.1;
    const model = fitLogisticRegression(points, targets, penalty, { iterations: 200 });
    const sure = classProbabilities(model, points);
    for (let column = 0; column < 2; column++)
      for (let c = 0; c < 3; c++) {
        let gradient = penalty * model.weights[model.placeOf[column] * 3 + c];
        for (let row = 0; row < 6; row++)
          gradient +=
            (points.values[row * 2 + column] * (sure[row * 3 + c] - targets.values[row * 3 + c])) / 6;
        expect(gradient).toBeCloseTo(0, 2);
      }
  });

  it('says of rows without a known column what is most common', () => {
    const model = fitLogisticRegression(
      rows([1], [1], [1], [-1]),
      {
        classes: 2,
        values: Float64Array.from([1, 0, 1, 0, 1, 0, 0, 1]),
      },
      0.1,
    );
    const nothing = { ...rows([0]), rowCount: 1 };
    const [first, second] = classProbabilities(model, nothing);
    expect(first).toBeGreaterThan(second);
  });

  it('goes on from weights of fewer classes', () => {
    const first = fitLogisticRegression(
      rows([2, 0], [0, 2]),
      { classes: 2, values: Float64Array.from([1, 0, 0, 1]) },
      0.01,
    );
    const more = fitLogisticRegression(points, targets, 0.01, { from: first });
    const cold = fitLogisticRegression(points, targets, 0.01);
    const [left, right] = [classProbabilities(more, points), classProbabilities(cold, points)];
    for (const [at, value] of left.entries()) expect(value).toBeCloseTo(right[at], 1);
  });
});

const ITEMS = ['lamp', 'kettle', 'chair', 'router', 'phone', 'table', 'heater', 'mirror'];

function calls(count: number) {
  const random = createRandom(3);
  const reading = createTeachingCorpus();
  const answers: Answer[] = [];
  for (let at = 0; at < count; at++) {
    const item = random.pick(ITEMS);
    const turns: [SpokenTurn['role'], string, string][] = [
      [
        'user',
        ...random.pick([
          [`My ${item} is broken and does not work`, 'report'],
          [`The ${item} stopped working yesterday`, 'report'],
          [`How much is the ${item}?`, 'ask'],
          [`Do you sell a ${item} in blue?`, 'ask'],
        ] as [string, string][]),
      ],
      ['system', 'Please send us your order number.', 'ask-for-details'],
      [
        'user',
        ...random.pick([
          [`It is A${1000 + at}`, 'give'],
          [`My number is ${5000 + at}`, 'give'],
          ['Thanks, bye', 'thank'],
          ['Thank you so much!', 'thank'],
        ] as [string, string][]),
      ],
    ];
    reading.add(turns.map(([role, text]) => ({ role, texts: [text] })));
    for (const [role, , move] of turns) if (role === 'user') answers.push([move]);
  }
  const corpus = reading.finish();
  const turns = turnsOfRole(corpus.moves, 'user');
  return { corpus, turns, answers, dialogues: turns.map((turn) => corpus.moves.dialogues[turn]) };
}

describe('what is taught', () => {
  const { corpus, turns, answers, dialogues } = calls(120);
  const encoder = fitTurnEncoder(corpus, 'user', 1);
  const all = turnFeatures(corpus, chooseColumns(corpus, 'user'), encoder).rowsOf(turns);
  const known = [...answers.keys()].slice(0, 40);
  const taught = fitCalibrated(
    pickRows(all, known),
    known.map((at) => answers[at]),
    known.map((at) => dialogues[at]),
    1,
  );

  it('names the moves of turns nobody spoke of', () => {
    const sure = readTaught(taught, all);
    const right = [...answers.keys()]
      .slice(40)
      .filter((at) => bestMoves(taught, sure, at)[0].move === answers[at][0]);
    expect(right.length / (answers.length - 40)).toBeGreaterThan(0.9);
  });

  it('is told the same from the same answers', () => {
    const again = fitCalibrated(
      pickRows(all, known),
      known.map((at) => answers[at]),
      known.map((at) => dialogues[at]),
      1,
    );
    expect([...again.model.weights]).toEqual([...taught.model.weights]);
    expect(again.temperature).toBe(taught.temperature);
  });

  it('judges each answer by others alone', () => {
    const four = known.slice(0, 4).map((at): Answer => [`move ${at}`]);
    const judged = judgeHeldBack(
      pickRows(all, known.slice(0, 4)),
      four,
      [
        [0, 1],
        [2, 3],
      ],
      taught,
    );
    expect(judged.map(({ right }) => right)).toEqual([false, false, false, false]);
  });

  it('says a second move only where it is likely', () => {
    const two = { ...taught, moves: ['a', 'b', 'c'] };
    expect(bestMoves(two, Float64Array.from([0.6, 0.3, 0.1]), 0).map(({ move }) => move)).toEqual(['a', 'b']);
    expect(bestMoves(two, Float64Array.from([0.8, 0.1, 0.1]), 0).map(({ move }) => move)).toEqual(['a']);
  });

  it('keeps no words that few dialogues have, and no digits', () => {
    const { words } = chooseColumns(corpus, 'user');
    for (const [word] of words) {
      expect(word).not.toMatch(/\d/);
      const having = new Set<number>();
      for (const turn of turns)
        if (
          corpus.moves.sentences[turn].some((sentence) =>
            ` ${sentence.words.join(' ')} `.includes(` ${word.replace('^ ', '')} `),
          )
        )
          having.add(corpus.moves.dialogues[turn]);
      expect(having.size).toBeGreaterThanOrEqual(LEAST_DIALOGUES);
    }
    expect(words.map(([word]) => word)).toContain('thank you');
  });

  it('works without vectors, as a tagger does that leaves the project', () => {
    const bare = turnFeatures(corpus, chooseColumns(corpus, 'user'), null).rowsOf(turns);
    const lone = fitTaught(
      pickRows(bare, known),
      known.map((at) => answers[at]),
    );
    const sure = readTaught(lone, bare);
    const right = [...answers.keys()]
      .slice(40)
      .filter((at) => bestMoves(lone, sure, at)[0].move === answers[at][0]);
    expect(right.length / (answers.length - 40)).toBeGreaterThan(0.9);
  });
});

describe('what is asked next', () => {
  const { corpus, turns } = calls(120);
  const texts = Array.from(turns, (turn) => corpus.moves.sentences[turn].map(({ words }) => words));
  const clusters = fineClusters(fitTurnEncoder(corpus, 'user', 1).encode(texts), 1);
  const unsure = new Float64Array(turns.length).fill(1);

  it('asks about the largest clusters first while nothing is known', () => {
    const questions = nextQuestions(clusters, unsure, new Uint8Array(turns.length), 3);
    expect(questions.map(({ kind }) => kind)).toEqual(['cluster', 'cluster', 'cluster']);
    const sizes = questions.map((question) =>
      question.kind === 'cluster' ? clusters.turns[question.cluster].length : 0,
    );
    expect(sizes[0]).toBe(Math.max(...clusters.turns.map((rows) => rows.length)));
  });

  it('asks no turn again, and of a cluster that was spoken of the most unsure turn', () => {
    const answered = new Uint8Array(turns.length);
    for (const rows of clusters.turns) answered[rows[0]] = 1;
    const doubtful = clusters.turns.find((rows) => rows.length > 3)?.[2] ?? -1;
    const known = unsure.map((_, row) => (row === doubtful ? 1 : 0.1));
    const [first] = nextQuestions(clusters, known, answered, 1);
    expect(first).toMatchObject({ kind: 'turn', row: doubtful });
    const questions = nextQuestions(clusters, known, answered, 1000);
    for (const question of questions) if (question.kind === 'turn') expect(answered[question.row]).toBe(0);
  });

  it('is unsure where two moves are as likely', () => {
    const [level, certain] = unsureness(Float64Array.from([0.5, 0.5, 0, 1, 0, 0]), 3);
    expect(level).toBeCloseTo(1);
    expect(certain).toBeCloseTo(0);
  });
});

describe('the desk', () => {
  const { corpus, turns, answers } = calls(120);
  const moveOf = new Map(Array.from(turns, (turn, at) => [turn, answers[at]]));
  const sayOf = (turn: number): Answer => moveOf.get(turn) ?? ['ask-for-details'];

  it('asks until everything was answered or skipped, and of nothing twice', () => {
    const desk = createTeachingDesk(corpus, 1);
    const given = new Map<number, Answer>();
    const skipped = new Set<number>();
    for (let questions = 0; questions < 1000; questions++) {
      const asked = desk.next(given, skipped);
      if (!asked) break;
      for (const turn of asked.turns) {
        expect(given.has(turn) || skipped.has(turn)).toBe(false);
        if (questions % 7 === 3) skipped.add(turn);
        else given.set(turn, sayOf(turn));
      }
      for (const turn of asked.border) expect(given.has(turn)).toBe(false);
    }
    expect(given.size + skipped.size).toBe(corpus.signs.length);
    expect(skipped.size).toBeGreaterThan(0);
  });

  it('draws one of six at random, and measures on those alone', () => {
    const desk = createTeachingDesk(corpus, 1);
    const given = new Map<number, Answer>();
    const drawn = new Set<number>();
    const skipped = new Set<number>();
    while (given.size < 150) {
      const asked = desk.next(given, skipped);
      if (!asked) break;
      const [first] = asked.turns;
      if (asked.drawn) expect(asked.turns).toHaveLength(1);
      // One of the drawn turns is skipped.
      if (asked.drawn && drawn.size === 4 && skipped.size === 0) {
        skipped.add(first!);
        continue;
      }
      if (asked.drawn) drawn.add(first!);
      for (const turn of asked.turns) given.set(turn, sayOf(turn));
    }
    expect(drawn.size).toBeGreaterThan(15);
    const progress = desk.progress(given, new Map());
    // The system makes only one move here, so its turns prove nothing.
    const judged = [...drawn].filter((turn) => moveOf.has(turn)).length;
    expect(judged).toBeGreaterThan(5);
    expect(progress.drawn.answers).toBeGreaterThanOrEqual(judged);
    expect(progress.drawn.answers).toBeLessThan(progress.all.answers / 2);
    // Drawn turns come first in a fixed order, so other answers do not count as a sample.
    const others = new Map([...given].filter(([turn]) => !drawn.has(turn)));
    expect(desk.progress(others, new Map()).drawn.answers).toBeLessThan(5);
    // It does not matter when and how the drawn turns were answered.
    expect(createTeachingDesk(corpus, 1).progress(given, new Map()).drawn).toEqual(progress.drawn);
  });

  it('guesses what it was taught, and forgets a move that was taken back', () => {
    const desk = createTeachingDesk(corpus, 1);
    const some = new Map([...turns].slice(0, 40).map((turn) => [turn, sayOf(turn)]));
    const asks = [...turns].filter((turn) => sayOf(turn)[0] === 'ask');
    const open = new Set([...corpus.signs.keys()].filter((turn) => !asks.includes(turn)));
    const left = new Map([...some].filter(([turn]) => !asks.slice(5).includes(turn)));
    expect(desk.next(left, open)?.guesses[0]?.move).toBe('ask');
    const without = new Map([...some].filter(([, [move]]) => move !== 'ask'));
    expect(desk.next(without, open)?.guesses.map(({ move }) => move)).not.toContain('ask');
  });

  it('holds back together what was answered together', () => {
    const desk = createTeachingDesk(corpus, 1);
    const some = [...turns].slice(0, 20);
    const odd = new Map(some.map((turn, at) => [turn, [`move ${Math.floor(at / 4)}`] as Answer]));
    const together = new Map(some.map((turn, at) => [turn, Math.floor(at / 4)]));
    expect(desk.progress(odd, together).all).toEqual({ right: 0, answers: 20 });
  });
});

describe('a group of turns', () => {
  const closeness = Float32Array.from([0.9, 0.9, 0.8, 0.8, 0.8]);
  const group = [0, 1, 2, 3, 4];

  it('is asked about where four of five have the same likeliest move, and of these alone', () => {
    expect(alikeTurns({ closeness }, group, Int32Array.of(1, 1, 1, 2, 1))).toEqual([0, 1, 2, 4]);
    expect(alikeTurns({ closeness }, group, Int32Array.of(1, 1, 1, 2, 3))).toEqual([]);
  });

  it('is asked about before anything is known where it is close', () => {
    expect(alikeTurns({ closeness }, group, null)).toEqual(group);
    expect(alikeTurns({ closeness: closeness.map((value) => value / 2) }, group, null)).toEqual([]);
  });
});

describe('answers that correct what is known', () => {
  const { corpus, turns, answers } = calls(60);
  const right = new Map(Array.from(turns, (turn, at) => [turn, answers[at]![0]]));
  const names = [...new Set(right.values())].sort();
  /** Takes one move for another, and leaves some turns without any. */
  const [taken = '', ...others] = names;
  const known: KnownMoves = {
    moves: { user: names, system: names },
    of: (turn: number) => {
      if (turn % 10 === 0) return [];
      const move = right.get(turn) ?? '';
      return [{ move: move === taken ? (others[0] ?? '') : move, confidence: 0.9 }];
    },
    isUntagged: (turn: number) => turn % 10 === 0,
    vectors: null,
    withAnswers: () => known,
  };
  const role = corpus.moves.roles[turns[0]!]!;
  const features = turnFeatures(corpus, chooseColumns(corpus, role), fitTurnEncoder(corpus, role, 1), known);
  const all = features.rowsOf(turns);
  const shareRight = (given: readonly number[]): number => {
    const taught = fitTaught(
      pickRows(all, given),
      given.map((at) => answers[at]!),
      { known: features.known },
    );
    const sure = readTaught(taught, all);
    const hits = Array.from(turns, (turn, at) => bestMoves(taught, sure, at)[0].move === right.get(turn));
    return hits.filter(Boolean).length / hits.length;
  };

  it('begin with it where there is no answer yet', () => {
    const expected = Array.from(turns, (turn) => known.of(turn)[0]?.move === right.get(turn));
    const share = expected.filter(Boolean).length / expected.length;
    expect(shareRight([])).toBeGreaterThanOrEqual(share - 0.02);
    expect(share).toBeLessThan(0.95);
  });

  it('mend what it takes for another move', () => {
    const some = [...turns.keys()].filter((at) => at % 3 === 0);
    expect(shareRight(some)).toBeGreaterThan(shareRight([]) + 0.02);
  });

  it('are asked first of turns that it left without a move', () => {
    const desk = createTeachingDesk(corpus, 1, known);
    const asked = desk.next(new Map(), new Set());
    expect(asked?.turns.some((turn) => known.of(turn).length === 0)).toBe(true);
    // Nothing is known of these turns, so no move is likelier than another.
    expect(asked?.guesses).toEqual([]);
    const sure = (turn: number) => [{ move: right.get(turn) ?? '', confidence: 0.9 }];
    const certain: KnownMoves = { ...known, of: sure, isUntagged: () => false, withAnswers: () => certain };
    const next = createTeachingDesk(corpus, 1, certain).next(new Map(), new Set());
    expect(next?.guesses[0]?.move).toBe(right.get(next?.turns[0] ?? -1));
  });
});

describe('answers that tell something about the turns around', () => {
  const { corpus, turns, answers } = calls(60);
  const right = new Map(Array.from(turns, (turn, at) => [turn, answers[at]!]));
  const names = [...new Set(answers.flat())].sort();
  const dialogueOf = (turn: number): number => corpus.moves.dialogues[turn]!;
  /** Knows nothing of a dialogue until a turn of it is answered. */
  const known: KnownMoves = {
    moves: { user: names, system: names },
    of: () => [],
    isUntagged: () => false,
    vectors: null,
    withAnswers: (given) => ({
      ...known,
      of: (turn) =>
        [...given.keys()].some((other) => other !== turn && dialogueOf(other) === dialogueOf(turn))
          ? [{ move: right.get(turn)?.[0] ?? '', confidence: 0.99 }]
          : [],
    }),
  };
  const desk = createTeachingDesk(corpus, 1, known);

  it('are used for the next question', () => {
    const [first = -1, second = -1] = turns;
    const others = new Set([...corpus.signs.keys()].filter((turn) => turn !== second));
    const asked = desk.next(new Map([[first, right.get(first)!]]), others);
    expect(asked?.turns).toEqual([second]);
    expect(asked?.guesses[0]?.move).toBe(right.get(second)?.[0]);
  });

  it('are used for the accuracy', () => {
    const { all } = desk.progress(new Map(right), new Map());
    expect(all).toEqual({ right: right.size, answers: right.size });
  });
});

describe('what the support tagger knows', () => {
  const about = JSON.parse(readFileSync(`${SUPPORT_TAGGER}.json`, 'utf8'));
  const weights = readFileSync(`${SUPPORT_TAGGER}.bin`);
  const model = unpackModel({
    about,
    weights: new Int8Array(weights.buffer, weights.byteOffset, weights.length),
  });
  const dialogue: SpokenTurn[] = [
    { role: 'user', texts: ['@shop you are the worst company ever, rude staff, terrible service!'] },
    { role: 'system', texts: ['Which parcel is it?'] },
    { role: 'user', texts: ['The blue one'] },
  ];
  const said = [[{ move: 'is-angry', confidence: 0.8 }], [{ move: 'asks-for-details', confidence: 0.9 }], []];
  const known = knownBySupport(
    model,
    [dialogue],
    (turn) => said[turn] ?? [],
    () => false,
    null,
  );
  const shareOf = (of: readonly SaidByName[], move: string): number =>
    of.find((one) => one.move === move)?.confidence ?? 0;

  it('are all moves of a turn, by the names that they have now', () => {
    const moves = known.of(0);
    expect(moves.reduce((sum, { confidence }) => sum + confidence, 0)).toBeCloseTo(1, 6);
    expect(moves.toSorted((a, b) => b.confidence - a.confidence)[0]?.move).toBe('is-angry');
    expect(known.moves.user).toContain('is-angry');
    expect(known.moves.user).not.toContain('complains');
  });

  it('changes with answers about the turns around', () => {
    const answered = known.withAnswers(new Map([[1, ['says-goodbye']]]));
    expect(answered.of(2)).not.toEqual(known.of(2));
    expect(shareOf(answered.of(2), 'gives-details')).toBeLessThan(shareOf(known.of(2), 'gives-details'));
  });
});
