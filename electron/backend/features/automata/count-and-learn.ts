import { performance } from 'node:perf_hooks';
import { automatonToDocument } from '#shared/algorithms/automaton/written/json.ts';
import { learnFromCounts } from '#shared/algorithms/learning/learn-from-counts.ts';
import type { CountsInput, LearnedCounts } from '#shared/contract/automata.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { kindOfName, roleOfKind } from '#shared/domain/dialogue.ts';
import type { SymbolInfo } from '#shared/domain/symbols.ts';
import { countTree } from '../../store/engine/count-tree.ts';
import { openEngine } from '../../store/engine/duckdb.ts';
import { isEnding, uninterrupted } from '../../workers/uninterrupted.ts';

/** Memory for the query engine. The whole process then stays below two gigabytes. */
const MEMORY_LIMIT = '1GB';
/** Interval in ms between checks whether a running query should stop. */
const LOOK_MS = 50;

interface CountingInput extends Omit<CountsInput, 'out' | 'ifExists'> {
  readonly isParquet: boolean;
  readonly folder: string;
  readonly sql: string;
  readonly title: string;
  readonly createdAt: string;
}

/** Counts the paths in a file and learns from them. Returns the automaton's document as text, and figures. */
export async function countAndLearn({
  path,
  isParquet,
  folder,
  sql,
  title,
  createdAt,
  learner,
  states,
  lambda,
  leastDialogues: least,
}: CountingInput): Promise<{ document: string; figures: Omit<LearnedCounts, 'path' | 'bytes'> }> {
  const started = performance.now();
  const counts = await uninterrupted(async () => {
    const engine = await openEngine(path, isParquet, folder, MEMORY_LIMIT);
    const look = setInterval(() => {
      if (isEnding()) engine.interrupt();
    }, LOOK_MS);
    try {
      await engine.requireReading(sql);
      return await countTree(engine, sql, least);
    } finally {
      clearInterval(look);
      engine.close();
    }
  });
  const { turns: written, dialogues, turnsInAll, leastDialogues, ...tree } = counts;
  const counted = performance.now();
  const turns = written.map((turn) => readTurn(path, turn));
  const { structure, report } = learnFromCounts({ turns, ...tree }, { learner, states, lambda });
  const measured = {
    learningSeconds: (performance.now() - counted) / 1000,
    seconds: (performance.now() - started) / 1000,
    peakMb: process.resourceUsage().maxRSS / 1024,
  };
  const params = learner === 'paper' ? { tau: 0, lambda } : { states };
  const about = { project: title, learner, params: { ...params, leastDialogues }, createdAt };
  const whole = { ...report, ...measured, warnings: [] };
  const lost = tree.cut.reduce((sum, count) => sum + count, 0);
  return {
    document: `${JSON.stringify(automatonToDocument(structure, whole, about), null, 1)}\n`,
    figures: {
      dialogues,
      cut: lost,
      turns: { followed: followedTurns(tree), of: turnsInAll },
      paths: tree.parents.length,
      leastDialogues,
      states: report.states,
      transitions: report.transitions,
      largestStateShare: report.largestStateShare,
      ...measured,
    },
  };
}

function followedTurns({
  parents,
  ends,
  cut,
}: Omit<Parameters<typeof learnFromCounts>[0], 'turns' | 'turnOf'>) {
  const depths = new Int32Array(parents.length);
  let turns = 0;
  for (let node = 1; node < parents.length; node++) {
    depths[node] = (depths[parents[node] ?? 0] ?? 0) + 1;
    turns += (depths[node] ?? 0) * ((ends[node] ?? 0) + (cut[node] ?? 0));
  }
  return turns;
}

function readTurn(path: string, turn: string): SymbolInfo {
  const end = turn.indexOf(':');
  const kind = end === -1 ? null : kindOfName(turn.slice(0, end));
  if (kind !== null) return { role: roleOfKind(kind), tag: turn.slice(end + 1).trim() };
  throw new DialogramError('BAD_FILE', `A turn in "${path}" does not say who speaks.`, {
    place: path,
    value: turn.slice(0, 200),
    nextStep: 'Write each turn as a speaker and a tag, such as "customer: asks for details".',
  });
}
