/**
 * Measures learning alone at many dialogues: those of the demo, copied, with one tag in twenty replaced at random.
 *
 * npx node bench/scale.ts [learner:dialogues …] (default: overview and paper with 50,000, 200,000 and 1,000,000)
 *
 * Each runs in a process of its own. Prints a line of JSON for each: processor seconds for the corpus and for learning,
 * states, and the most memory in MB, of which `rowsMb` were taken before learning began.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TaggedRows } from '../shared/algorithms/automaton/corpus/symbol-corpus.ts';
import { symbolCorpusFromRows } from '../shared/algorithms/automaton/corpus/symbol-corpus.ts';
import { DEFAULT_PAPER_OPTIONS } from '../shared/algorithms/automaton/learn.ts';
import { learn, USUAL_STATES } from '../shared/algorithms/learning/learn.ts';
import { createRandom } from '../shared/algorithms/random/random.ts';
import { generateDemoDialogues } from '../shared/demo/generate.ts';
import { ROLES, roundsOf } from '../shared/domain/dialogue.ts';

const DISTINCT = 5000;
const NOISE = 0.05;

function noisyRows(count: number): TaggedRows {
  const idOf = new Map<string, number>();
  const distinct = generateDemoDialogues({ seed: 1, count: Math.min(count, DISTINCT) }).map(({ turns }) => {
    const roles = turns.map(({ speaker }) => speaker);
    return roundsOf(roles, true).map(({ role, first }) => {
      const [tag] = turns[first].acts;
      if (!idOf.has(tag)) idOf.set(tag, idOf.size);
      return { role: ROLES.indexOf(role), tag: idOf.get(tag) ?? 0 };
    });
  });
  const tagNames = [...idOf.keys()];
  const { next, integer } = createRandom(2);
  const roundOffsets = new Int32Array(count + 1);
  for (let at = 0; at < count; at++)
    roundOffsets[at + 1] = roundOffsets[at] + distinct[at % distinct.length].length;
  const rounds = roundOffsets[count];
  const roundRoles = new Uint8Array(rounds);
  const tagIds = new Int32Array(rounds);
  for (let at = 0; at < count; at++)
    for (const [place, { role, tag }] of distinct[at % distinct.length].entries()) {
      roundRoles[roundOffsets[at] + place] = role;
      tagIds[roundOffsets[at] + place] = next() < NOISE ? integer(tagNames.length) : tag;
    }
  return {
    keys: Array.from({ length: count }, (_, at) => String(at).padStart(8, '0')),
    roundOffsets,
    roundRoles,
    tagOffsets: Int32Array.from({ length: rounds + 1 }, (_, at) => at),
    tagIds,
    tagNames,
  };
}

const peakMb = (): number => Math.round(process.resourceUsage().maxRSS / 1024);

function measure(learner: 'overview' | 'paper', dialogues: number) {
  const rows = noisyRows(dialogues);
  const rowsMb = peakMb();
  const seconds: number[] = [];
  const timed = <Result>(work: () => Result): Result => {
    const before = process.cpuUsage();
    const result = work();
    const { user, system } = process.cpuUsage(before);
    seconds.push(Math.round((user + system) / 1e4) / 100);
    return result;
  };
  const corpus = timed(() => symbolCorpusFromRows(rows));
  const { report } = timed(() => learn(learner, corpus, { ...DEFAULT_PAPER_OPTIONS, states: USUAL_STATES }));
  const [corpusSeconds, learningSeconds] = seconds;
  return {
    learner,
    dialogues,
    turns: rows.roundRoles.length,
    corpusSeconds,
    learningSeconds,
    states: report.states,
    peakMb: peakMb(),
    rowsMb,
  };
}

const [asked, ...more] = process.argv.slice(2);
if (asked !== undefined && more.length === 0) {
  const [learner, dialogues] = asked.split(':');
  const result = measure(learner === 'paper' ? 'paper' : 'overview', Number(dialogues) || 50_000);
  process.stdout.write(`${JSON.stringify(result)}\n`);
} else {
  const sizes = [50_000, 200_000, 1_000_000];
  const all = asked
    ? [asked, ...more]
    : ['overview', 'paper'].flatMap((one) => sizes.map((size) => `${one}:${size}`));
  for (const one of all)
    execFileSync(process.execPath, [fileURLToPath(import.meta.url), one], { stdio: 'inherit' });
}
