import { z } from 'zod';
import {
  type AskModel,
  countWritten,
  freeMessages,
  MOST_TIMES_AGAIN,
  writeFree,
} from '#shared/algorithms/flows/colang/write-free.ts';
import { likelyInputTokens, mostInputTokens } from '#shared/algorithms/model-tagging/bounds.ts';
import type { PromptMessage } from '#shared/algorithms/model-tagging/messages.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { printFlow } from '#shared/contract/flow-file.ts';
import {
  FREE_PROMPTS,
  type FreeColangSettings,
  type FreeProgram,
  freeColangContract,
  freeColangSettingsSchema,
  freeProgramSchema,
} from '#shared/contract/free-colang.ts';
import { modelName } from '#shared/domain/agent.ts';
import type { Flow } from '#shared/domain/flow.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { editorOf } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import type { JobContext } from '../../jobs/job.ts';
import { lastingRuns } from '../../jobs/lasting-runs.ts';
import { askEach, priceWithin } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import { type Question, questionOf } from '../../providers/requests/ledger.ts';
import { costsOf, priceOf } from '../../providers/requests/price.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { keepCode, requireSoundFlow, soundFlows } from '../flows/index.ts';
import { keptPrompt, methodsOfPrompts } from '../prompts/index.ts';

const paramsSchema = freeColangSettingsSchema.extend({
  flows: z.array(z.string()),
  prompts: z.array(z.int()).length(FREE_PROMPTS.length),
});
type FreeParams = z.infer<typeof paramsSchema>;

export const freeRuns = lastingRuns({
  kind: 'free-colang',
  words: 'Colang run',
  keeps: 'answers',
  params: paramsSchema,
  outcome: z.object({ programs: z.array(freeProgramSchema) }),
});

/** Returns the programs of a run; none before the run has ended, or if it was canceled. */
const programsOf = (database: ReadDatabase, run: RunId): FreeProgram[] =>
  freeRuns.outcomeOf(database, run)?.programs ?? [];

type FreePlan = ReturnType<typeof planFree>;

/** @throws DialogramError INVALID, NOT_FOUND */
function planFree(project: Project, settings: FreeColangSettings) {
  const { app, database } = project;
  const { writer } = settings;
  priceWithin(app, writer, settings);
  const provider = app.providers.get(writer.provider);
  const flows = settings.flows?.map((name) => requireSoundFlow(database, name)) ?? soundFlows(database);
  if (flows.length === 0) {
    throw new DialogramError('INVALID', 'Every flow in this project has errors.', {
      nextStep: 'Fix a flow, or import one.',
    });
  }
  const [prompt, ...refining] = FREE_PROMPTS.map((name, at) =>
    keptPrompt(database, app.resources, name, settings.prompts?.[at] ?? null),
  );
  if (!prompt) throw new Error('There is no prompt for writing Colang.');
  const versions = [prompt, ...refining].map(({ version }) => version);
  const params: FreeParams = { ...settings, flows: flows.map(({ name }) => name), prompts: versions };
  const instructions = settings.refine
    ? refining.map(({ text }, at) => ({ name: FREE_PROMPTS[at + 1] ?? '', text }))
    : [];
  const question = (messages: readonly PromptMessage[], trial: number): Question => {
    const seed = writer.seed === null ? null : writer.seed + trial - 1;
    const { model, temperature, maxOutputTokens } = writer;
    const request = { model, messages, temperature, seed, maxOutputTokens, answerSchema: null };
    return questionOf(provider.baseUrl, request, []);
  };
  return {
    params,
    flows,
    write: (flow: Flow, trial: number, ask: (question: Question) => Promise<string | null>) => {
      const asking: AskModel = (messages) => ask(question(messages, trial));
      return writeFree({ prompt: prompt.text, flow: printFlow(flow) }, instructions, asking);
    },
    first: (flow: Flow) =>
      mostInputTokens(
        freeMessages({ prompt: prompt.text, flow: printFlow(flow), refined: null }, null),
        null,
      ),
    /** The number of requests per program if every answer parses. */
    asks: 1 + instructions.length,
  };
}

