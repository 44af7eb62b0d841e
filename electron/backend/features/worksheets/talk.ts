import { placeholdersIn } from '#shared/algorithms/privacy/masker.ts';
import type { OpenCondition, ReadTexts } from '#shared/algorithms/worksheets/knowledge/open-conditions.ts';
import { dataOf } from '#shared/algorithms/worksheets/language/values.ts';
import {
  judgementRequest,
  readJudgements,
  readTextVerdicts,
  textsRequest,
  valuesToJudge,
  withoutActNames,
} from '#shared/algorithms/worksheets/model/read-texts.ts';
import {
  answerRequest,
  faultIn,
  readStatements,
  statementsRequest,
} from '#shared/algorithms/worksheets/model/requests.ts';
import type { CompiledSet } from '#shared/algorithms/worksheets/runtime/compile.ts';
import {
  actTexts,
  checkStatements,
  runTurn,
  type Turn,
  type TurnSettings,
} from '#shared/algorithms/worksheets/runtime/run-turn.ts';
import {
  type Act,
  type DialogueState,
  type Note,
  START,
} from '#shared/algorithms/worksheets/runtime/state.ts';
import { extractStatements } from '#shared/algorithms/worksheets/words/extract.ts';
import { wordAnswer } from '#shared/algorithms/worksheets/words/word-answer.ts';
import type { WorksheetTurn } from '#shared/contract/worksheets.ts';
import type { AgentAccount } from '#shared/domain/agent.ts';
import { AskingStopped } from '../../providers/requests/stop.ts';
import type { OutsideCalls } from './outside-calls.ts';
import type { ModelAccess, WorksheetModel } from './worksheet-model.ts';

/** In one turn, a model judges at most this many conditions in words. Further conditions are decided by their words. */
const MOST_CONDITIONS = 3;

interface TextsRead {
  readonly settings: TurnSettings;
  readonly notes: readonly Note[];
  /** True if the budget is used up, so that the turn sends no more requests. */
  readonly isStopped: boolean;
}

/** The first run of the turn only collects questions. Texts that nobody read are compared by words, with a note. */
async function withTextsRead(
  set: CompiledSet,
  { state, said }: { readonly state: DialogueState; readonly said: readonly string[] },
  statements: string,
  settings: TurnSettings,
  { model, asking }: ModelAccess,
): Promise<TextsRead> {
  const open = new Map<string, OpenCondition>();
  const collect: ReadTexts = (condition) => {
    open.set(keyOf(condition), condition);
    return null;
  };
  runTurn(set, state, statements, readingTexts(settings, collect));
  const known = new Map<string, readonly boolean[]>();
  const notes: Note[] = [];
  let isStopped = false;
  const ask = async (condition: OpenCondition): Promise<string | null> => {
    try {
      const prompt = model.prompt('worksheet-texts');
      const { text, problem } = await asking.ask({ prompt, content: textsRequest(condition), said });
      const verdicts = readTextVerdicts(text ?? '', condition);
      if (verdicts) known.set(keyOf(condition), verdicts);
      return verdicts ? null : (problem ?? 'the model did not judge every text.');
    } catch (error) {
      if (!(error instanceof AskingStopped)) throw error;
      isStopped = true;
      return error.message;
    }
  };
  for (const [at, condition] of [...open.values()].entries()) {
    const isAsked = at < MOST_CONDITIONS && !isStopped;
    const why = isAsked
      ? await ask(condition)
      : isStopped
        ? 'the model was not asked again in this turn.'
        : `a model checks only ${MOST_CONDITIONS} conditions per turn.`;
    if (why === null) continue;
    const message = `"${condition.asked}" was checked by comparing words, not by ${model.title}: ${why}`;
    notes.push({ place: condition.place, message });
  }
  const read: ReadTexts = (condition) => known.get(keyOf(condition)) ?? null;
  return { settings: readingTexts(settings, read), notes, isStopped };
}

const keyOf = (condition: OpenCondition): string => JSON.stringify(condition);

