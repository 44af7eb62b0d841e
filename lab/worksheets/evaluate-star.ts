import { translateError } from '#backend/errors.ts';
import { readDialogues } from '#backend/formats/read.ts';
import { type CompiledSet, compile } from '#shared/algorithms/worksheets/runtime/compile.ts';
import { runTurn } from '#shared/algorithms/worksheets/runtime/run-turn.ts';
import {
  type Act,
  actText,
  type DialogueState,
  NO_KNOWLEDGE,
  START,
} from '#shared/algorithms/worksheets/runtime/state.ts';
import { extractStatements } from '#shared/algorithms/worksheets/words/extract.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { scoreLabels } from '../label-scores.ts';
import { bank } from './bank.ts';
import { OTHER_LABELS, type StarDomain } from './star-domain.ts';
import { trip } from './trip.ts';
import { trivia } from './trivia.ts';

export const STAR_DOMAINS = { bank, trip, trivia } as const;
export const DOMAINS = Object.keys(STAR_DOMAINS) as (keyof typeof STAR_DOMAINS)[];
export const STATES = ['annotations', 'extracted'] as const;

interface WorksheetsEvaluation {
  readonly domain: string;
  readonly state: (typeof STATES)[number];
  readonly dialogues: number;
  readonly turns: number;
  /** Turns for which no worksheet has an act: unlabeled ones, goodbyes, and those out of scope. */
  readonly countedAsRight: number;
  /** Weighted F1 of the next act, 0 … 100; turns without an act count as in the paper's code. */
  readonly f1: number;
  /** Weighted F1 over turns with a label that worksheets can produce; nothing counts as right by default. */
  readonly f1Labelled: number;
  readonly acts: Readonly<Record<string, { readonly due: number; readonly right: number }>>;
  readonly errors: readonly {
    readonly due: string;
    readonly predicted: string;
    readonly count: number;
    readonly example: {
      readonly dialogueId: string;
      readonly turn: number;
      readonly acts: readonly string[];
    };
  }[];
  readonly seconds: number;
}

interface Turn {
  readonly role: 'user' | 'system';
  readonly text: string;
  readonly label: string | null;
}

interface JudgedTurn {
  readonly dialogueId: string;
  readonly turn: number;
  readonly due: string | null;
  readonly labels: readonly string[];
  readonly acts: readonly string[];
}

const SETTINGS = { today: '2020-06-01', knowledge: NO_KNOWLEDGE } as const;
const MOST_ERRORS = 20;
/** The label in the paper's code for everything that the worksheets have no act for. */
const OTHERS = 'others';

/** Predicts the next system act of every turn from the true history. @throws DialogramError without dialogues */
export async function evaluateWorksheets(
  {
    domain,
    dialogues,
    state,
  }: {
    readonly domain: keyof typeof STAR_DOMAINS;
    readonly dialogues: string;
    readonly state: (typeof STATES)[number];
  },
  signal: AbortSignal,
): Promise<WorksheetsEvaluation> {
  const started = performance.now();
  const own: StarDomain = STAR_DOMAINS[domain];
  const set = compile(own.set);
  const judged: JudgedTurn[] = [];
  let count = 0;
  try {
    for await (const event of readDialogues(dialogues, 'neutral', { map: null, brand: null, signal })) {
      if (event.kind !== 'dialogue') continue;
      const { externalId, extra, utterances } = event.dialogue;
      const tasks: readonly unknown[] = Array.isArray(extra?.tasks) ? extra.tasks : [];
      // As in the paper: only dialogues of this task.
      if (tasks.length !== 1 || tasks[0] !== own.task) continue;
      count++;
      const turns = utterances.map(
        ({ role, text, acts }): Turn => ({ role, text, label: acts?.[0] ?? null }),
      );
      judged.push(...judge(own, set, turns, state).map((one) => ({ dialogueId: externalId, ...one })));
    }
  } catch (error) {
    throw translateError(error, dialogues);
  }
  if (judged.length === 0) {
    throw new DialogramError('INVALID', `No dialogue in ${dialogues} has only the task ${own.task}.`, {
      place: dialogues,
      value: own.task,
      nextStep: 'Use STAR’s dialogues in neutral JSON Lines, with their "tasks".',
    });
  }
  return {
    domain,
    state,
    dialogues: count,
    ...figures(judged),
    seconds: (performance.now() - started) / 1000,
  };
}

