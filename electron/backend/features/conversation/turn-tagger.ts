import type { AnswerMeaning } from '#shared/algorithms/simulation/live-tagger.ts';
import {
  chooseTags,
  type SuggestedTag,
  type TagsOfPlace,
  tagsOfClauses,
} from '#shared/algorithms/simulation/neighbour-tagger.ts';
import { isClosing, type SaidTurn, withDigits } from '#shared/algorithms/simulation/similar-talks.ts';
import type { TurnTagOrigin } from '#shared/contract/simulator.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import type { AgentTurn } from '#shared/domain/agent.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { openInteractiveAsker } from '../../jobs/interactive-asker.ts';
import { type Project, projectService } from '../../project.ts';
import type { ProviderRegistry } from '../../providers/model/registry.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { givenNameReader, readVocabulary } from '../../store/tags/tag-table.ts';
import { type ResidentOf, stayInThread } from '../../workers/staying.ts';
import {
  createQuestioner,
  idsOfOffered,
  type ModelRunRow,
  modelRuns,
  vocabularyToOffer,
} from '../model-tagging/index.ts';
import { keptPrompt } from '../prompts/index.ts';
import type { RecalledAnswers, TurnTaggingMethod, TurnToTag } from './open-turn-tagger.ts';

/** The parts of the app needed to ask a model for a turn's tags. */
interface TurnModelHost {
  readonly database: WriteDatabase;
  readonly providers: Pick<ProviderRegistry, 'get' | 'open'>;
  readonly resources: string;
}

type ModelOfRun =
  | { readonly run: ModelRunRow; readonly title: string; readonly why: null }
  | { readonly run: null; readonly why: string };

/** The longest time to wait for tags, in ms. A person is waiting. */
const LONGEST_WAIT_MS = 45_000;

function modelOfRun({ database, providers }: TurnModelHost, { id }: TaggingRun): ModelOfRun {
  let run: ModelRunRow;
  try {
    run = modelRuns.require(database, id);
  } catch {
    return { run: null, why: 'the settings of the model were not saved' };
  }
  const { provider, providerName, model } = run.params;
  try {
    const { baseUrl, consent, name } = providers.get(provider);
    const { origin } = new URL(baseUrl);
    if (consent?.origin !== origin)
      return { run: null, why: `you have not agreed to send data to ${origin}` };
    return { run, title: `${model} of ${name}`, why: null };
  } catch {
    return { run: null, why: `${providerName} is no longer set up` };
  }
}

/**
 * Sends one request and at most one retry, masked as in the run or as the provider requires. A returned name may be
 * missing in the automaton.
 * @throws the reason why there is no answer, for people
 */