function readingTexts(settings: TurnSettings, read: ReadTexts): TurnSettings {
  const { knowledge } = settings;
  return {
    ...settings,
    knowledge: {
      ...knowledge,
      query: (worksheet, filters, text) => knowledge.query(worksheet, filters, text, read),
    },
  };
}

type CustomerInput = { readonly user: string } | { readonly statements: string };

export interface WorksheetConversation {
  readonly state: DialogueState;
  readonly acts: readonly Act[];
  readonly answer: string;
  readonly said: readonly string[];
}

export const SILENCE: WorksheetConversation = { state: START, acts: [], answer: '', said: [] };

interface HeardTurn extends Omit<WorksheetTurn, 'asked'> {
  readonly reasons: readonly string[];
  readonly asked: AgentAccount | null;
  readonly next: WorksheetConversation;
}

export interface TalkSettings extends TurnSettings {
  readonly calls: OutsideCalls;
}

export const today = (): string => new Date().toISOString().slice(0, 10);

/**
 * Processes a turn. Without a model, types, words and templates do the work, and conditions in words are not judged.
 * @param isWorded false if nobody reads the answer
 */
export async function hear(
  set: CompiledSet,
  before: WorksheetConversation,
  said: CustomerInput,
  settings: TalkSettings,
  model: WorksheetModel | null,
  isWorded = true,
): Promise<HeardTurn> {
  const words = 'user' in said ? said.user : '';
  const now = { ...before, said: words === '' ? before.said : [...before.said, words] };
  const asking = model?.begin() ?? null;
  const modelled = model && asking && { model, asking };
  const read =
    'statements' in said
      ? { statements: said.statements, readBy: null, notes: [] }
      : await understand(set, now, words, settings, modelled);
  const known = modelled && (await withTextsRead(set, now, read.statements, settings, modelled));
  // If the budget is used up while texts are read, words and templates process the turn.
  const isStopped = known?.isStopped ?? false;
  const { calls } = settings;
  const turn = await judged(
    set,
    now,
    read.statements,
    { ...(known?.settings ?? settings), calls },
    modelled,
    isStopped,
  );
  const plain = wordAnswer(set, turn.state, turn.acts);
  const worded =
    modelled && !isStopped && isWorded && turn.acts.length > 0
      ? await wordByModel(set, now, words, turn, plain, settings, modelled)
      : null;
  const answer = worded?.text ?? plain;
  return {
    statements: read.statements,
    readBy: read.readBy,
    state: shownState(turn.state),
    acts: actTexts(turn.acts),
    answer,
    notes: [...read.notes, ...(known?.notes ?? []), ...turn.notes, ...(worded?.notes ?? [])],
    reasons: turn.reasons,
    asked: asking && asking.account().prompt.length > 0 ? asking.account() : null,
    // The next request must not depend on whether a model or a template worded the answer.
    next: { state: turn.state, acts: turn.acts, answer: plain, said: [...now.said, plain] },
  };
}

export async function hearAll(
  set: CompiledSet,
  lines: readonly CustomerInput[],
  settings: TalkSettings,
  model: WorksheetModel | null,
): Promise<WorksheetTurn[]> {
  let heard = SILENCE;
  const turns: WorksheetTurn[] = [];
  for (const said of lines) {
    const { next, reasons: _, asked, ...turn } = await hear(set, heard, said, settings, model);
    turns.push(
      asked
        ? { ...turn, asked: { tokens: asked.tokens, costUsd: asked.costUsd, cached: asked.cached } }
        : turn,
    );
    heard = next;
  }
  return turns;
}

interface MessageReading {
  readonly statements: string;
  readonly readBy: string | null;
  readonly notes: readonly Note[];
}