function judge(
  domain: StarDomain,
  set: CompiledSet,
  turns: readonly Turn[],
  from: (typeof STATES)[number],
): Omit<JudgedTurn, 'dialogueId'>[] {
  const out: Omit<JudgedTurn, 'dialogueId'>[] = [];
  let state: DialogueState = START;
  let acts: readonly Act[] = [];
  let waiting: string | null = null;
  for (const [turn, { role, text, label }] of turns.entries()) {
    if (role === 'user') {
      const heard = runTurn(
        set,
        withAsked(state, waiting),
        said(domain, set, state, waiting, text),
        SETTINGS,
      );
      state = heard.state;
      acts = heard.acts;
      continue;
    }
    const labels =
      acts.length > 0 ? [...new Set(acts.flatMap((act) => domain.labelsOf(act)))] : domain.silent;
    out.push({ turn, due: label, labels, acts: acts.map(actText) });
    // From here on the turn is history, with its label or its detected question.
    const was =
      from === 'annotations' ? label : (domain.heard.find(([pattern]) => pattern.test(text))?.[1] ?? null);
    if (from === 'annotations' && was !== null) state = corrected(domain, set, state, waiting, was);
    const next = was === null ? null : (domain.asks[was] ?? null);
    if (next !== null || was !== null) waiting = next;
    if (next === 'user_answer' || next === 'reply') state = reached(set, state, next);
    acts = [];
  }
  return out;
}

/** Returns the statements of a message: those by types, and the domain's own. */
export function said(
  domain: StarDomain,
  set: CompiledSet,
  state: DialogueState,
  waiting: string | null,
  text: string,
): string {
  const own = domain.said?.(text, waiting) ?? '';
  const lines = own.split('\n').flatMap((line) => {
    const path = line.split(' = ')[0] ?? '';
    return line === '' ? [] : [`${pathOf(set, state, path)}.${line}`];
  });
  if (
    domain.said &&
    lines.length > 0 &&
    (waiting === 'reply' || waiting === 'user_answer' || waiting === 'continue_trivia')
  )
    return lines.join('\n');
  const typed = extractStatements(set, withAsked(state, waiting), text, SETTINGS)
    .split('\n')
    .filter(
      (line) =>
        / = /.test(line) &&
        !lines.some(
          (other) => other.split(' = ')[0]?.split('.').at(-1) === line.split(' = ')[0]?.split('.').at(-1),
        ),
    );
  return [...typed, ...lines].join('\n');
}

function pathOf(set: CompiledSet, { instances }: DialogueState, field: string): string {
  const holder = instances.findLast(
    ({ worksheet, left }) => !left && set.sheets.get(worksheet)?.fields.has(field),
  );
  if (holder) return holder.name;
  const sheet = [...set.sheets.values()].find(({ fields }) => fields.has(field));
  return sheet ? sheet.sheet.name.toLowerCase() : 'main';
}

const withAsked = (state: DialogueState, field: string | null): DialogueState => {
  const holder = state.instances.findLast(({ left }) => !left);
  return field === null
    ? { ...state, asked: null }
    : {
        ...state,
        asked: { act: 'ASK', instance: instanceOf(state, field) ?? holder?.name ?? 'main_1', field },
      };
};

const instanceOf = ({ instances }: DialogueState, field: string): string | null =>
  instances.findLast(({ worksheet, left }) => !left && HOLDERS[field] === worksheet)?.name ?? null;

const HOLDERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(STAR_DOMAINS).flatMap(({ set: { worksheets } }) =>
    worksheets.flatMap(({ name, fields }) => fields.map((one) => [one.name, name])),
  ),
);

