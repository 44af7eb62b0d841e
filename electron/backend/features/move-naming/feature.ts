import { likelyInputTokens } from '#shared/algorithms/model-tagging/bounds.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  type MoveNamingSettings,
  moveNamingContract,
  NAMING_PROMPTS,
  type NamingEstimate,
} from '#shared/contract/move-naming.ts';
import { modelName } from '#shared/domain/agent.ts';
import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { editorOf } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import { breathe } from '../../jobs/breather.ts';
import type { JobContext } from '../../jobs/job.ts';
import { askingHostOf, openRunAsking, priceWithin, workAndWrite } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import { costsOf, priceOf } from '../../providers/requests/price.ts';
import { countDialogues } from '../../store/corpus/dialogue-table.ts';
import { CHANGES_TAGS } from '../../store/edits/log/placed-changes.ts';
import { answerReader } from '../../store/models/model-answer-table.ts';
import { requireMoves } from '../moves/index.ts';
import { keptPrompt, methodsOfPrompts } from '../prompts/index.ts';
import { requireTopicsRun } from '../topics/index.ts';
import { applyNaming, reportNaming, topicClusters } from './named-moves.ts';
import { askNames, createNamingWriter, requestsFor, sentenceShower, topicShower } from './naming-requests.ts';
import {
  type Cluster,
  fineClusters,
  type NamingParams,
  namesNow,
  namingRuns,
  warningsOf,
} from './naming-runs.ts';

interface RolePlan {
  readonly role: Role;
  readonly cut: number;
  readonly kept: readonly Cluster[];
  readonly asked: readonly Cluster[];
  readonly names: readonly string[];
  readonly requests: ReturnType<typeof requestsFor>;
}

interface NamingPlan {
  readonly params: NamingParams;
  readonly clusters: readonly Cluster[];
  readonly roles: readonly RolePlan[];
  readonly write: ReturnType<typeof createNamingWriter>;
}

/** @throws DialogramError INVALID, NOT_FOUND */
function planNaming(project: Project, settings: MoveNamingSettings): NamingPlan {
  const { app, database } = project;
  priceWithin(app, settings.namer, settings);
  const provider = app.providers.get(settings.namer.provider);
  const planItems = settings.what === 'topics' ? planTopics : planMoves;
  const { run, clusters, roles } = planItems(project, settings, provider.maskPersonalData);
  const prompt = keptPrompt(database, app.resources, NAMING_PROMPTS[settings.what], settings.promptVersion);
  const params: NamingParams = { ...settings, moves: run, promptVersion: prompt.version };
  if (roles.every(({ asked }) => asked.length === 0))
    throw new DialogramError('INVALID', `People have already named all ${settings.what}.`, {
      nextStep:
        settings.what === 'topics'
          ? 'Undo one of the names first.'
          : 'Undo one of the names, or increase the number of fine clusters.',
    });
  return { params, clusters, roles, write: createNamingWriter(params, provider, prompt.text) };
}

/** Plans to name all topics without a person's name, most dialogues first. */
function planTopics(project: Project, settings: MoveNamingSettings, masked: boolean) {
  const topics = requireTopicsRun(project, settings.moves);
  const clusters = topicClusters(project, topics);
  const kept = clusters.filter(({ isNamed }) => isNamed);
  const asked = clusters.filter(({ isNamed }) => !isNamed);
  const names = kept.map(({ own }) => own);
  const requests = requestsFor(asked, settings, topicShower(project.database, masked));
  const role: RolePlan = { role: 'user', cut: clusters.length, kept, asked, names, requests };
  return { run: topics.run, clusters, roles: [role] };
}

function planMoves(project: Project, settings: MoveNamingSettings, masked: boolean) {
  const { database } = project;
  const moves = requireMoves(project, settings.moves);
  const clusters = fineClusters(database, moves, settings.clusters);
  const now = namesNow(database, moves);
  const shown = new Set(moves.examples.map(({ unit }) => unit));
  const roles = ROLES.flatMap((role): RolePlan[] => {
    const own = clusters.filter((cluster) => cluster.role === role);
    const kept = own.filter((cluster) => now.byPerson(cluster) !== null);
    const asked = own.filter(
      (cluster) => !kept.includes(cluster) && cluster.units.some((unit) => shown.has(unit)),
    );
    const names = [...new Set(kept.flatMap((cluster) => now.byPerson(cluster) ?? []))];
    const requests = requestsFor(asked, settings, sentenceShower(database, moves, masked));
    return own[0] ? [{ role, cut: own[0].cut, kept, asked, names, requests }] : [];
  });
  return { run: moves.run, clusters, roles };
}

/** Cached answers are not requested twice. @throws JobPause if the budget is reached or the server cannot be asked */
const namingJob = namingRuns.askingJob('namings', async (project, run, context) => {
  const plan = planNaming(project, namingRuns.require(project.database, run).params);
  const { names, failed, misread } = await askForAll(project, run, plan, context);
  const asked = plan.roles.reduce((sum, role) => sum + role.asked.length, 0);
  return {
    clusters: plan.clusters.map((cluster) => ({
      role: cluster.role,
      cut: cluster.cut,
      units: [...cluster.units],
      own: cluster.own,
      name: names.get(cluster) ?? null,
    })),
    unnamed: asked - names.size,
    failed,
    misread,
  };
});

