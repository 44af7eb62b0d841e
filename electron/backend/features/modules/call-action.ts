import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ModuleResult } from '#shared/contract/modules.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { type Project, projectService } from '../../project.ts';
import { answerReader, answerWriter } from '../../store/models/model-answer-table.ts';
import { type LastUserTurn, lastUserTurn } from '../conversation/index.ts';
import type { ActionAnswer } from './ask-endpoint.ts';
import { type ModuleRegistry, moduleRegistry, readModuleUse } from './module-registry.ts';

interface Consultation {
  readonly why: string | null;
  readonly results: readonly ModuleResult[];
  /** Names of the endpoints to which the turn was not sent. */
  readonly unsent: readonly string[];
}

const NOTHING: Consultation = { why: null, results: [], unsent: [] };

/** The last answers of the endpoints, so that opening a turn sends nothing. A purge clears them. */
const lastAsked = projectService(
  (): { readonly key: string; readonly result: Promise<ModuleResult> }[] => [],
);
const MOST_KEPT = 20;

/**
 * Asks a project's modules about the last user turn.
 * @param send true if endpoints may be called, which requires a person's action; otherwise their last answers are used
 */
export async function consult(project: Project, send: boolean, signal?: AbortSignal): Promise<Consultation> {
  const modules = project.app.use(moduleRegistry);
  const { when, modules: chosen } = readModuleUse(project.database);
  // A project from another machine may name modules that do not exist here.
  const here = modules.list().filter(({ id }) => chosen.includes(id));
  if (when === 'never' || here.length === 0) return NOTHING;
  const turn = lastUserTurn(project);
  if (turn === null)
    return { ...NOTHING, why: 'Modules are called only after the customer has said something.' };
  if (when === 'off-the-map' && turn.offTheMap === null) {
    return {
      ...NOTHING,
      why: `Turn ${turn.index + 1} is on a path in the graph. Modules are called only when the dialogue has left the graph.`,
    };
  }
  const results = await Promise.all(here.map(({ id }) => askOnce(project, modules, id, turn, send, signal)));
  return {
    why: turn.offTheMap ?? 'Modules are called at every customer turn.',
    results: results.filter((result) => result !== null),
    unsent: here.filter((_, at) => results[at] === null).map(({ name }) => name),
  };
}

async function askOnce(
  project: Project,
  modules: ModuleRegistry,
  id: string,
  { text, tags, state }: LastUserTurn,
  send: boolean,
  signal: AbortSignal | undefined,
): Promise<ModuleResult | null> {
  const turn = { text, tags, state };
  const module = modules.get(id);
  // Searching folders costs nothing, and their files may have changed.
  if (module.kind === 'folder') return modules.ask(id, turn, signal);
  const kept = project.use(lastAsked);
  const key = JSON.stringify([module, turn]);
  const before = kept.find((other) => other.key === key);
  if (before) return before.result;
  if (!send) return null;
  const entry = { key, result: modules.ask(id, turn, signal) };
  kept.push(entry);
  if (kept.length > MOST_KEPT) kept.shift();
  const drop = (): void => {
    const at = kept.indexOf(entry);
    if (at >= 0) kept.splice(at, 1);
  };
  // If an endpoint fails, it may be asked again.
  entry.result.then(({ fault }) => fault !== null && drop(), drop);
  return entry.result;
}

interface Action {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  /** Everything before the action in the conversation, and its position there. Together they identify the call. */
  readonly moment: unknown;
  readonly dialogues: readonly DialogueId[];
}

interface ActionOutcome {
  /** Null if there is no answer yet and nothing was sent. */
  readonly answer: ActionAnswer | null;
  readonly isKept: boolean;
}

const answerSchema = z.union([
  z.object({ fault: z.string(), isSent: z.boolean() }),
  z.object({ value: z.unknown(), host: z.string() }),
]);

/** Returns a name's letters and digits in lower case, so that "Book seats" equals "book_seats". */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

export const notCalledNote = (name: string): string =>
  `${name} was not called, because endpoints are called only when you talk to the agent. The call counts as successful.`;

export const keptNote = (isKept: boolean): string =>
  isKept ? ' The stored answer was used, so nothing was sent.' : '';

/** Running calls, so that equal conversations share them. */
const running = projectService(() => new Map<string, Promise<ActionAnswer>>());

/**
 * Calls the allowed endpoint with the action's name; null without one. A call that may have been sent is stored even
 * without an answer, so that it is never sent again.
 */
export function actionEndpoint(
  project: Project,
  name: string,
): ((action: Action, mayAct: boolean) => Promise<ActionOutcome>) | null {
  const { database, app } = project;
  const modules = app.use(moduleRegistry);
  const allowed = readModuleUse(database).actions ?? [];
  const endpoint = modules
    .list()
    .find(
      (one) => one.kind === 'endpoint' && allowed.includes(one.id) && plainName(one.name) === plainName(name),
    );
  if (endpoint?.kind !== 'endpoint') return null;
  return async ({ values, moment, dialogues }, mayAct) => {
    const { address, method, arguments: given, field } = endpoint;
    const hash = createHash('sha256')
      .update(JSON.stringify(['action', address, method, given, field, name, values, moment]))
      .digest('hex');
    const kept = answerReader(database)(hash);
    if (kept) return { answer: answerSchema.parse(JSON.parse(kept.text)), isKept: true };
    if (!mayAct) return { answer: null, isKept: false };
    const calls = project.use(running);
    // A call cannot be unsent, so its answer is stored even after a cancellation.
    const call = calls.get(hash) ?? modules.call(endpoint.id, values, project.closing);
    calls.set(hash, call);
    try {
      const answer = await call;
      if (!('fault' in answer) || answer.isSent) {
        answerWriter(database).write({
          hash,
          provider: `module-${endpoint.id}`,
          model: name,
          text: JSON.stringify(answer),
          finish: 'stop',
          inputTokens: null,
          outputTokens: null,
          dialogues,
        });
      }
      return { answer, isKept: false };
    } finally {
      calls.delete(hash);
    }
  };
}