async function tagByModel(
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
  // The turn contains no text to tag.
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
  if (!tags) throw new Error('its answer has no tags for the turn');
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

interface TurnTagger {
  /**
   * @param history earlier turns, oldest first
   * @param place the evidence of the conversation's state; null for none
   * @param dialogues those with text in the turns; only for a model
   */
  tag(
    turn: TurnToTag,
    history: readonly SaidTurn[],
    place: TagsOfPlace | null,
    dialogues: readonly DialogueId[],
  ): Promise<TurnTags>;
}

interface TurnTags {
  readonly names: readonly string[];
  readonly origin: TurnTagOrigin;
}

/** Only `may-send` sends the turn's text to the model, which requires a person's request. */
type RequestMode = 'may-send' | 'sends-nothing';

/** The taggers of automata, by run. New turns must be tagged in the same way as the automaton's dialogues. */
interface TurnTaggers {
  of(run: TaggingRun, asking: RequestMode): Promise<TurnTagger>;
  titleOf(run: TaggingRun): string;
  modelOf(run: TaggingRun): string | null;
  /** Returns nothing for the offline tagger, because it stores no dialogues. */
  recall(run: TaggingRun, turns: readonly SaidTurn[]): Promise<RecalledAnswers>;
  /** Compares a conversation with the conversations before agent turns; null if not all are encoded. */
  compare: Compare;
  close(): Promise<void>;
}

export type Compare = (
  run: TaggingRun,
  turns: readonly SaidTurn[],
  answers: readonly { readonly dialogue: DialogueId; readonly turn: number }[],
) => Promise<AnswerMeaning[] | null>;

/** The maximum number of threads. Each has one tagger. */
const MOST_STARTED = 2;

type OwnTagger = ResidentOf<'turnTagger', 'openTurnTagger'>;

/** The number of cached turns. Thanks to the cache, a repeated conversation is not tagged again. */
const MOST_REMEMBERED = 2000;

interface StartedTagger {
  readonly fingerprint: string;
  readonly remembered: Map<string, readonly SuggestedTag[]>;
  readonly tagger: Promise<{ readonly thread: OwnTagger; readonly method: TurnTaggingMethod }>;
}

/** The number of earlier turns that a turn is tagged with. */
const READ_BEFORE = 20;

const TITLES: Readonly<Record<TurnTaggingMethod['by'], string>> = {
  offline: 'the offline tagger',
  similar: 'the support tagger and the most similar turns',
};

/** If the tagger of a run cannot be asked or fails, the support tagger and similar turns replace it. */
function createTurnTaggers({ database, path, app }: Project): TurnTaggers {
  const host: TurnModelHost = { database, providers: app.providers, resources: app.resources };
  /** Started taggers by tagging run: those of the automaton's run, and of the run with the words behind its moves. */
  const started = new Map<RunId, StartedTagger>();
  /** The reason why the model did not answer the last request; null if it did. */
  let silent: string | null = null;

  const free = async (run: RunId | undefined): Promise<void> => {
    const old = run && started.get(run);
    if (!old) return;
    started.delete(run);
    await old.tagger.then(
      ({ thread }) => thread.close(),
      () => {},
    );
  };
  const start = async (run: TaggingRun): Promise<StartedTagger> => {
    const versions = [versionOf(database, 'corpus_version'), versionOf(database, 'edit_version')];
    // The fitted data stay. What depends on current tags is read again when they change.
    const fingerprint = [run.id, ...(run.tagger === 'offline' ? [] : versions)].join('/');
    const there = started.get(run.id);
    if (there?.fingerprint === fingerprint) return there;
    await free(there ? run.id : started.size === MOST_STARTED ? [...started.keys()][0] : undefined);
    const { id, tagger: by } = run;
    const asked = { path, run: id, tagger: by, resources: app.resources };
    const tagger = stayInThread('turnTagger', 'openTurnTagger', [asked]).then(async (thread) => ({
      thread,
      method: await thread.ask('method'),
    }));
    const own: StartedTagger = { fingerprint, remembered: new Map(), tagger };
    started.set(run.id, own);
    const forget = (): void => {
      if (started.get(run.id) === own) started.delete(run.id);
    };
    tagger.then(({ thread }) => thread.onEnd(forget), forget);
    return own;
  };
  const ownTagger = async (run: TaggingRun): Promise<TurnTagger> => {
    const { tagger: starting, remembered } = await start(run);
    const { thread, method } = await starting;
    const suggest = async ({ role, text: spoken }: TurnToTag, history: readonly SaidTurn[]) => {
      const text = method.by === 'offline' ? spoken : withDigits(spoken);
      const before = history
        .filter((turn) => turn.text !== '')
        .slice(-READ_BEFORE)
        .map(({ role: side, text: said, tags }) => ({ role: side, text: said, tags }));
      const said = JSON.stringify(method.by === 'offline' ? text : [role, text, before]);
      const suggested = remembered.get(said) ?? (await thread.ask('suggest', { role, text, before }));
      remembered.delete(said);
      remembered.set(said, suggested);
      const [oldest] = remembered.keys();
      if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
      return suggested;
    };
    return {
      tag: async (turn, history, place) => {
        const suggested = await suggest(turn, history);
        if (method.by === 'offline') {
          const names = suggested.map(({ tag }) => tag);
          return { names: currentNames(database, names), origin: method.by };
        }
        const choose = (tags: readonly SuggestedTag[]) => chooseTags(tags, method.neighbourWeight, place);
        // A goodbye is answered as one without a tag.
        if (turn.role !== 'user' || (isClosing(turn.text) && choose(suggested).length === 0))
          return { names: choose(suggested), origin: method.by };
        const ofClauses = await tagsOfClauses(withDigits(turn.text), suggested, {
          habits: method.habits,
          asked: history.findLast(({ role }) => role === 'system')?.tags ?? [],
          choose,
          suggest: (text, rest) =>
            suggest({ role: turn.role, text }, rest ? [...history, { ...turn, tags: rest }] : history),
        });
        return { names: ofClauses, origin: method.by };
      },
    };
  };
  return {
    titleOf(run) {
      if (run.tagger !== 'model') return TITLES[run.tagger === 'offline' ? 'offline' : 'similar'];
      const model = modelOfRun(host, run);
      if (model.run !== null && silent === null) return model.title;
      return `${TITLES.similar}, because ${model.why ?? silent}`;
    },
    modelOf: (run) => {
      const model = run.tagger === 'model' ? modelOfRun(host, run) : null;
      return model?.run ? model.title : null;
    },
    async recall(run, turns) {
      const { thread } = await (await start(run)).tagger;
      return thread.ask('recall', spokenOf(turns));
    },
    async compare(run, turns, answers) {
      const { thread } = await (await start(run)).tagger;
      return thread.ask('compare', spokenOf(turns), answers);
    },
    async of(run, asking) {
      const model = run.tagger === 'model' && asking === 'may-send' ? modelOfRun(host, run) : null;
      if (!model?.run) return ownTagger(run);
      const { run: row, title } = model;
      return {
        async tag(turn, history, place, dialogues) {
          const said = history.filter(({ text }) => text !== '');
          try {
            const names = await tagByModel(host, row, [...said, turn], dialogues);
            silent = null;
            return { names: currentNames(database, names), origin: 'model' };
          } catch (error) {
            silent = `${title} was not used: ${error instanceof Error ? error.message : String(error)}`;
            return (await ownTagger(run)).tag(turn, history, place, dialogues);
          }
        },
      };
    },
    close: async () => {
      for (const run of [...started.keys()]) await free(run);
    },
  };
}

const spokenOf = (turns: readonly SaidTurn[]): SaidTurn[] =>
  turns.filter(({ text }) => text !== '').map(({ role, text, tags }) => ({ role, text, tags }));

/** Returns the current names of tags that people have renamed since then. Archived tags are left out. */
function currentNames(database: ReadDatabase, givenNames: readonly string[]): string[] {
  const find = givenNameReader(database);
  const vocabulary = readVocabulary(database);
  const names = givenNames.map((name) => {
    const tag = find(name);
    return tag === null ? name : vocabulary.nameOf(tag);
  });
  return [...new Set(names)].filter((name) => !vocabulary.archivedNames.has(name));
}

export const turnTaggers = projectService(createTurnTaggers, (taggers) => taggers.close());

export interface SpokenTurn {
  readonly role: Role;
  readonly text: string;
}

/** Tags turns as a run would, but without a model. */
export async function tagSpoken(
  project: Project,
  run: TaggingRun,
  turns: readonly SpokenTurn[],
): Promise<AgentTurn[]> {
  const tagger = await project.use(turnTaggers).of(run, 'sends-nothing');
  const tagged: AgentTurn[] = [];
  for (const { role, text } of turns) {
    const { names } = await tagger.tag({ role, text }, tagged, null, []);
    tagged.push({ role, text, tags: names, forced: false });
  }
  return tagged;
}
