/**
 * Trains the built-in tagger of support moves, and measures it on unseen brands.
 *
 * npx node bench/support-moves.ts trains, measures, and prints one JSON object
 * npx node bench/support-moves.ts --write also writes resources/moves/support-tagger.{json,bin}
 * npx node bench/support-moves.ts --shipped measures only the shipped one; --no-answers skips the gain from answers
 * npx node bench/support-moves.ts --sample [--seed=4711] [corpus[:dialogues] …] prints 20 random turns per corpus, to
 * read
 *
 * Labels are in resources/moves/labels, texts in DIALOGRAM_DATA (default ../shared/data), the demo's with its labels.
 * A turn is right if the move is the person's primary or second one. Vectors are cached in node_modules/.cache.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { knownEncoder } from '../electron/backend/providers/embeddings/known-encoder.ts';
import { type LabelledDialogue, packModel, trainSupport } from '../lab/train-support.ts';
import { wilsonInterval } from '../shared/algorithms/agreement/wilson.ts';
import { type InducedMoves, induceMoves, suitsSupportTagger } from '../shared/algorithms/moves/induce.ts';
import { createMovesCorpus, type SpokenTurn } from '../shared/algorithms/moves/moves-corpus.ts';
import { readTurn, textToEncode } from '../shared/algorithms/moves/support/support-features.ts';
import { type SupportModel, unpackModel } from '../shared/algorithms/moves/support/support-model.ts';
import { createSupportReading, supportName } from '../shared/algorithms/moves/support/support-reading.ts';
import { createSupportTagger } from '../shared/algorithms/moves/support/support-tagger.ts';
import { createRandom } from '../shared/algorithms/random/random.ts';
import { knownBySupport } from '../shared/algorithms/teaching/known-by-support.ts';
import type { Answer } from '../shared/algorithms/teaching/taught-moves.ts';
import { teach } from '../shared/algorithms/teaching/teach.ts';
import { createTeachingCorpus } from '../shared/algorithms/teaching/teaching-corpus.ts';
import { createTeachingDesk } from '../shared/algorithms/teaching/teaching-desk.ts';
import type { KnownMoves, SaidByName } from '../shared/algorithms/teaching/turn-features.ts';
import { DEMO_DEFAULTS, generateDemoDialogues } from '../shared/demo/generate.ts';
import { ROLES, type Role, turnsOf } from '../shared/domain/dialogue.ts';

interface Turn {
  readonly speaker: Role;
  readonly text: string;
}
interface Dialogue {
  readonly id: string;
  readonly domain: readonly string[];
  readonly turns: readonly Turn[];
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const DATA = process.env.DIALOGRAM_DATA ?? here('../../shared/data');
const LABELS = here('../resources/moves/labels');
const MODEL = here('../resources/moves/support-tagger');
const ENCODER = here('../resources/encoders/all-MiniLM-L6-v2');
const VECTORS = here('../node_modules/.cache/support-moves');
const TICKETS = 'twitter-support-threads';
/** These contain only one side, so every message is a turn. */
const ONE_SIDED = new Set(['multidogo']);
const SEED = 28;
const percent = (share: number): number => Math.round(1000 * share) / 10;

/** Brands drawn by seed 28 until they had 400 labeled turns, without brands that would exceed 440. */
const HELD_ASIDE = new Set([
  'XboxSupport',
  'Postmates_Help',
  'AskPayPal',
  'British_Airways',
  'AskLyft',
  'CenturyLinkHelp',
  'idea_cares',
  'ChaseSupport',
  'asksalesforce',
  'O2',
  'SW_Help',
  'LondonMidland',
  'askpanera',
  'GloCare',
  'hulu_support',
]); // prettier-ignore

function readLabels(): Map<string, Map<string, string[]>> {
  const corpora = new Map<string, Map<string, string[]>>();
  for (const file of readdirSync(LABELS).sort()) {
    if (!file.endsWith('.tsv') || file.startsWith('second-reading')) continue;
    for (const line of readFileSync(join(LABELS, file), 'utf8').split('\n').slice(1)) {
      const [corpus = '', dialogue, turn, , primary, secondary] = line.split('\t');
      if (!primary) continue;
      const own = corpora.get(corpus) ?? new Map<string, string[]>();
      corpora.set(corpus, own);
      own.set(`${dialogue} ${turn}`, secondary ? [primary, secondary] : [primary]);
    }
  }
  return corpora;
}

