import { DialogramError } from '#shared/contract/errors.ts';
import type { MoveNamingSettings } from '#shared/contract/move-naming.ts';
import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import { priceWithin } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import { requireMoves, type ShownMoves } from '../moves/index.ts';
import { keptPrompt } from '../prompts/index.ts';
import { type Cluster, fineClusters, namesNow } from './clusters.ts';
import { createNamingWriter, requestsFor } from './naming-requests.ts';
import { NAMING_PROMPT, type NamingParams } from './naming-runs.ts';

/** The questions of a run, role by role. */
export interface NamingPlan {
  readonly moves: ShownMoves;
  readonly params: NamingParams;
  /** Sorted by turns, most first. */
  readonly clusters: readonly Cluster[];
  readonly roles: readonly {
    readonly role: Role;
    readonly cut: number;
    readonly kept: readonly Cluster[];
    readonly asked: readonly Cluster[];
    /** Names that people gave, which the model may use for other clusters. */
    readonly names: readonly string[];
    readonly requests: ReturnType<typeof requestsFor>;
  }[];
  readonly write: ReturnType<typeof createNamingWriter>;
}

/** @throws DialogramError INVALID, NOT_FOUND */
export function planNaming(project: Project, settings: MoveNamingSettings): NamingPlan {
  const { app, database } = project;
  priceWithin(app, settings.namer, settings);
  const provider = app.providers.get(settings.namer.provider);
  const moves = requireMoves(project, settings.moves);
  const prompt = keptPrompt(database, app.resources, NAMING_PROMPT, settings.promptVersion);
  const params: NamingParams = { ...settings, moves: moves.run, promptVersion: prompt.version };
  const clusters = fineClusters(database, moves, settings.clusters);
  const now = namesNow(database, moves);
  const shown = new Set(moves.examples.map(({ unit }) => unit));
  const roles = ROLES.flatMap((role) => {
    const own = clusters.filter((cluster) => cluster.role === role);
    const kept = own.filter((cluster) => now.byPerson(cluster) !== null);
    const asked = own.filter(
      (cluster) => !kept.includes(cluster) && cluster.units.some((unit) => shown.has(unit)),
    );
    const names = [...new Set(kept.flatMap((cluster) => now.byPerson(cluster) ?? []))];
    const requests = requestsFor(database, moves, asked, params, provider);
    return own[0] ? [{ role, cut: own[0].cut, kept, asked, names, requests }] : [];
  });
  if (roles.every(({ asked }) => asked.length === 0))
    throw new DialogramError('INVALID', 'There is no move to name, because people have named all of them.', {
      nextStep: 'Undo a name, or choose more moves.',
    });
  return { moves, params, clusters, roles, write: createNamingWriter(params, provider, prompt.text) };
}
