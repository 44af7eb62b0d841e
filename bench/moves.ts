/**
 * Measures how well moves found without labels fit people's acts, how stable they are, and the time.
 *
 * npx node bench/moves.ts [corpus[:dialogues][:moves][:method][:language] …]
 *
 * By default `sgd:3000:12:context multiwoz::12:context twitter-support-threads`, from DIALOGRAM_DATA.
 * DIALOGRAM_ENCODER compares encoders, separated by commas: `lsa` (the default, fitted on the corpus), `use` (Universal
 * Sentence Encoder lite), `minilm`, or a folder. `vMeasure` has 95 % intervals, `gain` is the difference from the first.
 * A turn's true class is its set of act names. A language such as `und` (unknown) removes everything English.
 * In percent. Purity is the share of right turns if each move takes its most common class.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { knownEncoder } from '../electron/backend/providers/embeddings/known-encoder.ts';
import { comparePartitions } from '../shared/algorithms/agreement/partition-agreement.ts';
import { encodeSentencesOf } from '../shared/algorithms/moves/clusters/encode-sentences.ts';
import { type InducedMoves, induceMoves } from '../shared/algorithms/moves/induce.ts';
import { createMovesCorpus } from '../shared/algorithms/moves/moves-corpus.ts';
import type { MovesMethod } from '../shared/algorithms/moves/moves-model.ts';
import { ROLES, type Role, turnsOf } from '../shared/domain/dialogue.ts';
import { vMeasuresOf } from './kit/paired-partitions.ts';

interface Turn {
  readonly speaker: Role;
  readonly text: string;
  readonly acts?: readonly string[];
}

const METHODS: readonly (MovesMethod | 'auto')[] = ['context', 'cues', 'auto'];
const LINE_FEED = 0x0a;
const percent = (share: number): number => Math.round(1000 * share) / 10;

function readCorpus(file: string, limit: number, language: string | undefined) {
  const labels = readLabels(file);
  const bytes = gunzipSync(readFileSync(file));
  let all = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, end + 1)) all++;
  // Spread over the file, whose parts may have different subjects.
  const isTaken = (at: number): boolean =>
    limit >= all || Math.floor((at * limit) / all) !== Math.floor(((at - 1) * limit) / all);
  const corpus = createMovesCorpus(language ? { language } : {});
  const acts: string[] = [];
  const dialogues: string[] = [];
  // Line by line, as all lines at once would take more memory than finding the moves.
  for (let at = 0, start = 0; at < all; at++) {
    const end = bytes.indexOf(LINE_FEED, start);
    const line = bytes.toString('utf8', start, end);
    start = end + 1;
    if (!isTaken(at)) continue;
    const { id, turns: messages } = JSON.parse(line) as { id: string; turns: readonly Turn[] };
    const roles = messages.map(({ speaker }) => speaker);
    const turns = turnsOf(roles, true).map(({ role, first, last }) => ({
      role,
      messages: messages.slice(first, last + 1),
    }));
    corpus.add(turns.map(({ role, messages: said }) => ({ role, texts: said.map(({ text }) => text) })));
    for (const [place, { messages: said }] of turns.entries()) {
      dialogues.push(id);
      if (labels !== null) {
        acts.push(labels.get(`${id} ${place}`) ?? '');
        continue;
      }
      const names = said.flatMap((turn) => turn.acts ?? []).map((act) => act.split('-')[0].toLowerCase());
      acts.push([...new Set(names)].sort().join('+'));
    }
  }
  return { corpus: corpus.finish(), acts, dialogues };
}

function readLabels(file: string): ReadonlyMap<string, string> | null {
  const path = join(dirname(file), 'moves.tsv');
  if (!existsSync(path)) return null;
  const lines = readFileSync(path, 'utf8').split('\n').slice(1).filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [id, turn, _role, move = ''] = line.split('\t');
      return [`${id} ${turn}`, move];
    }),
  );
}

function agreementWithActs(
  role: Role,
  roles: readonly Role[],
  { turns }: InducedMoves,
  acts: readonly string[],
) {
  const ids = new Map<string, number>();
  const left: number[] = [];
  const right: number[] = [];
  for (const [at, act] of acts.entries()) {
    if (roles[at] !== role || act === '') continue;
    if (!ids.has(act)) ids.set(act, ids.size);
    left.push(turns[at].moves[0]?.move ?? -1);
    right.push(ids.get(act) ?? -1);
  }
  if (left.length === 0) return null;
  const { vMeasure, purity, adjustedRand } = comparePartitions(left, right);
  const commonest = comparePartitions(new Int32Array(right.length), right).purity;
  return {
    classes: ids.size,
    vMeasure: percent(vMeasure),
    purity: percent(purity),
    commonest: percent(commonest),
    adjustedRand: percent(adjustedRand),
  };
}

const MINILM = fileURLToPath(new URL('../resources/encoders/all-MiniLM-L6-v2', import.meta.url));
const encoders = await Promise.all(
  (process.env.DIALOGRAM_ENCODER ?? 'lsa').split(',').map((name) => {
    if (name === 'lsa') return null;
    return knownEncoder(name === 'use' ? null : name === 'minilm' ? MINILM : name).load();
  }),
);

async function measure(
  file: string,
  limit: number,
  moves: number | 'auto',
  method: MovesMethod | 'auto',
  language: string | undefined,
) {
  const { corpus, acts, dialogues } = readCorpus(file, limit, language);
  const found: InducedMoves[] = [];
  const results: Record<string, object> = {};
  for (const encoder of encoders) {
    const started = performance.now();
    const cpu = process.cpuUsage();
    const given = encoder ? { encoder: await encodeSentencesOf(corpus, encoder) } : {};
    const induced = induceMoves(corpus, { method, moves, seed: 1, ...given });
    found.push(induced);
    const { user, system } = process.cpuUsage(cpu);
    results[encoder?.name ?? 'lsa'] = {
      ...describe(corpus.roles, induced, acts),
      seconds: Math.round((performance.now() - started) / 100) / 10,
      cpuSeconds: Math.round((user + system) / 1e5) / 10,
      peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
    };
  }
  const fit = ROLES.map((role) => {
    const labeled = acts.flatMap((act, at) => (corpus.roles[at] === role && act !== '' ? at : []));
    if (labeled.length === 0) return [role, null];
    const moved = found.map(({ turns }) => labeled.map((at) => turns[at].moves[0]?.move ?? -1));
    return [
      role,
      vMeasuresOf(
        labeled.map((at) => acts[at]),
        labeled.map((at) => dialogues[at]),
        moved,
      ),
    ];
  });
  return { ...Object.fromEntries(fit), ...results };
}

function describe(roles: readonly Role[], induced: InducedMoves, acts: readonly string[]) {
  return {
    turns: roles.length,
    method: induced.model.method,
    encoder: induced.model.encoder,
    stability: induced.model.stability,
    acts: Object.fromEntries(ROLES.map((role) => [role, agreementWithActs(role, roles, induced, acts)])),
    moves: Object.fromEntries(
      induced.model.roles.map(({ role, cut, names, turns, otherTurns }) => {
        const all = turns.reduce((sum, count) => sum + count, otherTurns);
        const named = cut.map((node, at) => [names[node], percent(turns[at] / all)] as const);
        return [
          role,
          Object.fromEntries([...named.sort((a, b) => b[1] - a[1]), ['other', percent(otherTurns / all)]]),
        ];
      }),
    ),
  };
}

const folder = process.env.DIALOGRAM_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const asked = process.argv.slice(2);
const results: Record<string, unknown> = {};
for (const one of asked.length > 0
  ? asked
  : ['sgd:3000:12:context', 'multiwoz::12:context', 'twitter-support-threads']) {
  const [name = '', limit, moves, method, language] = one.split(':');
  const file = join(folder, name, 'dialogues.jsonl.gz');
  results[one] = existsSync(file)
    ? await measure(
        file,
        Number(limit) || 1e9,
        Number(moves) || 'auto',
        METHODS.find((known) => known === method) ?? 'auto',
        language,
      )
    : { skipped: `no such file: ${file}; set DIALOGRAM_DATA` };
}
console.log(JSON.stringify(results, null, 2));