/** Invalid statements of a model are asked for once more. If that fails too, values are read by type. */
async function understand(
  set: CompiledSet,
  { state, acts, answer, said }: WorksheetConversation,
  words: string,
  settings: TurnSettings,
  modelled: ModelAccess | null,
): Promise<MessageReading> {
  const byTypes = (): string => extractStatements(set, state, words, settings);
  if (!modelled) return { statements: byTypes(), readBy: null, notes: [] };
  const { model, asking } = modelled;
  let again: Parameters<typeof statementsRequest>[5] = null;
  let why = '';
  for (const isLast of [false, true]) {
    const turn = { system: answer, user: words };
    const { text, problem } = await asking.ask({
      prompt: model.prompt('worksheet-statements'),
      content: statementsRequest(set, state, acts, turn, settings.today, again),
      said,
    });
    why = problem ?? '';
    if (text === null) break;
    const statements = readStatements(text);
    const invented = placeholdersIn(statements).find(
      (placeholder) => ![...said, words].some((text) => text.includes(placeholder)),
    );
    const wrong = invented
      ? [{ place: 'statements', message: `Nobody said ${invented}.` }]
      : checkStatements(set, state, statements, settings);
    if (wrong.length === 0 || (isLast && wrong.every(({ place }) => place !== 'statements')))
      return { statements, readBy: model.title, notes: [] };
    why = wrong
      .map(({ place, message }) => (place === 'statements' ? message : `${place}: ${message}`))
      .join(' ');
    again = { statements, problem: why };
  }
  const message = `${model.title} did not give usable statements, so values were recognized by their types: ${why}`;
  return { statements: byTypes(), readBy: 'types', notes: [{ place: 'statements', message }] };
}

/** Processes the turn without the values that a model rejects. Only this run calls endpoints. */
async function judged(
  set: CompiledSet,
  { state, said }: WorksheetConversation,
  statements: string,
  { calls, ...settings }: TalkSettings,
  modelled: ModelAccess | null,
  isStopped: boolean,
): Promise<Turn> {
  const run = (refused?: ReadonlyMap<string, string>): Promise<Turn> =>
    calls.run({ ...settings, refused }, [...said, statements], (own) => runTurn(set, state, statements, own));
  const values = modelled ? valuesToJudge(set, state, runTurn(set, state, statements, settings).state) : [];
  if (!modelled || values.length === 0) return run();
  const { text, problem } = isStopped
    ? { text: null, problem: 'the budget is used up.' }
    : await modelled.asking.ask({
        prompt: modelled.model.prompt('worksheet-check'),
        content: judgementRequest(values, settings.today),
        said,
      });
  const { refused, unjudged } = readJudgements(text ?? '', values);
  const kept = await run(refused);
  if (unjudged === 0) return kept;
  const message = `${unjudged} of ${values.length} conditions in words were not checked: ${problem ?? 'the model did not judge them.'}`;
  return { ...kept, notes: [...kept.notes, { place: 'validation', message }] };
}

async function wordByModel(
  set: CompiledSet,
  { answer, said }: WorksheetConversation,
  user: string,
  { state, acts }: Turn,
  plain: string,
  { today: day }: TurnSettings,
  { model, asking }: ModelAccess,
): Promise<{ readonly text: string | null; readonly notes: readonly Note[] }> {
  const prompt = model.prompt('worksheet-answer');
  const { text, problem } = await asking.ask({
    prompt,
    content: answerRequest(set, state, acts, { system: answer, user }, day),
    said: [...said, plain],
  });
  const worded = withoutActNames(text ?? '');
  const why = worded === '' ? (problem ?? 'it was empty.') : faultIn(worded, plain, prompt);
  if (why === null) return { text: worded, notes: [] };
  return {
    text: null,
    notes: [
      {
        place: 'answer',
        message: `${model.title} did not give a usable answer, so templates were used instead: ${why}`,
      },
    ],
  };
}

const shownState = ({ instances, queries }: DialogueState): WorksheetTurn['state'] => ({
  ...Object.fromEntries(
    instances.map(({ name, values, result, left }) => [
      name,
      {
        ...Object.fromEntries(Object.entries(values).map(([field, value]) => [field, dataOf(value)])),
        ...(result === null ? {} : { result: dataOf(result) }),
        ...(left ? { left } : {}),
      },
    ]),
  ),
  ...Object.fromEntries(
    queries.map(({ name, worksheet, text, filters, result }) => [
      name,
      {
        worksheet,
        query: text,
        ...Object.fromEntries(Object.entries(filters).map(([field, value]) => [field, dataOf(value)])),
        result: result?.map(dataOf) ?? null,
      },
    ]),
  ),
});