/** The labeled dialogues of the demo, with the texts that the labels were given for. The demo's sentences change. */
function readLabelledDemo(): readonly Dialogue[] {
  const dialogues = new Map<string, Turn[]>();
  for (const line of readFileSync(join(LABELS, 'demo.tsv'), 'utf8').trim().split('\n').slice(1)) {
    const [, id = '', , speaker, , , text = ''] = line.split('\t');
    const turns = dialogues.get(id) ?? [];
    dialogues.set(id, turns);
    for (const message of text.split(' | ')) turns.push({ speaker: speaker as Role, text: message });
  }
  return Array.from(dialogues, ([id, turns]) => ({ id, domain: ['demo'], turns }));
}

const readDialogues = (corpus: string): readonly Dialogue[] =>
  corpus === 'demo'
    ? generateDemoDialogues(DEMO_DEFAULTS).map(({ id, turns }) => ({
        id,
        domain: ['demo'],
        turns: turns.map(({ speaker, text }) => ({ speaker, text })),
      }))
    : gunzipSync(readFileSync(join(DATA, corpus, 'dialogues.jsonl.gz')))
        .toString('utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Dialogue);

interface CorpusDialogue extends LabelledDialogue {
  readonly spoken: readonly SpokenTurn[];
  readonly corpus: string;
  readonly brand: string;
}

async function vectorsOf(
  texts: readonly string[],
): Promise<{ readonly vectors: Float32Array; readonly dimensions: number; readonly name: string }> {
  const known = knownEncoder(ENCODER);
  const { dimensions, name } = known;
  const key = createHash('sha256')
    .update(known.fingerprint)
    .update(texts.join('\0'))
    .digest('hex')
    .slice(0, 16);
  const file = join(VECTORS, `${key}.f32`);
  if (!existsSync(file)) {
    const encoder = await known.load();
    const distinct = [...new Set(texts)];
    const encoded = new Float32Array(distinct.length * dimensions);
    for (let start = 0; start < distinct.length; start += 512) {
      console.error(`vectors: ${start} of ${distinct.length}`);
      encoded.set(await encoder.encodeTexts(distinct.slice(start, start + 512)), start * dimensions);
    }
    const placeOf = new Map(distinct.map((text, at) => [text, at]));
    const all = new Float32Array(texts.length * dimensions);
    for (const [at, text] of texts.entries()) {
      const place = placeOf.get(text) ?? 0;
      all.set(encoded.subarray(place * dimensions, (place + 1) * dimensions), at * dimensions);
    }
    mkdirSync(VECTORS, { recursive: true });
    writeFileSync(file, new Uint8Array(all.buffer));
  }
  return { vectors: new Float32Array(new Uint8Array(readFileSync(file)).buffer), dimensions, name };
}

async function readCorpus(corpus: string, labels: ReadonlyMap<string, string[]>) {
  const dialogues = corpus === 'demo' ? readLabelledDemo() : readDialogues(corpus);
  const read = dialogues.map(({ id, domain, turns: messages }) => {
    const roles = messages.map(({ speaker }) => speaker);
    const spans = turnsOf(roles, !ONE_SIDED.has(corpus));
    const spoken = spans.map(({ role, first, last }) => ({
      role,
      texts: messages.slice(first, last + 1).map(({ text }) => text),
    }));
    return {
      id,
      brand: domain[0] ?? '',
      spoken,
      labels: spans.map((_, turn) => labels.get(`${id} ${turn}`) ?? null),
    };
  });
  const labelled = read.filter((dialogue) => dialogue.labels.some((said) => said !== null));
  const { vectors, dimensions, name } = await vectorsOf(
    labelled.flatMap(({ spoken }) => spoken.map(({ texts }) => textToEncode(texts))),
  );
  let from = 0;
  const encoded = labelled.map(({ id, brand, spoken, labels: said }): CorpusDialogue => {
    const own = vectors.subarray(from * dimensions, (from + spoken.length) * dimensions);
    from += spoken.length;
    return {
      corpus,
      brand,
      group: corpus === TICKETS ? `${corpus} ${brand}` : `${corpus} ${id}`,
      spoken,
      turns: spoken.map(readTurn),
      vectors: own,
      labels: said,
    };
  });
  return { dialogues: encoded, encoder: { name, dimensions } };
}

const counted = (right: number, all: number) => {
  const { share, low, high } = wilsonInterval(right, all);
  return { turns: all, right: percent(share ?? 0), from: percent(low ?? 0), to: percent(high ?? 0) };
};

interface JudgedTurn {
  readonly role: Role;
  readonly said: string;
  readonly confidence: number;
  readonly labels: readonly string[];
  readonly opens: boolean;
}

function judge(
  model: SupportModel,
  dialogues: readonly CorpusDialogue[],
  withVectors: boolean,
): JudgedTurn[] {
  const tagger = createSupportTagger(model);
  return dialogues.flatMap((dialogue) => {
    const sure = tagger.tag({ turns: dialogue.turns, vectors: withVectors ? dialogue.vectors : null });
    return dialogue.labels.flatMap((labels, at): JudgedTurn[] => {
      if (!labels) return [];
      const { role } = dialogue.turns[at]!;
      const own = sure[at]!;
      const first = own.indexOf(Math.max(...own));
      return [
        { role, said: model.roles[role].moves[first]!, confidence: own[first]!, labels, opens: at === 0 },
      ];
    });
  });
}

const likeliest = (sure: Float64Array): number => sure.indexOf(Math.max(...sure));

/** Encodes only the turns that words alone leave uncertain, as the app does with many turns, or all turns. */
async function measureEncoding(model: SupportModel, dialogues: readonly CorpusDialogue[]) {
  const vectors = new Map<string, Float32Array>();
  const reading = createSupportReading(model, 0);
  for (const { spoken, vectors: own } of dialogues) {
    reading.add(spoken);
    if (!own) continue;
    for (const [at, { texts }] of spoken.entries())
      vectors.set(
        textToEncode(texts),
        own.subarray((at * own.length) / spoken.length, ((at + 1) * own.length) / spoken.length),
      );
  }
  const { sure } = await reading.readWith({
    name: '',
    encodeTexts: async (texts) => {
      const all = new Float32Array(texts.length * model.encoder.dimensions);
      for (const [at, text] of texts.entries()) all.set(vectors.get(text)!, at * model.encoder.dimensions);
      return all;
    },
  });
  const tagger = createSupportTagger(model);
  const words = reading.read().sure;
  const everything = dialogues.flatMap((dialogue) => tagger.tag(dialogue));
  const same = (other: readonly Float64Array[]): number =>
    percent(sure.filter((own, at) => likeliest(own) === likeliest(other[at]!)).length / sure.length);
  return {
    turns: sure.length,
    differentTexts: vectors.size,
    encoded: percent(reading.texts() / vectors.size),
    asWithAllEncoded: same(everything),
    asByWordsAlone: same(words),
    wordsAsWithAllEncoded: percent(
      words.filter((own, at) => likeliest(own) === likeliest(everything[at]!)).length / words.length,
    ),
    right: rightOf(model, dialogues, sure),
    rightWithAllEncoded: rightOf(model, dialogues, everything),
    rightByWordsAlone: rightOf(model, dialogues, words),
  };
}

function rightOf(
  model: SupportModel,
  dialogues: readonly CorpusDialogue[],
  sure: readonly Float64Array[],
): number {
  const judged = dialogues
    .flatMap(({ labels, turns }) => labels.map((own, at) => ({ own, role: turns[at]!.role })))
    .flatMap(({ own, role }, at) =>
      own ? [own.includes(model.roles[role].moves[likeliest(sure[at]!)]!)] : [],
    );
  return percent(judged.filter((right) => right).length / judged.length);
}

const isRight = ({ said, labels }: JudgedTurn): boolean => labels.includes(said);

function summarise(turns: readonly JudgedTurn[], least: number) {
  const complaints = turns.filter(({ labels }) => labels[0] === 'complain');
  const opening = turns.filter(({ role, opens }) => role === 'user' && opens);
  const openers = [...new Set(opening.flatMap(({ said, labels }) => [said, labels[0]!]))].map((move) => ({
    move,
    people: percent(opening.filter(({ labels }) => labels[0] === move).length / opening.length),
    tagger: percent(opening.filter(({ said }) => said === move).length / opening.length),
  }));
  return {
    ...counted(turns.filter(isRight).length, turns.length),
    customers: counted(
      turns.filter((one) => one.role === 'user' && isRight(one)).length,
      turns.filter(({ role }) => role === 'user').length,
    ),
    untagged: percent(turns.filter(({ confidence }) => confidence < least).length / turns.length),
    rightOfTagged: percent(
      turns.filter((one) => one.confidence >= least && isRight(one)).length /
        turns.filter(({ confidence }) => confidence >= least).length,
    ),
    meanConfidence: percent(turns.reduce((sum, { confidence }) => sum + confidence, 0) / turns.length),
    complaintsFound: counted(complaints.filter(({ said }) => said === 'complain').length, complaints.length),
    openers: openers.sort((a, b) => b.people - a.people),
  };
}

function details(turns: readonly JudgedTurn[]) {
  const bins = Array.from({ length: 10 }, (_, bin) =>
    turns.filter(({ confidence }) => Math.min(9, Math.floor(10 * confidence)) === bin),
  );
  return {
    calibration: bins.flatMap((own, bin) =>
      own.length === 0
        ? []
        : [
            {
              confidence: `${10 * bin}–${10 * bin + 10}`,
              ...counted(own.filter(isRight).length, own.length),
            },
          ],
    ),
    byMove: Object.fromEntries(
      ROLES.map((role) => {
        const own = turns.filter((one) => one.role === role);
        const moves = [...new Set(own.map(({ labels }) => labels[0]!))].sort();
        return [
          role,
          Object.fromEntries(
            moves.map((move) => {
              const meant = own.filter(({ labels }) => labels[0] === move);
              const taken: Record<string, number> = {};
              for (const { said, labels } of meant)
                if (!labels.includes(said)) taken[said] = (taken[said] ?? 0) + 1;
              return [move, { ...counted(meant.filter(isRight).length, meant.length), takenFor: taken }];
            }),
          ),
        ];
      }),
    ),
  };
}

const DRAWS = 10;
const COUNTS = [100, 300] as const;

/** Measures the gain from answers on unseen brands: some labeled turns are answers, the others are judged. */
function measureAnswers(model: SupportModel, dialogues: readonly CorpusDialogue[]) {
  const tagger = createSupportTagger(model);
  const reading = createTeachingCorpus();
  const given: (Answer | null)[] = [];
  const said: SaidByName[] = [];
  for (const dialogue of dialogues) {
    reading.add(dialogue.spoken);
    given.push(...dialogue.labels.map((own) => own as Answer | null));
    for (const [at, sure] of tagger.tag(dialogue).entries()) {
      const move = likeliest(sure);
      said.push({
        move: supportName(dialogue.turns[at]!.role, model.roles[dialogue.turns[at]!.role].moves[move]!),
        confidence: sure[move]!,
      });
    }
  }
  const corpus = reading.finish();
  const named = given.map(
    (own, turn) =>
      own && (own.map((label) => supportName(corpus.moves.roles[turn]!, label)) as unknown as Answer),
  );
  const known = knownBySupport(
    model,
    dialogues.map(({ spoken }) => spoken),
    (turn) => [said[turn]!],
    () => false,
    {
      dimensions: model.encoder.dimensions,
      values: Float32Array.from(dialogues.flatMap(({ vectors }) => [...vectors!])),
    },
  );
  const labelled = [...named.keys()].filter((turn) => named[turn] !== null);
  const shareRight = (answers: readonly number[], prior: KnownMoves | null): number => {
    const given = new Map(answers.map((turn) => [turn, named[turn]!]));
    const { turns } = teach(corpus, given, {
      ...{ holdBack: 0.1, vectors: true, known: prior, seed: 1, together: new Map() },
    });
    const judged = labelled.filter((turn) => !given.has(turn));
    const right = judged.filter((turn) => named[turn]!.includes(turns[turn]?.[0]?.move ?? ''));
    return percent(right.length / judged.length);
  };
  const result: Record<string, unknown> = {};
  for (const count of COUNTS) {
    for (const [name, prior] of [
      ['on the shipped tagger', known],
      ['on nothing', null],
    ] as const) {
      const shares = Array.from({ length: DRAWS }, (_, draw) =>
        shareRight(
          createRandom(1000 + draw)
            .shuffle([...labelled])
            .slice(0, count),
          prior,
        ),
      );
      const mean = shares.reduce((sum, share) => sum + share, 0) / DRAWS;
      result[`${count} answers ${name}`] = {
        mean: Math.round(10 * mean) / 10,
        spread:
          Math.round(
            10 * Math.sqrt(shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / (DRAWS - 1)),
          ) / 10,
        shares,
      };
    }
  }
  // As a person is asked. A group counts as many answers as it has turns; turns without a label are skipped.
  const desk = createTeachingDesk(corpus, 1, known);
  const answers = new Map<number, Answer>();
  const skipped = new Set<number>();
  let questions = 0;
  for (const count of COUNTS) {
    while (answers.size < count) {
      const asked = desk.next(answers, skipped);
      if (!asked) break;
      if (asked.turns.some((turn) => named[turn])) questions++;
      for (const turn of asked.turns) {
        const move = named[turn];
        if (move) answers.set(turn, move);
        else skipped.add(turn);
      }
    }
    result[`${count} answers in Teach's order`] = {
      questions,
      right: shareRight([...answers.keys()], known),
    };
  }
  return result;
}

/** Corpora of a sample, with the number of their unlabeled dialogues; for tickets only brands held aside. */
const SAMPLED =
  'twitter-support-threads multidogo star sgd multiwoz camrest676 taskmaster agent-tool-logs abcd demo'.split(
    ' ',
  );
const SAMPLED_DIALOGUES = 400;
const SAMPLED_TURNS = 20;
const SAMPLE_SEED = 4711;

/** Prints random turns with the app's moves and those without the support tagger, for a person to read. */
async function printSample(corpus: string, most: number, seed: number): Promise<void> {
  const random = createRandom(seed);
  const reading = createSupportReading(readShipped());
  const moves = createMovesCorpus();
  const heard: { readonly before: string; readonly role: Role; readonly text: string }[] = [];
  const labeled = new Set([...(readLabels().get(corpus)?.keys() ?? [])].map((turn) => turn.split(' ')[0]));
  const unseen = readDialogues(corpus).filter(({ id, domain }) =>
    corpus === TICKETS ? HELD_ASIDE.has(domain[0] ?? '') : !labeled.has(id),
  );
  for (const { turns: own } of random.shuffle(unseen).slice(0, most)) {
    const spans = turnsOf(
      own.map(({ speaker }) => speaker),
      !ONE_SIDED.has(corpus),
    );
    const turns = spans.map(
      ({ role, first, last }): SpokenTurn => ({
        role,
        texts: own.slice(first, last + 1).map(({ text }) => text),
      }),
    );
    reading.add(turns);
    moves.add(turns);
    for (const [at, { role, texts }] of turns.entries())
      heard.push({ before: turns[at - 1]?.texts.join(' ') ?? '', role, text: texts.join(' ') });
  }
  const plain = reading.read();
  const said = moves.finish();
  const isUsed = suitsSupportTagger(said, plain);
  const support = isUsed ? await reading.readWith(await knownEncoder(ENCODER).load()) : plain;
  const options = { method: 'auto', moves: 'auto', seed: 1 } as const;
  const chosenMoves = induceMoves(said, { ...options, support });
  const others = induceMoves(said, options);
  const namesIn = ({ model, turns }: InducedMoves, role: Role, turn: number): string => {
    const own = model.roles.find((one) => one.role === role);
    const names = turns[turn]!.moves.map(({ move }) => own?.names[own.cut[move] ?? -1] ?? 'other');
    return names.join(', ') || 'other';
  };
  const { method, why } = chosenMoves.model;
  console.log(`\n# ${corpus}: ${method}. ${why}`);
  const chosen = random.shuffle([...heard.keys()]).slice(0, SAMPLED_TURNS);
  for (const [number, turn] of chosen.sort((a, b) => a - b).entries()) {
    const { before, role, text } = heard[turn]!;
    console.log(`${number + 1}. ${before.slice(-150)} | ${role}: ${text.slice(0, 300)}`);
    console.log(
      `   ${namesIn(chosenMoves, role, turn)} (by ${others.model.method}: ${namesIn(others, role, turn)})`,
    );
  }
}

const options = process.argv.slice(2);
if (options.includes('--sample')) {
  const asked = options.filter((option) => !option.startsWith('--'));
  const seed = Number(options.find((option) => option.startsWith('--seed='))?.slice(7) ?? SAMPLE_SEED);
  for (const one of asked.length > 0 ? asked : SAMPLED) {
    const [corpus = '', most] = one.split(':');
    await printSample(corpus, Number(most) || SAMPLED_DIALOGUES, seed);
  }
  process.exit();
}
const labels = readLabels();
const all: CorpusDialogue[] = [];
let encoder: SupportModel['encoder'] = { name: '', dimensions: 0 };
for (const [corpus, own] of labels) {
  const read = await readCorpus(corpus, own);
  ({ encoder } = read);
  all.push(...read.dialogues);
}
const isAside = ({ corpus, brand }: CorpusDialogue): boolean => corpus === TICKETS && HELD_ASIDE.has(brand);
const aside = all.filter(isAside);
const training = createRandom(SEED).shuffle(all.filter((one) => !isAside(one)));
const labelledTurns = (dialogues: readonly CorpusDialogue[]): number =>
  dialogues.reduce((sum, one) => sum + one.labels.filter((said) => said !== null).length, 0);
const report: Record<string, unknown> = {
  trainedOn: Object.fromEntries(
    [...labels.keys()].map((corpus) => [
      corpus,
      labelledTurns(training.filter((one) => one.corpus === corpus)),
    ]),
  ),
  heldAside: labelledTurns(aside),
};
let model: SupportModel;
if (options.includes('--shipped')) {
  model = readShipped();
} else {
  const cpu = process.cpuUsage();
  const trained = trainSupport(training, encoder, (step) => console.error(step));
  // As shipped, with rounded weights.
  model = unpackModel(packModel(trained.model));
  for (const which of ['plain', 'encoded'] as const) {
    const judged = trained.heldBack[which].map(
      ({ dialogue, turn, sure }): JudgedTurn & { readonly corpus: string } => {
        const { role } = training[dialogue]!.turns[turn]!;
        const first = sure.indexOf(Math.max(...sure));
        return {
          corpus: training[dialogue]!.corpus,
          role,
          said: model.roles[role].moves[first]!,
          confidence: sure[first]!,
          labels: training[dialogue]!.labels[turn]!,
          opens: turn === 0,
        };
      },
    );
    report[`heldBack ${which}`] = Object.fromEntries(
      [...labels.keys()].map((corpus) => {
        const own = judged.filter((one) => one.corpus === corpus);
        return [
          corpus,
          corpus === TICKETS
            ? { ...summarise(own, model.leastSure[which]), ...details(own) }
            : counted(own.filter(isRight).length, own.length),
        ];
      }),
    );
  }
  const { user, system } = process.cpuUsage(cpu);
  report.cpuSeconds = Math.round((user + system) / 1e6);
  if (options.includes('--write')) {
    const { about, weights } = packModel(trained.model);
    writeFileSync(`${MODEL}.json`, `${JSON.stringify(about)}\n`);
    writeFileSync(`${MODEL}.bin`, new Uint8Array(weights.buffer));
  }
}
function readShipped(): SupportModel {
  const weights = readFileSync(`${MODEL}.bin`);
  return unpackModel({
    about: JSON.parse(readFileSync(`${MODEL}.json`, 'utf8')),
    weights: new Int8Array(weights.buffer, weights.byteOffset, weights.length),
  });
}
for (const which of ['plain', 'encoded'] as const) {
  const judged = judge(model, aside, which === 'encoded');
  report[`aside ${which}`] = { ...summarise(judged, model.leastSure[which]), ...details(judged) };
}
report.encoding = Object.fromEntries(
  await Promise.all(
    [...labels.keys()].map(async (corpus) => [
      corpus,
      await measureEncoding(model, corpus === TICKETS ? aside : all.filter((one) => one.corpus === corpus)),
    ]),
  ),
);
if (!options.includes('--no-answers')) report.answers = measureAnswers(model, aside);
const started = process.cpuUsage();
const speed = judge(model, aside, false).length;
for (let again = 0; again < 4; again++) judge(model, aside, false);
report.tagged = speed;
report.turnsPerCpuSecond = Math.round(
  (5 * aside.reduce((sum, { turns }) => sum + turns.length, 0)) / (process.cpuUsage(started).user / 1e6),
);
report.bytes = packModel(model).weights.length;
console.log(JSON.stringify(report, null, 1));
