import type { ModuleResult } from '#shared/contract/modules.ts';
import { type Project, projectService } from '../../project.ts';
import { type LastUserTurn, lastUserTurn } from '../conversation/index.ts';
import { type ModuleRegistry, moduleRegistry, readModuleUse } from './module-registry.ts';

interface Consultation {
  /** The reason why modules were or were not asked; null if none is in use. */
  readonly why: string | null;
  readonly results: readonly ModuleResult[];
  /** Endpoints that were not sent the turn, by name. */
  readonly unsent: readonly string[];
}

const NOTHING: Consultation = { why: null, results: [], unsent: [] };

/** Cache of the endpoints' last answers, so viewing a turn sends nothing again. A purge clears it. */
const lastAsked = projectService(
  (): { readonly key: string; readonly result: Promise<ModuleResult> }[] => [],
);
const MOST_KEPT = 20;

/**
 * Asks the modules that a project uses about the last user turn of its conversation, if they are due.
 * @param send true if endpoints may be called, which only an action of a person allows; otherwise their last
 * answers are used
 */
export async function consult(project: Project, send: boolean, signal?: AbortSignal): Promise<Consultation> {
  const modules = project.app.use(moduleRegistry);
  const { when, modules: chosen } = readModuleUse(project.database);
  // A project from elsewhere may name modules that this machine lacks.
  const here = modules.list().filter(({ id }) => chosen.includes(id));
  if (when === 'never' || here.length === 0) return NOTHING;
  const turn = lastUserTurn(project);
  if (turn === null) return { ...NOTHING, why: 'Modules are asked once the customer has said something.' };
  if (when === 'off-the-map' && turn.offTheMap === null) {
    return { ...NOTHING, why: `Turn ${turn.index + 1} is on the map: modules are asked off the map only.` };
  }
  const results = await Promise.all(here.map(({ id }) => askOnce(project, modules, id, turn, send, signal)));
  return {
    why: turn.offTheMap ?? 'Modules are asked at every turn of the customer.',
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
  // A folder costs nothing and may have changed.
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
  // Failures are tried again.
  entry.result.then(({ fault }) => fault !== null && drop(), drop);
  return entry.result;
}
