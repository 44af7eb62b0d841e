import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileColang, compileFlows } from '#shared/algorithms/flows/colang/compile-colang.ts';
import type { CommonPath } from '#shared/algorithms/flows/drafting/draft-flow.ts';
import {
  describeChange,
  describeDeviations,
  describeReplay,
} from '#shared/algorithms/flows/following/replay-flow.ts';
import { flowErrors, validateFlow } from '#shared/algorithms/flows/validate-flow.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { printFlow } from '#shared/contract/flow-file.ts';
import { type DescribedFlow, flowsContract } from '#shared/contract/flows.ts';
import { formatShare } from '#shared/domain/figure-text.ts';
import { type Flow, type FlowNode, type FlowSource, nodeOrigin } from '#shared/domain/flow.ts';
import { required } from '#shared/domain/required.ts';
import { commitEdit, editorOf } from '../../editing/commit.ts';
import { translateError } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import { targetOf, writeWhole } from '../../output/target.ts';
import type { Project } from '../../project.ts';
import {
  findFlow,
  flowAfter,
  flowBefore,
  flowVersions,
  listFlows,
  requireFlow,
  type StoredFlow,
} from '../../store/edits/designs/flow-table.ts';
import { readInThread } from '../../workers/in-thread.ts';
import { automatonCache, dialoguesAt } from '../automata/index.ts';
import { methodsOfPrompt } from '../prompts/index.ts';
import { allFlowsAgent } from './all-flows-agent.ts';
import { flowAgent } from './flow-agent.ts';
import {
  keepCode,
  type ReadCode,
  readCodeFile,
  requireCode,
  requireSoundFlow,
  soundFlows,
  withCodes,
} from './flow-code.ts';
import type { HistoryQuery } from './history.ts';
import { readFlowFile } from './read-flow-file.ts';
import { SLOT_PROMPT } from './slots-by-model.ts';

function describe({ name, flow, draft }: Pick<StoredFlow, 'name' | 'flow' | 'draft'>): DescribedFlow {
  const problems = validateFlow(flow);
  const errors = flowErrors(problems).length;
  const origins = { drafted: 0, changed: 0, written: 0 };
  for (const node of flow.nodes) origins[nodeOrigin(draft, node)]++;
  return {
    name,
    description: flow.description ?? '',
    nodes: flow.nodes.length,
    edges: flow.edges.length,
    slots: [
      ...new Set(flow.nodes.flatMap((node) => (node.type === 'request' ? Object.keys(node.slots) : []))),
    ],
    errors,
    warnings: problems.length - errors,
    origins,
  };
}

/** At most this many dialogues are listed per move. All are counted. */
const SHOWN_DIALOGUES = 200;
/** At most this many earlier versions can be chosen, besides the first. */
const SHOWN_VERSIONS = 30;

const heardOf = (project: Project, { where, states, run }: FlowSource): Omit<HistoryQuery, 'orAll'> => ({
  where,
  run,
  only:
    states?.states.flatMap((state) =>
      dialoguesAt(project.use(automatonCache).load(states.automaton), { state }),
    ) ?? null,
});

function replay(
  project: Project,
  flow: Flow,
  earlier: Flow | null,
  labels: readonly string[] | null,
  signal: AbortSignal,
) {
  const source = findFlow(project.database, flow.name)?.draft?.source;
  const heard = heardOf(project, source ?? { where: flow.name, states: null, run: null, share: null });
  const asked = { ...heard, orAll: !source };
  return readInThread(project.path, 'flowReplay', 'replayHistory', [flow, earlier, labels, asked], {
    signal,
  });
}

/** @throws DialogramError INVALID without matching dialogues or transitions */
async function draft(project: Project, name: string, source: FlowSource, signal: AbortSignal) {
  const asked = { ...heardOf(project, source), orAll: false };
  const drafted = await readInThread(
    project.path,
    'flowDraft',
    'draftFromHistory',
    [name, source.share, asked],
    {
      signal,
    },
  );
  if (drafted.dialogues > 0 && (drafted.nodes.length > 0 || source.share === null)) return drafted;
  const { dialogues } = drafted;
  throw new DialogramError(
    'INVALID',
    dialogues === 0
      ? 'No dialogue passes the filter.'
      : `No two agent steps follow each other in at least ${formatShare(source.share ?? 0)} of the ${dialogues} dialogues.`,
    {
      value: source.where,
      nextStep:
        dialogues === 0
          ? 'Change the filter, then draft again.'
          : 'Choose a smaller share, choose dialogues about a single topic, or run the Moves tagger. Then draft again.',
    },
  );
}

