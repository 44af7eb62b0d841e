import type { TaggingRun } from '#shared/contract/tagging.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { openInteractiveAsker } from '../../jobs/interactive-asker.ts';
import type { ProviderRegistry } from '../../providers/model/registry.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import {
  createQuestioner,
  idsOfOffered,
  type ModelRunRow,
  modelRuns,
  vocabularyToOffer,
} from '../model-tagging/index.ts';
import { keptPrompt } from '../prompts/index.ts';

/** The parts of the app needed to ask a model for a turn's tags. */
export interface TurnModelHost {
  readonly database: WriteDatabase;
  readonly providers: Pick<ProviderRegistry, 'get' | 'open'>;
  readonly resources: string;
}

/** The model that tagged a run if it may be used again, otherwise the reason why not. */
type ModelOfRun =
  | { readonly run: ModelRunRow; readonly title: string; readonly why: null }
  | { readonly run: null; readonly why: string };

/** The longest time to wait for tags once they are asked for, because a person is waiting to continue the conversation. */
const LONGEST_WAIT_MS = 45_000;

/** Returns the model of a tagging run if its provider still exists and has consent. Sends nothing. */
export function modelOfRun({ database, providers }: TurnModelHost, { id }: TaggingRun): ModelOfRun {
  let run: ModelRunRow;
  try {
    run = modelRuns.require(database, id);
  } catch {
    return { run: null, why: 'how the model was asked is not kept' };
  }
  const { provider, providerName, model } = run.params;
  try {
    const { baseUrl, consent, name } = providers.get(provider);
    const { origin } = new URL(baseUrl);
    if (consent?.origin !== origin) return { run: null, why: `you have not agreed to send to ${origin}` };
    return { run, title: `${model} of ${name}`, why: null };
  } catch {
    return { run: null, why: `${providerName} is not set up any more` };
  }
}

/**
 * A turn's tags by the model that tagged a run, offered the vocabulary the run ended with: the prompt of the
 * run's version where its tags were offered, else the closed one. It is shown the turns before, masked where
 * the run or the provider is. One request, with one more attempt; kept answers are not asked again.
 * @param dialogues whose words are among the turns
 * @returns names as people see them; a tag the model invented is kept, because the automaton does not know it
 * @throws the reason why there is no answer, as text for people
 */
export async function tagByModel(
  host: TurnModelHost,
  { run, params: settings }: ModelRunRow,
  turns: readonly { readonly role: Role; readonly text: string }[],
  dialogues: readonly DialogueId[],
): Promise<readonly string[]> {
  const { database, resources, providers } = host;
  const { baseUrl, maskPersonalData } = providers.get(settings.provider);
  const closed = settings.prompt.name === 'tagging-closed';
  const prompt = keptPrompt(database, resources, 'tagging-closed', closed ? settings.prompt.version : null);
  const vocabulary = closed ? settings.vocabulary : vocabularyToOffer(database, run);
  const masked = settings.masked || maskPersonalData;
  const questioner = createQuestioner(
    { ...settings, baseUrl, masked, variant: 'closed', vocabulary },
    prompt.text,
  );
  const last = turns.length - 1;
  const window = questioner.windows(turns).windows.at(-1);
  // Nothing readable was said.
  if (!window?.asked.includes(last)) return [];
  const part = { ...window, asked: [last] };
  const late = new AbortController();
  const giveUp = (): void => late.abort(new Error(`no answer came within ${LONGEST_WAIT_MS / 1000} s`));
  let timer: NodeJS.Timeout | undefined;
  const asker = await openInteractiveAsker(host, settings, late.signal);
  const question = { ...questioner.first(dialogues[0] ?? (0 as DialogueId), part), dialogues };
  const onSent = (): void => {
    timer = setTimeout(giveUp, LONGEST_WAIT_MS);
  };
  const outcome = await asker.ask(question, { onSent }).finally(() => clearTimeout(timer));
  if (outcome.kind === 'fault') throw outcome.fault;
  const tags = questioner.check(outcome.answer, part).tags.get(last);
  if (!tags) throw new Error('its answer holds no tags for the turn');
  const ids = idsOfOffered(database, vocabulary);
  const names = readVocabulary(database);
  return [
    ...new Set(
      tags.map((tag) => {
        const id = ids.get(tag);
        return id === undefined ? tag : names.nameOf(id);
      }),
    ),
  ];
}
