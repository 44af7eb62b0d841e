/**
 * Measures how often the nearest turns by words and by a sentence encoder have the same act, and the time.
 *
 * npx node bench/likeness.ts use|minilm|FOLDER [corpus[:dialogues] …] (default: multiwoz star:1500)
 *
 * npx node bench/likeness.ts made-up [corpus[:dialogues] …] measures only time, with random vectors (default: sgd:7500)
 *
 * Corpora are in DIALOGRAM_DATA (default ../shared/data). A turn's class is its set of acts, or its move in `moves.tsv` beside the
 * corpus. In percent:
 * `same` is the share of the same class among the ten nearest turns; `otherWords` omits turns with equal words.
 * `gain` is the encoder's share minus that of words. `corrected`: the nearest of 2,000 turns, as in Review.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Estimate } from '#shared/domain/figures.ts';
import { likeness } from '../electron/backend/features/likeness/index.ts';
import { knownEncoder } from '../electron/backend/providers/embeddings/known-encoder.ts';
import { requireDialogue } from '../electron/backend/store/corpus/dialogue-table.ts';
import { placeReader, type TurnText, turnReader } from '../electron/backend/store/corpus/turn-table.ts';
import { beginEncoderRun, everyTurnOf, saveVectors } from '../electron/backend/store/runs/vector-table.ts';
import { bootstrap, bootstrapMean } from '../shared/algorithms/metrics/bootstrap.ts';
import { createRandom } from '../shared/algorithms/random/random.ts';
import { wordsOf } from '../shared/algorithms/retrieval/words/tokens.ts';
import type { Likeness, LocalEncoder } from '../shared/contract/base.ts';
import type { DialogueId, TurnId } from '../shared/domain/ids.ts';
import { finished, openWorkplace } from './kit/workplace.ts';

const data = process.env.DIALOGRAM_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const QUERIES = 500;
const NEAREST = 10;
const LOOKED_AT = 200;
const CORRECTED = 2000;
const COSINES = [0.5, 0.6, 0.7, 0.8, 0.9];

const MINILM = fileURLToPath(new URL('../resources/encoders/all-MiniLM-L6-v2', import.meta.url));
const [asked = 'made-up', ...named] = process.argv.slice(2);
const encoder = asked === 'minilm' ? MINILM : asked;
const isMadeUp = encoder === 'made-up';
const by: LocalEncoder =
  encoder === 'made-up' || encoder === 'use' ? 'universal-sentence-encoder-lite' : 'folder';

const percent = (share: number): number => Math.round(1000 * share) / 10;
const told = ({ estimate, lower, upper }: Estimate): string =>
  estimate === null
    ? 'none'
    : `${percent(estimate)} [${percent(lower ?? estimate)}, ${percent(upper ?? estimate)}]`;
const median = (times: readonly number[]): number => {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(10 * (sorted[Math.floor(sorted.length / 2)] ?? 0)) / 10;
};

interface Turn extends TurnText {
  readonly dialogue: DialogueId;
  readonly acted: string;
  readonly said: string;
}

type Workplace = ReturnType<typeof openWorkplace>;

/** Returns the moves that people read, by dialogue and turn; null if the corpus has none. */
function movesBeside(corpus: string): ReadonlyMap<string, string> | null {
  const file = join(data, corpus, 'moves.tsv');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n').slice(1).filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [id, turn, , move = ''] = line.split('\t');
      return [`${id} ${turn}`, move];
    }),
  );
}

function readTurns({ session }: Workplace, corpus: string, dialogues: readonly DialogueId[]) {
  const { database } = session.project();
  const read = turnReader(database, false);
  const moves = movesBeside(corpus);
  const turns = new Map<TurnId, Turn>();
  for (const dialogue of dialogues) {
    const { externalId } = requireDialogue(database, dialogue);
    for (const [at, turn] of read(dialogue).entries()) {
      const acts = (turn.acts ?? []).map((act) =>
        corpus === 'star' ? act : (act.split('-')[0] ?? '').toLowerCase(),
      );
      const acted = moves ? (moves.get(`${externalId} ${at}`) ?? '') : [...new Set(acts)].sort().join('+');
      turns.set(turn.id, { ...turn, dialogue, acted, said: wordsOf(turn.text).join(' ') });
    }
  }
  return turns;
}

/** For each of the ten nearest: whether it has the query's class; for those in other words also the similarity. */
interface LikenessAnswer {
  readonly same: readonly boolean[];
  readonly otherWords: readonly { readonly share: number | null; readonly isSame: boolean }[];
  readonly ms: number;
}