const silently = (set: CompiledSet, state: DialogueState, statements: string): DialogueState =>
  runTurn(set, state, statements, SETTINGS).state;

/**
 * A repeated question means no answer. A question about identity after a number means that the number is unknown.
 * In all other cases the value was given.
 */
function corrected(
  domain: StarDomain,
  set: CompiledSet,
  state: DialogueState,
  waiting: string | null,
  was: string,
): DialogueState {
  const next = domain.asks[was];
  if (waiting === null || next === undefined || next === waiting) return state;
  const isNumber = waiting === 'account_number' || waiting === 'pin';
  const doesNotKnow = isNumber && ['date_of_birth', 'mothers_maiden_name', 'childhood_pet'].includes(next);
  const main = state.instances.find(({ worksheet }) => worksheet === 'Main');
  if (!main || HOLDERS[waiting] !== 'Main') return state;
  const value = main.values[waiting];
  if (value !== undefined && value !== 'NA') return state;
  if (doesNotKnow) return silently(set, state, `main.${waiting} = "NA"`);
  const given: Readonly<Record<string, string>> = { travel_mode: '"Driving"', starting_question_number: '1' };
  return silently(set, state, `main.${waiting} = ${given[waiting] ?? '"given"'}`);
}

function reached(set: CompiledSet, state: DialogueState, next: 'user_answer' | 'reply'): DialogueState {
  if (next === 'reply') {
    if (state.instances.some(({ worksheet }) => worksheet === 'Directions')) return state;
    return silently(
      set,
      state,
      'main.travel_mode = "Driving"\nmain.departure_location = "given"\nmain.arrival_location = "given"',
    );
  }
  const open = state.instances.findLast(
    ({ worksheet, left, performed }) => worksheet === 'Question' && !left && !performed,
  );
  if (!open) return silently(set, state, 'main.starting_question_number = 1\nQuestion()');
  return silently(set, state, `${open.name}.user_answer = None`);
}

function figures(
  judged: readonly JudgedTurn[],
): Omit<WorksheetsEvaluation, 'domain' | 'state' | 'dialogues' | 'seconds'> {
  const pairs = judged.map((one) => ({ ...one, ...pairOf(one) }));
  const labelled = pairs.filter(({ due }) => due !== OTHERS);
  const acts: Record<string, { readonly due: number; readonly right: number }> = {};
  const errors = new Map<
    string,
    {
      due: string;
      predicted: string;
      count: number;
      example: { dialogueId: string; turn: number; acts: readonly string[] };
    }
  >();
  for (const { due, predicted, dialogueId, turn, acts: made } of pairs) {
    const before = acts[due] ?? { due: 0, right: 0 };
    acts[due] = { due: before.due + 1, right: before.right + (due === predicted ? 1 : 0) };
    if (due !== predicted) {
      const key = `${due} ${predicted}`;
      const error = errors.get(key) ?? {
        due,
        predicted,
        count: 0,
        example: { dialogueId, turn, acts: made },
      };
      errors.set(key, { ...error, count: error.count + 1 });
    }
  }
  return {
    turns: pairs.length,
    countedAsRight: pairs.length - labelled.length,
    f1: scoreLabels(pairs.map(({ due, predicted }) => [predicted, due])).f1 ?? 0,
    f1Labelled: scoreLabels(labelled.map(({ due, predicted }) => [predicted, due])).f1 ?? 0,
    acts,
    errors: [...errors.values()].sort((left, right) => right.count - left.count).slice(0, MOST_ERRORS),
  };
}

/** The expected and the predicted label, which are equal if the act may mean it. */
function pairOf({ due, labels }: JudgedTurn): { readonly due: string; readonly predicted: string } {
  if (due === null || due === 'custom' || OTHER_LABELS.includes(due))
    return { due: OTHERS, predicted: OTHERS };
  return { due, predicted: labels.includes(due) ? due : (labels[0] ?? OTHERS) };
}