/** Roles run in parallel. The requests of a role run one by one, because each includes the earlier names. */
async function askForAll(
  project: Project,
  run: RunId,
  { roles, write, params }: NamingPlan,
  context: JobContext,
) {
  const open = await openRunAsking(askingHostOf(project), run, params, context.signal);
  const { asker } = await open(params.namer);
  const names = new Map<Cluster, string>();
  let [done, failed, misread] = [0, 0, 0];
  const total = roles.reduce((sum, { requests }) => sum + requests.length, 0);
  const report = (): void => context.report({ phase: 'asking for names', done, total, unit: 'requests' });
  report();
  const left = [...roles].reverse();
  await workAndWrite(
    roles.length,
    () => left.pop() ?? null,
    async ({ names: given, requests }) => {
      const known = new Set(given);
      for (const make of requests) {
        context.signal.throwIfAborted();
        const answered = await askNames(write, make(), [...known], async (question) => {
          const outcome = await asker.ask(question);
          return outcome.kind === 'answer' ? outcome.answer.text : null;
        });
        if (answered === null) failed++;
        else if (answered.problem !== null) misread++;
        for (const [cluster, name] of answered?.names ?? []) {
          names.set(cluster, name);
          known.add(name);
        }
        done++;
        report();
      }
    },
    () => {},
  );
  return { names, failed, misread };
}

/** The longest possible name: 48 characters of four bytes each. */
const LONGEST_NAME = 'x'.repeat(4 * 48);
const LONGEST_PROBLEM = 'x'.repeat(200);
/** Estimated tokens of an id, a name and the text around them. */
const LIKELY_TOKENS_PER_NAME = 16;

async function estimateNaming(
  project: Project,
  settings: MoveNamingSettings,
  signal: AbortSignal | undefined,
): Promise<NamingEstimate> {
  const { app, database } = project;
  const { roles, write, params } = planNaming(project, settings);
  const find = answerReader(database);
  const most = { input: 0, output: 0 };
  const likely = { input: 0, output: 0 };
  let [requests, kept] = [0, 0];
  for (const role of roles) {
    const names = new Set(role.names);
    const longest = [...role.names];
    let isKept = true;
    for (const make of role.requests) {
      const request = make();
      requests++;
      for (const problem of [null, LONGEST_PROBLEM]) {
        const bound = write(request, longest, problem).most;
        most.input += bound.input;
        most.output += bound.output;
      }
      likely.input += likelyInputTokens(write(request, [...names]).most.input);
      likely.output += LIKELY_TOKENS_PER_NAME * request.clusters.length;
      // The names from an unanswered request are unknown, so later requests cannot be looked up in the cache.
      const answered = isKept
        ? await askNames(write, request, [...names], ({ hash }) => find(hash)?.text ?? null)
        : null;
      if (answered) kept++;
      else isKept = false;
      for (const { own } of request.clusters) {
        if (!answered) names.add(own);
        longest.push(LONGEST_NAME);
      }
      for (const name of answered?.names.values() ?? []) names.add(name);
      await breathe();
      signal?.throwIfAborted();
    }
  }
  const price = priceOf(app.providers.get(params.namer.provider), params.namer.model, app.resources);
  return {
    moves: params.moves,
    clusters: roles.map(({ role, cut, asked, kept: held }) => ({
      role,
      cut,
      asked: asked.length,
      kept: held.length,
    })),
    requests,
    kept,
    ...costsOf(price, most, likely),
    dialogues: countDialogues(database),
  };
}

async function previewNaming(
  project: Project,
  { settings, request: asked }: { readonly settings: MoveNamingSettings; readonly request: number },
) {
  const { app, database } = project;
  const { roles, write, params } = planNaming(project, settings);
  const find = answerReader(database);
  const requests = roles.reduce((sum, role) => sum + role.requests.length, 0);
  let at = 0;
  for (const { role, names: given, requests: own } of roles) {
    const names = new Set(given);
    for (const make of own) {
      const request = make();
      if (at++ === asked) {
        const { messages } = write(request, [...names]).request;
        return {
          request: asked,
          requests,
          role,
          clusters: request.clusters.length,
          messages: messages.flatMap(({ role: by, content }) =>
            by === 'assistant' ? [] : [{ role: by, content }],
          ),
          promptVersion: params.promptVersion,
          masked: app.providers.get(params.namer.provider).maskPersonalData,
          replaced: request.replaced,
        };
      }
      const answered = await askNames(write, request, [...names], ({ hash }) => find(hash)?.text ?? null);
      for (const name of answered?.names.values() ?? []) names.add(name);
      await breathe();
    }
  }
  throw new DialogramError('NOT_FOUND', `There is no request ${asked}.`, {
    place: 'request',
    value: String(asked),
    nextStep: `The requests are numbered 0 to ${requests - 1}.`,
  });
}

export const feature = defineFeature({
  contract: moveNamingContract,
  methods: {
    estimate: ({ input, project, signal }) => estimateNaming(project, input, signal),
    preview: ({ input, project }) => previewNaming(project, input),
    ...namingRuns.methodsOf(
      namingJob,
      ({ what, namer }) => `Naming the ${what} with ${modelName(namer.model)}`,
      planNaming,
    ),
    runs: ({ project }) => namingRuns.presented(project, warningsOf),
    report: ({ input, project }) => reportNaming(project, input.run),
    apply: ({ input, session }) => applyNaming(editorOf(session, input.reason), input.run),
    ...methodsOfPrompts(Object.values(NAMING_PROMPTS)),
  },
  edits: { 'name-moves': CHANGES_TAGS },
  ...namingRuns.partsOf(namingJob),
});
