import type { Learner } from '#shared/contract/automata.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { AnswerSettings } from '#shared/contract/generation.ts';
import type { ServeSettings } from '#shared/contract/serve.ts';
import { NO_EXAMPLES } from '#shared/domain/agent.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Project } from '../../project.ts';
import type { KeptProvider } from '../../providers/model/provider-settings.ts';
import { turnReader } from '../../store/corpus/turn-table.ts';
import { type IndexTurn, sentenceVectors } from '../comparison/index.ts';
import {
  exampleShapeOf,
  examplesOfSpoken,
  originOf,
  requireOrigin,
  type SpokenTurn,
  STATE_METHOD,
  standing,
  tagSpoken,
} from '../conversation/index.ts';
import { type ShownExample, shownExamples } from '../generation/index.ts';
import { METHOD_INFOS } from '../retrieval/index.ts';
import { ApiError } from './chat-body.ts';

interface Showing extends AnswerSettings {
  readonly method: string;
  readonly automaton: RunId | null;
}

const MOST_HEARD = 500;

export async function standingOf(
  project: Project,
  turns: readonly SpokenTurn[],
  { automaton, method, examples, seed }: Showing,
) {
  const origin = requireOrigin(project.database, automaton);
  const heard = await tagSpoken(project, origin.tagging, turns.slice(-MOST_HEARD));
  const settings = { automaton, policy: 'resume' as const, method, examples, seed };
  return { origin, ...(await standing(project, origin, { settings, start: null }, heard, 'wait')) };
}

export async function shownFor(
  project: Project,
  turns: readonly SpokenTurn[],
  showing: Showing,
): Promise<ShownExample[]> {
  const { method, automaton } = showing;
  const origin = originOf(project.database, automaton);
  const candidates =
    method === STATE_METHOD
      ? (await standingOf(project, turns, showing)).found.items
      : await examplesOfSpoken(project, origin, turns.slice(-MOST_HEARD), showing);
  return shown(project, candidates, showing, origin?.learner ?? null);
}

export function shown(
  { database }: Project,
  candidates: readonly IndexTurn[],
  showing: Showing,
  learner: Learner | null,
): ShownExample[] {
  const { method } = showing;
  const turnsOf = turnReader(database);
  return shownExamples(
    { dialogue: (id) => ({ turns: turnsOf(id) }) },
    null,
    method,
    { candidates },
    {
      ...showing,
      exampleShape: exampleShapeOf(method, learner),
    },
  );
}

export interface ServedModel {
  readonly method: string;
  readonly provider: string;
  readonly model: string;
}

const isAgreedTo = ({ baseUrl, consent }: KeptProvider): boolean =>
  consent?.origin === new URL(baseUrl).origin;

export const methodsOf = (project: Project): string[] => [
  ...METHOD_INFOS.map(({ name }) => name),
  ...project.use(sentenceVectors).ready(),
  STATE_METHOD,
  NO_EXAMPLES,
];

/** Returns the default model; null if no provider may be asked. @throws DialogramError NOT_FOUND, INVALID */
export function answererOf(
  { app }: Project,
  { answerer }: ServeSettings,
): Omit<ServedModel, 'method'> | null {
  const found = answerer
    ? app.providers.get(answerer.provider)
    : app.providers.list().find((kept) => isAgreedTo(kept) && kept.chatModel !== null);
  if (!found) return null;
  const model = answerer?.model ?? found.chatModel;
  if (model !== null) return { provider: found.id, model };
  throw new DialogramError('INVALID', `No ${found.name} model was chosen.`, {
    place: 'model',
    nextStep: "Name a model in the request, or choose a chat model in the server's settings.",
  });
}

/** Returns each model alone, which uses the default method, and each model with each method. */
export function modelNames(project: Project, settings: ServeSettings): string[] {
  const usual = answererOf(project, settings);
  const others = project.app.providers
    .list()
    .filter((kept) => isAgreedTo(kept) && kept.id !== usual?.provider)
    .flatMap(({ id, chatModel }) => (chatModel === null ? [] : [`${id}/${chatModel}`]));
  const models = [...(usual ? [usual.model] : []), ...others];
  return [...models, ...models.flatMap((model) => methodsOf(project).map((method) => `${method}/${model}`))];
}

/** Parses `[METHOD/][PROVIDER/]MODEL`; the provider checks unlisted models. @throws ApiError for an unknown name */
export function servedModel(project: Project, settings: ServeSettings, name: string): ServedModel {
  const usual = answererOf(project, settings);
  const methods = methodsOf(project);
  const [first = '', rest] = split(name);
  const named = methods.includes(first);
  const method = named ? first : settings.method;
  const of = named ? rest : name;
  const [provider = '', model] = split(of ?? '');
  if (model !== undefined && project.app.providers.list().some(({ id }) => id === provider))
    return { method, provider, model };
  if (usual && (of === undefined || of === usual.model))
    return { method, provider: usual.provider, model: usual.model };
  if (usual) throw unknownModel(project, settings, name);
  throw new ApiError(
    404,
    'model_not_found',
    'No model is ready to use. Set up a model and agree to its server. Until then, only /route works.',
    {
      param: 'model',
    },
  );
}

/** The message lists the known names, because people look for them here. */
export const unknownModel = (project: Project, settings: ServeSettings, name: string): ApiError =>
  new ApiError(
    404,
    'model_not_found',
    `There is no model "${name}". The models are ${modelNames(project, settings).join(', ')}. You can also name a method, alone or before a model: ${methodsOf(project).join(', ')}.`,
    { param: 'model' },
  );

function split(name: string): [string, string | undefined] {
  const at = name.indexOf('/');
  return at < 0 ? [name, undefined] : [name.slice(0, at), name.slice(at + 1)];
}
