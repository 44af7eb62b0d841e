/**
 * Measures learning alone on copies of demo dialogues, with one tag in twenty replaced at random.
 *
 * npx node bench/scale.ts [learner:dialogues|learner:FILE …]
 *
 * FILE has sequences by `bench/peers.ts`. Each runs in its own process. `rowsMb` is the memory before learning.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { symbolCorpusFromRows } from '../shared/algorithms/automaton/corpus/symbol-corpus.ts';
import { DEFAULT_PAPER_OPTIONS } from '../shared/algorithms/automaton/learn.ts';
import { learn, USUAL_STATES } from '../shared/algorithms/learning/learn.ts';
import { noisyRows, readSequences } from './kit/noisy-dialogues.ts';

const peakMb = (): number => Math.round(process.resourceUsage().maxRSS / 1024);

async function measure(learner: 'overview' | 'paper', from: string) {
  const rows = Number(from) > 0 ? noisyRows(Number(from)) : await readSequences(from);
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
  const usage = process.resourceUsage();
  return {
    learner,
    dialogues: rows.keys.length,
    turns: rows.turnRoles.length,
    corpusSeconds,
    learningSeconds,
    states: report.states,
    transitions: report.transitions,
    cpuSeconds: Math.round((usage.userCPUTime + usage.systemCPUTime) / 1e5) / 10,
    peakMb: peakMb(),
    rowsMb,
  };
}

const [asked, ...more] = process.argv.slice(2);
if (asked !== undefined && more.length === 0) {
  const [learner, from] = asked.split(':');
  const result = await measure(learner === 'paper' ? 'paper' : 'overview', from ?? '50000');
  process.stdout.write(`${JSON.stringify(result)}\n`);
} else {
  const sizes = [50_000, 200_000, 1_000_000];
  const all = asked
    ? [asked, ...more]
    : ['overview', 'paper'].flatMap((one) => sizes.map((size) => `${one}:${size}`));
  for (const one of all)
    execFileSync(process.execPath, [fileURLToPath(import.meta.url), one], { stdio: 'inherit' });
}
