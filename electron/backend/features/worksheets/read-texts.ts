import type { OpenCondition, ReadTexts } from '#shared/algorithms/worksheets/knowledge/open-conditions.ts';
import { readTextVerdicts, textsRequest } from '#shared/algorithms/worksheets/model/read-texts.ts';
import type { CompiledSet } from '#shared/algorithms/worksheets/runtime/compile.ts';
import { runTurn, type TurnSettings } from '#shared/algorithms/worksheets/runtime/run-turn.ts';
import type { DialogueState, Note } from '#shared/algorithms/worksheets/runtime/state.ts';
import { AskingStopped } from '../../providers/requests/stop.ts';
import type { Modelled } from './worksheet-model.ts';

/** The most conditions in words for a model in one turn; more are decided by their words. */
const MOST_CONDITIONS = 3;

interface TextsRead {
  /** The settings of the turn, including read values. */
  readonly settings: TurnSettings;
  /** Notes on the texts that were matched by words instead, with reasons. */
  readonly notes: readonly Note[];
  /** The budget is used up, so nothing more is asked in this turn. */
  readonly isStopped: boolean;
}

/**
 * Lets a model read the texts of tables that a turn queries in words. The turn is run once to collect its
 * questions, which changes nothing, and may then be run with the results. Texts that were not read are
 * compared by words, and a note says so.
 */
export async function withTextsRead(
  set: CompiledSet,
  { state, said }: { readonly state: DialogueState; readonly said: readonly string[] },
  statements: string,
  settings: TurnSettings,
  { model, asking }: Modelled,
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
      return verdicts ? null : (problem ?? 'it did not judge every text.');
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
        ? 'nothing more was asked in this turn.'
        : `${MOST_CONDITIONS} conditions are checked per turn.`;
    if (why === null) continue;
    const message = `"${condition.asked}" was checked by the words of the texts, not by ${model.title}: ${why}`;
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