/** Estimated tokens of a program, which is sent again for refinement. */
const LIKELY_PROGRAM_TOKENS = 1_500;
/** The maximum number of bytes per token, for estimates. */
const BYTES_PER_TOKEN = 4;

/** Returns the requests of a run and their cost. Sends nothing. */
function estimateFree(project: Project, settings: FreeColangSettings) {
  const { flows, first, asks, params } = planFree(project, settings);
  const { writer, trials } = params;
  const programs = flows.length * trials;
  const requests = { least: programs * asks, most: programs * asks * (1 + MOST_TIMES_AGAIN) };
  const shown = flows.reduce((sum, flow) => sum + first(flow), 0) / flows.length;
  const most = {
    input: Math.ceil(requests.most * (shown + writer.maxOutputTokens * BYTES_PER_TOKEN)),
    output: requests.most * writer.maxOutputTokens,
  };
  const likely = {
    input: requests.least * likelyInputTokens(shown) + (requests.least - programs) * LIKELY_PROGRAM_TOKENS,
    output: requests.least * LIKELY_PROGRAM_TOKENS,
  };
  const price = priceOf(project.app.providers.get(writer.provider), writer.model, project.app.resources);
  return {
    programs,
    requests,
    ...costsOf(price, most, likely),
  };
}

/** Cached answers are not requested twice. @throws JobPause if the budget is reached or the server cannot be asked */
const freeJob = freeRuns.askingJob('freeColang', async (project, run, context) => {
  const plan = planFree(project, freeRuns.require(project.database, run).params);
  return { programs: await writeAll(project, run, plan, context) };
});

async function writeAll(
  project: Project,
  run: RunId,
  { params, flows, write }: FreePlan,
  context: JobContext,
): Promise<FreeProgram[]> {
  const items = flows.flatMap((flow) =>
    Array.from({ length: params.trials }, (_, at) => ({ flow, trial: at + 1 })),
  );
  const programs = new Map<(typeof items)[number], FreeProgram>();
  const asked = { run, limits: params, model: params.writer, phase: 'writing', unit: 'programs' };
  await askEach(project, context, asked, items, async (item, asker) => {
    const { refined, ...written } = await write(item.flow, item.trial, async (question) => {
      context.signal.throwIfAborted();
      const outcome = await asker.ask(question);
      return outcome.kind === 'answer' ? outcome.answer.text : null;
    });
    programs.set(item, { flow: item.flow.name, trial: item.trial, ...written, refined: [...refined] });
  });
  return items.flatMap((item) => programs.get(item) ?? []);
}

export const feature = defineFeature({
  contract: freeColangContract,
  methods: {
    estimate: ({ input, project }) => estimateFree(project, input),
    ...freeRuns.methodsOf(
      freeJob,
      ({ writer }) => `Writing Colang with ${modelName(writer.model)}`,
      planFree,
    ),
    runs: ({ project }) =>
      freeRuns.presented(project, (database, { run }) => {
        const missing = programsOf(database, run).filter(({ code }) => code === null).length;
        return { warnings: missing === 0 ? [] : [`The model did not write ${missing} of the programs.`] };
      }),
    report: ({ input: { run }, project: { database } }) => {
      freeRuns.require(database, run);
      const programs = programsOf(database, run);
      return { run, counts: countWritten(programs), programs };
    },
    apply: ({ input: { run, flow, trial, reason }, session }) => {
      const by = editorOf(session, reason);
      const { database } = by.project;
      const { params } = freeRuns.require(database, run);
      const own = programsOf(database, run).filter((one) => one.flow === flow);
      const found = own.find((one) => (trial === null ? one.valid : one.trial === trial));
      if (found?.code == null) {
        throw new DialogramError('NOT_FOUND', `The run has no valid program for the flow "${flow}".`, {
          value: flow,
          nextStep:
            own.length > 0
              ? 'Choose a program and fix it by hand, or start another run.'
              : 'Choose a flow that this run wrote programs for.',
        });
      }
      return keepCode(by, flow, { text: found.code, by: params.writer.model, changed: false });
    },
    ...methodsOfPrompts(FREE_PROMPTS),
  },
  ...freeRuns.partsOf(freeJob),
});
