import { Evaluation, EvaluationError } from '../language/evaluate.ts';
import { parseStatements } from '../language/parse.ts';
import type { Problem, Statement } from '../language/syntax.ts';
import type { Value } from '../language/values.ts';
import type { CompiledSet } from './compile.ts';
import { Draft, judgedKey, type Outside } from './draft.ts';
import { Policy } from './policy.ts';
import { type Act, actText, type DialogueState, isQuestion, type Knowledge, type Note } from './state.ts';
import { StatementWorld } from './statement-world.ts';
import { ReadingWorld } from './world.ts';

export interface TurnSettings {
  readonly today: string;
  readonly knowledge: Knowledge;
  readonly refused?: ReadonlyMap<string, string>;
  readonly outside?: Outside;
}

export interface Turn {
  readonly state: DialogueState;
  readonly acts: readonly Act[];
  readonly reasons: readonly string[];
  readonly notes: readonly Note[];
}

/**
 * Runs a turn: the user's statements change the state, then the policy decides (Algorithm 1). Statements that are
 * invalid or fail change nothing, and a note says why.
 */
export function runTurn(
  set: CompiledSet,
  state: DialogueState,
  statements: string,
  settings: TurnSettings,
): Turn {
  const { knowledge } = settings;
  // The answers in a state are for one turn. A question that is incomplete stays.
  const waiting = { ...state, queries: state.queries.filter(({ result }) => result === null) };
  const open = (): Draft => openDraft(set, waiting, settings);
  let draft = open();
  begin(draft);
  const acts: Act[] = [];
  const parsed = parseStatements(statements);
  const failed = parsed.ok ? runStatements(draft, parsed.tree, state, acts) : parsed.problems[0]!;
  if (failed) {
    draft = open();
    begin(draft);
    acts.length = 0;
    const { place, message } = failedNote(failed);
    draft.note(place, message);
  }
  const policy = new Policy(draft, acts, state, knowledge);
  policy.run();
  const asked = policy.acts.find(isQuestion) ?? (draft.isHeld ? state.asked : null);
  const next = { ...draft.freeze(), asked, proposals: policy.proposals };
  return { state: next, acts: policy.acts, reasons: policy.reasons, notes: draft.notes };
}

/** Returns the problems of a user's statements without running them: syntax, failures, or values that do not fit. */
export function checkStatements(
  set: CompiledSet,
  state: DialogueState,
  statements: string,
  settings: TurnSettings,
): readonly Note[] {
  const parsed = parseStatements(statements);
  const draft = openDraft(set, state, settings);
  begin(draft);
  const failed = parsed.ok ? runStatements(draft, parsed.tree, state, []) : parsed.problems[0]!;
  return failed ? [failedNote(failed)] : draft.notes;
}

/** Opens a state for reading, or for a turn that changes it. */
export function openDraft(
  set: CompiledSet,
  state: DialogueState,
  { today, knowledge, refused, outside }: TurnSettings,
): Draft {
  const surroundings = {
    today,
    outside,
    find: (worksheet: string, text: string) => knowledge.find(worksheet, text),
    whyNot: (place: string, value: Value) => refused?.get(judgedKey(place, value)) ?? null,
  };
  return new Draft(set, state, surroundings, (draft, self) => new ReadingWorld(draft, self));
}

const failedNote = ({ line, column, message }: Problem): Note => ({
  place: 'statements',
  message: `Line ${line}, column ${column}: ${message}`,
});

function begin(draft: Draft): void {
  if (draft.instances.size > 0) return;
  const main = [...draft.set.sheets.values()].find(({ sheet }) => sheet.name.toLowerCase() === 'main');
  if (main && main.sheet.type === 'worksheet') draft.create(main);
}

function runStatements(
  draft: Draft,
  statements: readonly Statement[],
  state: DialogueState,
  acts: Act[],
): Problem | null {
  const world = new StatementWorld(draft, state, acts);
  try {
    new Evaluation(world).run(statements);
    world.finish();
    return null;
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return { ...(error.place ?? { line: 1, column: 1 }), message: error.message };
  }
}

export const actTexts = (acts: readonly Act[]): string[] => acts.map(actText);