async function ask(
  { session }: Workplace,
  turns: ReadonlyMap<TurnId, Turn>,
  query: Turn,
  method: Likeness,
): Promise<LikenessAnswer> {
  const started = performance.now();
  const near = await session
    .project()
    .use(likeness)
    .find({ to: { turn: query.id }, by: method, role: query.role, most: LOOKED_AT, least: -1 });
  const ms = performance.now() - started;
  const others = near.flatMap(({ turn, share }) => {
    const other = turns.get(turn);
    return other && other.acted !== '' && other.dialogue !== query.dialogue ? [{ other, share }] : [];
  });
  const heard = new Set([query.said]);
  const inOtherWords = others.filter(({ other }) => {
    const isNew = !heard.has(other.said);
    heard.add(other.said);
    return isNew;
  });
  return {
    same: others.slice(0, NEAREST).map(({ other }) => other.acted === query.acted),
    otherWords: inOtherWords
      .slice(0, NEAREST)
      .map(({ other, share }) => ({ share, isSame: other.acted === query.acted })),
    ms,
  };
}

const sums = (hits: readonly boolean[]) => ({ sum: hits.filter(Boolean).length, count: hits.length });
const meanOf = (rows: readonly (readonly boolean[])[]): string =>
  told(bootstrapMean(rows.map(sums), { seed: 1 }));

function gainOf(words: readonly (readonly boolean[])[], vectors: readonly (readonly boolean[])[]): string {
  const rows = words.map((hits, at) => {
    const [one, other] = [sums(hits), sums(vectors[at] ?? [])];
    return Float64Array.of(one.sum, one.count, other.sum, other.count);
  });
  const gain = ([sum = 0, count = 0, ofSum = 0, ofCount = 0]: Float64Array): number =>
    ofSum / ofCount - sum / count;
  return told(bootstrap(rows, [gain], { seed: 1 })[0] as Estimate);
}

async function correctedOf(
  { session }: Workplace,
  turns: ReadonlyMap<TurnId, Turn>,
  queries: readonly Turn[],
  method: Likeness,
) {
  const random = createRandom(2);
  const ofRole = new Map(
    (['user', 'system'] as const).map((role) => {
      const acted = [...turns.values()].filter((turn) => turn.role === role && turn.acted !== '');
      return [role, random.shuffle(acted).slice(0, CORRECTED)];
    }),
  );
  const hits: boolean[][] = [];
  const times: number[] = [];
  for (const query of queries) {
    const among = (ofRole.get(query.role) ?? [])
      .filter(({ dialogue }) => dialogue !== query.dialogue)
      .map(({ id }) => id);
    const started = performance.now();
    const [first] = await session
      .project()
      .use(likeness)
      .find({ to: { turn: query.id }, by: method, among, most: 1 });
    times.push(performance.now() - started);
    hits.push(first ? [turns.get(first.turn)?.acted === query.acted] : []);
  }
  const answered = hits.filter(({ length }) => length > 0).length;
  return { answered: percent(answered / hits.length), same: meanOf(hits), ms: median(times) };
}

function makeUpVectors({ session }: Workplace, turnIds: Int32Array): void {
  const { database } = session.project();
  const { name, fingerprint } = knownEncoder(null);
  const dimensions = 384;
  const random = createRandom(1);
  const run = beginEncoderRun(database, {
    encoder: name,
    fingerprint: everyTurnOf(fingerprint),
    dimensions,
  });
  for (let start = 0; start < turnIds.length; start += 5000) {
    const part = turnIds.subarray(start, start + 5000);
    const vectors = Float32Array.from({ length: part.length * dimensions }, () => random.next() - 0.5);
    for (let at = 0; at < part.length; at++) {
      const own = vectors.subarray(at * dimensions, (at + 1) * dimensions);
      const length = Math.hypot(...own);
      for (let place = 0; place < dimensions; place++) own[place]! /= length;
    }
    saveVectors(database, run, { turnIds: part, vectors, dimensions }, 0, part.length);
  }
}