const pathsOf = (paths: readonly CommonPath[]) =>
  paths.map(({ labels, dialogues }) => ({ labels: [...labels], dialogues }));

const slotPrompt = methodsOfPrompt(SLOT_PROMPT);

export const feature = defineFeature({
  contract: flowsContract,
  methods: {
    import: async ({ input, session, signal }) => {
      const read: Flow[] = [];
      const codes: ReadCode[] = [];
      for (const path of input.paths) {
        if (path.endsWith('.co')) {
          codes.push(await readCodeFile(session.files.forReading(path), input.codeOf));
          continue;
        }
        const flow = await readFlowFile(session.files.forReading(path), signal);
        if (flow) read.push(flow);
        else {
          throw new DialogramError('BAD_FILE', `${path} is not a flow.`, {
            place: path,
            nextStep:
              'Choose a file with a flow ({"nodes": […], "edges": […]}) or a STAR task ({"task", "replies", "graph"}), or a Colang file (.co).',
          });
        }
      }
      const by = editorOf(session, input.reason);
      const { database } = by.project;
      const taken = withCodes(database, read, codes);
      const changes = taken.flatMap((one) => flowAfter(database, one.name, one.flow, one) ?? []);
      const names = taken.map(({ name }) => name).join(', ');
      const what = taken.length > 3 ? `${taken.length} flows` : `the flow ${names}`;
      const outcome = commitEdit(
        by,
        'flows',
        `Import ${read.length === 0 ? 'Colang for ' : ''}${what}`,
        changes,
      );
      return { ...outcome, flows: taken.map(describe) };
    },
    list: ({ project: { database } }) => listFlows(database).map(describe),
    get: ({ input, project: { database } }) => {
      const stored = requireFlow(database, input.flow);
      const { edit, flow, draft, code } = stored;
      return { edit, flow, draft, code, before: flowBefore(database, stored) };
    },
    save: ({ input: { was, flow, draft, description, reason }, session }) => {
      const by = editorOf(session, reason);
      const { database } = by.project;
      const stored = was && requireFlow(database, was.name);
      if (was && stored?.edit !== was.edit) {
        throw new DialogramError('INVALID', `Somebody else changed the flow "${was.name}" in the meantime.`, {
          value: was.name,
          nextStep: 'Look at the current version, then make your change again.',
        });
      }
      if (flow.name !== was?.name && findFlow(database, flow.name)) {
        throw new DialogramError('ALREADY_EXISTS', `There is already a flow "${flow.name}".`, {
          value: flow.name,
          nextStep: 'Give the flow another name.',
        });
      }
      return commitEdit(by, 'flows', description, [
        was && flow.name !== was.name ? flowAfter(database, was.name, null) : null,
        flowAfter(database, flow.name, flow, {
          draft: draft ?? stored?.draft ?? null,
          code: stored?.code ?? null,
        }),
      ]);
    },
    validate: ({ input, project: { database } }) => {
      const { name, flow } = requireFlow(database, input.flow);
      return { name, problems: validateFlow(flow) };
    },
    export: ({ input, project: { database }, session }) =>
      writeWhole(targetOf(session, input), printFlow(requireFlow(database, input.flow).flow)),
    saveCode: ({ input: { flow, text, reason }, session }) => {
      const by = editorOf(session, reason);
      const was = requireFlow(by.project.database, flow).code;
      if (text === null) return keepCode(by, flow, null);
      if (text === was?.text) return keepCode(by, flow, was);
      const writer = was?.by ?? null;
      return keepCode(by, flow, { text, by: writer, changed: writer !== null });
    },
    compile: async ({ input, project: { database, path }, session }) => {
      const flows = input.flow === null ? soundFlows(database) : [requireSoundFlow(database, input.flow)];
      const [only] = flows;
      if (only === undefined) {
        throw new DialogramError('NOT_FOUND', 'Every flow has errors.', {
          nextStep: 'Fix the errors in a flow, or import or draft another flow.',
        });
      }
      const names = flows.map(({ name }) => name);
      const compiled =
        input.flow === null
          ? compileFlows(flows, await readInThread(path, 'flowWords', 'wordsOfFlows', [names]))
          : compileColang(only);
      const isFree = input.flow !== null && input.mode === 'free';
      const main = isFree ? requireCode(database, only.name) : compiled['main.co'];
      const files = Object.entries({ ...compiled, 'main.co': main });
      const targets = files.map(([name]) => targetOf(session, { ...input, out: join(input.out, name) }));
      const folder = dirname(targets[0]!.path);
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
      } catch (error) {
        throw translateError(error, folder);
      }
      for (const [at, [, text]] of files.entries()) writeWhole(targets[at]!, text);
      return { folder, files: files.map(([name]) => name), warnings: flows.flatMap(validateFlow).length };
    },
    remove: ({ input, session }) => {
      const by = editorOf(session, input.reason);
      const { name } = requireFlow(by.project.database, input.flow);
      const change = flowAfter(by.project.database, name, null);
      return commitEdit(by, 'flows', `Remove the flow ${name}`, [change]);
    },
    replay: async ({ input, project, signal }) => {
      const flow = requireSoundFlow(project.database, input.flow);
      const started = performance.now();
      const versions = flowVersions(project.database, flow.name).filter(
        (version) => flowErrors(validateFlow(version.flow)).length === 0,
      );
      const earlier = versions.find(({ edit }) => edit === input.since) ?? versions.at(-1) ?? null;
      const { figures } = await replay(project, flow, earlier?.flow ?? null, null, signal);
      if (figures === null) throw new Error('The replay has no figures.');
      const { before } = figures;
      return {
        flow: flow.name,
        ...figures,
        steps: [...figures.steps],
        told: [
          describeReplay(flow, figures),
          ...[describeChange(figures) ?? []].flat(),
          ...describeDeviations(flow, figures),
        ],
        versions: versions
          .filter((_, at) => at < SHOWN_VERSIONS || at === versions.length - 1)
          .map(({ edit, next }) => ({ edit, next })),
        before: earlier && before && { ...before, edit: earlier.edit },
        seconds: (performance.now() - started) / 1000,
      };
    },
    dialogues: async ({ input, project, signal }) => {
      const { flow } = requireFlow(project.database, input.flow);
      const { places } = await replay(project, flow, null, input.labels, signal);
      return { total: places.length, places: places.slice(0, SHOWN_DIALOGUES) };
    },
    propose: async ({ input: { name, source }, project, signal }) => {
      const drafted = await draft(project, name, source, signal);
      const { flow, run, dialogues, nodes, edges, followed, common, paths } = drafted;
      const at = (id: string): FlowNode =>
        required(
          flow.nodes.find((node) => node.id === id),
          `node ${id}`,
        );
      return {
        flow,
        draft: {
          // If a draft follows too few dialogues, it is stored with its share and drafted with that share again.
          source: { ...source, run, share: common ? drafted.share : source.share },
          dialogues,
          followed,
          nodes: nodes.map(({ node, dialogues: own }) => ({ node: at(node), dialogues: own })),
          edges: edges.flatMap(({ source: from, target, dialogues: own }) => {
            const edge = flow.edges.find((one) => one.source === from && one.target === target);
            return edge ? [{ edge, dialogues: own }] : [];
          }),
        },
        common: common && [...common],
        paths: pathsOf(paths),
      };
    },
    slotPrompt: slotPrompt.prompt,
    saveSlotPrompt: slotPrompt.savePrompt,
    resetSlotPrompt: slotPrompt.resetPrompt,
    draft: async ({ input, project, session, signal }) => {
      const target = targetOf(session, input);
      const source = { where: input.task, states: null, run: null, share: input.share };
      const drafted = await draft(project, input.task, source, signal);
      const { flow, dialogues, nodes, edges, followed, common, paths } = drafted;
      const score = { dialogues, followed, common: common && [...common], paths: pathsOf(paths) };
      if (common) return { ...score, path: null, bytes: 0, nodes: [], edges: [] };
      return { ...score, ...writeWhole(target, printFlow(flow)), nodes: [...nodes], edges: [...edges] };
    },
  },
  agents: [flowAgent, allFlowsAgent],
  edits: { flows: { topics: ['flows'], changesTags: 'never' } },
});
