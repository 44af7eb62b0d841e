import { type PromptMessage, quotable } from '../../model-tagging/messages.ts';
import { checkColang } from './check-colang.ts';
import type { ColangProblem } from './tokens.ts';

/** The maximum number of further requests if a program does not parse. */
export const MOST_TIMES_AGAIN = 2;
const TOLD_PROBLEMS = 8;

interface FreeQuestion {
  readonly prompt: string;
  readonly flow: string;
  readonly refined: { readonly code: string; readonly instruction: string } | null;
}

/** Returns the messages of one request. `failed` is the last answer and its problem. */
export function freeMessages(
  { prompt, flow, refined }: FreeQuestion,
  failed: { readonly code: string; readonly problems: readonly ColangProblem[] } | null,
): PromptMessage[] {
  const code = failed?.code ?? refined?.code;
  const parts = [['<flow>', quotable(flow), '</flow>'].join('\n')];
  if (code !== undefined) parts.push(['<program>', code, '</program>'].join('\n'));
  if (refined) parts.push(refined.instruction);
  if (failed) {
    const wrong = failed.problems
      .slice(0, TOLD_PROBLEMS)
      .map(
        ({ line, column, message, nextStep }) => `- line ${line}, column ${column}: ${message} ${nextStep}`,
      );
    parts.push(['NeMo Guardrails cannot read or run this program:', ...wrong, 'Mend it.'].join('\n'));
  }
  parts.push(`${code === undefined ? 'Write' : 'Answer with'} the whole program.`);
  return [
    { role: 'system', content: prompt.trim() },
    { role: 'user', content: parts.join('\n\n') },
  ];
}

export function programOf(answer: string): string {
  const block = /```[^\n]*\n([\s\S]*?)(?:\n```|$)/.exec(answer)?.[1];
  return `${(block ?? answer).trim()}\n`;
}

interface WrittenProgram {
  readonly code: string | null;
  readonly answers: number;
  readonly problems: readonly ColangProblem[];
}

interface WrittenFree {
  readonly code: string | null;
  readonly valid: boolean;
  /** The number of answers until a program parsed, or of all answers. 1 is a success in the paper's Table 8. */
  readonly answers: number;
  readonly problem: ColangProblem | null;
  /** `kept`: the new program parsed and replaced the one before. */
  readonly refined: readonly { readonly name: string; readonly answers: number; readonly kept: boolean }[];
}

export type AskModel = (messages: readonly PromptMessage[]) => Promise<string | null>;

/** Lets a model write a program and refine it by each instruction (CoDial free, sections 3.2.1 and 3.3). */
export async function writeFree(
  { prompt, flow }: Pick<FreeQuestion, 'prompt' | 'flow'>,
  instructions: readonly { readonly name: string; readonly text: string }[],
  ask: AskModel,
): Promise<WrittenFree> {
  const first = await askUntilValid({ prompt, flow, refined: null }, ask);
  const { answers } = first;
  if (first.code === null || first.problems.length > 0)
    return { code: first.code, valid: false, answers, problem: first.problems[0] ?? null, refined: [] };
  let { code } = first;
  const refined: { name: string; answers: number; kept: boolean }[] = [];
  for (const { name, text } of instructions) {
    const next = await askUntilValid({ prompt, flow, refined: { code, instruction: text } }, ask);
    const kept = next.code !== null && next.problems.length === 0;
    if (kept) code = next.code ?? code;
    refined.push({ name, answers: next.answers, kept });
  }
  return { code, valid: true, answers, problem: null, refined };
}

async function askUntilValid(question: FreeQuestion, ask: AskModel): Promise<WrittenProgram> {
  let failed: { code: string; problems: readonly ColangProblem[] } | null = null;
  for (let answers = 1; ; answers++) {
    const text = await ask(freeMessages(question, failed));
    if (text === null) return { code: failed?.code ?? null, answers, problems: failed?.problems ?? [] };
    const code = programOf(text);
    const problems = problemsOf(code);
    if (problems.length === 0 || answers > MOST_TIMES_AGAIN) return { code, answers, problems };
    failed = { code, problems };
  }
}

/** NeMo Guardrails starts `main`. Without this flow, a text that parses does nothing. */
function problemsOf(code: string): readonly ColangProblem[] {
  const { flows, problems } = checkColang(code);
  if (problems.length > 0 || flows.includes('main')) return problems;
  const message =
    flows.length === 0 ? 'It contains no flow.' : 'It has no flow main, so nothing ever starts.';
  return [{ line: 1, column: 1, message, nextStep: 'Add flow main, which activates the other flows.' }];
}

/** Counts the programs that parsed on the first attempt (the paper's Table 8), and on a later one. */
export function countWritten(
  written: readonly (Pick<WrittenFree, 'valid' | 'answers'> & { readonly flow: string })[],
) {
  const after = (answers: number): number =>
    written.filter((one) => one.valid && one.answers === answers).length;
  const flows = [...new Set(written.map(({ flow }) => flow))];
  const shares = flows.map((flow) => {
    const own = written.filter((one) => one.flow === flow);
    return own.filter(({ valid, answers }) => valid && answers === 1).length / own.length;
  });
  return {
    programs: written.length,
    first: after(1),
    afterOne: after(2),
    afterTwo: after(3),
    failed: written.filter(({ valid }) => !valid).length,
    /** The smallest, largest and mean share of a flow's programs that parsed at once; null without programs. */
    byFlow:
      shares.length === 0
        ? null
        : {
            least: Math.min(...shares),
            most: Math.max(...shares),
            mean: shares.reduce((sum, share) => sum + share, 0) / shares.length,
          },
  };
}