async function measure(corpus: string, given: string, dialogues: number) {
  const workplace = openWorkplace();
  const { client, session, folder } = workplace;
  const lines = gunzipSync(readFileSync(given)).toString('utf8').split('\n').filter(Boolean);
  const file = join(folder, `${corpus}.jsonl`);
  writeFileSync(file, createRandom(1).shuffle(lines).slice(0, dialogues).join('\n'));
  try {
    await client.projects.create({ path: join(folder, 'likeness.dialogram') });
    await finished(client, await client.corpus.import({ paths: [file] }));
    const { database } = session.project();
    const place = placeReader(database);
    const all: { id: TurnId; dialogue: DialogueId }[] = [];
    const { counts } = (await client.projects.current()) ?? {};
    for (let id = 1; all.length < (counts?.turns ?? 0); id++) {
      const found = place(id as TurnId);
      if (found) all.push({ id: id as TurnId, dialogue: found.dialogue });
    }
    const turns = readTurns(workplace, corpus, [...new Set(all.map(({ dialogue }) => dialogue))]);
    const started = performance.now();
    if (isMadeUp)
      makeUpVectors(
        workplace,
        Int32Array.from(all, ({ id }) => id),
      );
    else {
      if (by === 'folder') await client.comparison.chooseEncoder({ folder: encoder });
      await finished(client, await client.comparison.encode({ encoder: by, everyTurn: true }));
    }
    const encodeSeconds = Math.round((performance.now() - started) / 1000);
    const method = (await client.likeness.methods()).find((one) => one.by === by);
    const acted = [...turns.values()].filter((turn) => turn.acted !== '');
    const queries = createRandom(1).shuffle(acted).slice(0, QUERIES);
    const first = performance.now();
    await ask(workplace, turns, queries[0] as Turn, by);
    const firstMs = Math.round(performance.now() - first);
    const words: LikenessAnswer[] = [];
    const vectors: LikenessAnswer[] = [];
    for (const query of queries) {
      words.push(await ask(workplace, turns, query, 'words'));
      vectors.push(await ask(workplace, turns, query, by));
    }
    const head = {
      turns: turns.size,
      withActs: acted.length,
      classes: new Set(acted.map((turn) => turn.acted)).size,
      encoder: method?.title,
      share: method?.share,
      encodeSeconds,
      ms: {
        words: median(words.map(({ ms }) => ms)),
        encoder: median(vectors.map(({ ms }) => ms)),
        first: firstMs,
      },
    };
    if (isMadeUp) return head;
    const kinds = { words, encoder: vectors };
    const otherWords = (asked: LikenessAnswer): boolean[] => asked.otherWords.map(({ isSame }) => isSame);
    const ofRole = (role: string, asked: readonly LikenessAnswer[]) =>
      asked.filter((_, at) => queries[at]?.role === role);
    const pairs = vectors.flatMap((asked) => asked.otherWords);
    return {
      ...head,
      same: Object.fromEntries(
        Object.entries(kinds).map(([kind, asked]) => [kind, meanOf(asked.map(({ same }) => same))]),
      ),
      otherWords: Object.fromEntries(
        Object.entries(kinds).map(([kind, asked]) => [kind, meanOf(asked.map(otherWords))]),
      ),
      gain: {
        same: gainOf(
          words.map(({ same }) => same),
          vectors.map(({ same }) => same),
        ),
        otherWords: gainOf(words.map(otherWords), vectors.map(otherWords)),
      },
      roles: Object.fromEntries(
        ['user', 'system'].map((role) => [
          role,
          {
            queries: ofRole(role, words).length,
            words: meanOf(ofRole(role, words).map(otherWords)),
            encoder: meanOf(ofRole(role, vectors).map(otherWords)),
          },
        ]),
      ),
      byCosine: Object.fromEntries(
        COSINES.map((least) => {
          const reached = pairs.filter(({ share }) => (share ?? 0) >= least);
          return [
            least,
            {
              pairs: reached.length,
              same: percent(reached.filter(({ isSame }) => isSame).length / reached.length),
            },
          ];
        }),
      ),
      corrected: {
        words: await correctedOf(workplace, turns, queries, 'words'),
        encoder: await correctedOf(workplace, turns, queries, by),
      },
      peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
    };
  } finally {
    await workplace.close();
  }
}

const corpora = named.length > 0 ? named : isMadeUp ? ['sgd:7500'] : ['multiwoz', 'star:1500'];
const results: Record<string, unknown> = {};
for (const one of corpora) {
  const [corpus = '', dialogues] = one.split(':');
  const file = join(data, corpus, 'dialogues.jsonl.gz');
  results[one] = existsSync(file) ? await measure(corpus, file, Number(dialogues) || 1e9) : 'not there';
}
console.log(
  JSON.stringify(
    { bench: 'likeness', by: isMadeUp ? 'made-up vectors' : encoder.split('/').at(-1), ...results },
    null,
    1,
  ),
);
