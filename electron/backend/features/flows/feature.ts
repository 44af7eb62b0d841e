import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileColang } from '#shared/algorithms/flows/compile-colang.ts';
import { flowErrors, validateFlow } from '#shared/algorithms/flows/validate-flow.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { printFlow } from '#shared/contract/flow-file.ts';
import { type DescribedFlow, flowsContract } from '#shared/contract/flows.ts';
import { type Flow, nodeOrigin } from '#shared/domain/flow.ts';
import { editorOf } from '../../editing/author.ts';
import { commitEdit } from '../../editing/commit.ts';
import { translateError } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import { targetOf } from '../../output/target.ts';
import { writeWhole } from '../../output/write-whole.ts';
import { findFlow, flowAfter, flowBefore, listFlows, type StoredFlow } from '../../store/edits/flow-table.ts';
import { chosen, type PurgedTables } from '../../store/purge/purge-rules.ts';
import { runWorker } from '../../workers/run-worker.ts';
import type { DraftWork } from './draft.worker.ts';
import { flowAgent } from './flow-agent.ts';
import { readFlowFile } from './read-flow-folder.ts';
import type { ReplayWork } from './replay.worker.ts';
import { requireFlow, requireSoundFlow } from './sound-flow.ts';

const tables = {
  flows: chosen('Those that tell of the purged.', ['name', 'content', 'edit_id']),
} satisfies PurgedTables;

function describe({ name, flow, draft }: Omit<StoredFlow, 'edit'>): DescribedFlow {
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

export const feature = defineFeature({
  contract: flowsContract,
  methods: {
    import: async ({ input, session, signal }) => {
      const read: Flow[] = [];
      for (const path of input.paths) {
        const flow = await readFlowFile(session.files.forReading(path), signal);
        if (flow) read.push(flow);
        else {
          throw new DialogramError('BAD_FILE', `${path} is no flow.`, {
            place: path,
            nextStep: 'Give {"nodes": […], "edges": […]}, or a task of STAR: {"task", "replies", "graph"}.',
          });
        }
      }
      const by = editorOf(session, input.reason);
      const { database } = by.project;
      const last = new Map(read.map((flow) => [flow.name, flow]));
      const names = [...last.keys()].join(', ');
      const changes = [...last].flatMap(([name, flow]) => flowAfter(database, name, flow) ?? []);
      const outcome = commitEdit(by, 'flows', `Import the flow ${names}`, changes);
      return { ...outcome, flows: [...last].map(([name, flow]) => describe({ name, flow, draft: null })) };
    },
    list: ({ project: { database } }) => listFlows(database).map(describe),
    get: ({ input, project: { database } }) => {
      const stored = requireFlow(database, input.flow);
      const { edit, flow, draft } = stored;
      return { edit, flow, draft, before: flowBefore(database, stored) };
    },
    save: ({ input: { was, flow, description, reason }, session }) => {
      const by = editorOf(session, reason);
      const { database } = by.project;
      const stored = was && requireFlow(database, was.name);
      if (was && stored?.edit !== was.edit) {
        throw new DialogramError('INVALID', `The flow "${was.name}" was changed elsewhere meanwhile.`, {
          value: was.name,
          nextStep: 'Look at it as it is now, and make the change once more.',
        });
      }
      if (flow.name !== was?.name && findFlow(database, flow.name)) {
        throw new DialogramError('ALREADY_EXISTS', `There is a flow "${flow.name}" already.`, {
          value: flow.name,
          nextStep: 'Give it another name.',
        });
      }
      const changes = [
        was && flow.name !== was.name ? flowAfter(database, was.name, null) : null,
        flowAfter(database, flow.name, flow, stored?.draft ?? null),
      ];
      return commitEdit(
        by,
        'flows',
        description,
        changes.flatMap((change) => change ?? []),
      );
    },
    validate: ({ input, project: { database } }) => {
      const { name, flow } = requireFlow(database, input.flow);
      return { name, problems: validateFlow(flow) };
    },
    export: ({ input, project: { database }, session }) =>
      writeWhole(targetOf(session, input), printFlow(requireFlow(database, input.flow).flow)),
    compile: ({ input, project: { database }, session }) => {
      const flow = requireSoundFlow(database, input.flow);
      const files = Object.entries(compileColang(flow));
      const targets = files.map(([name]) => targetOf(session, { ...input, out: join(input.out, name) }));
      const folder = dirname(targets[0]!.path);
      try {
        mkdirSync(folder, { recursive: true });
      } catch (error) {
        throw translateError(error, folder);
      }
      for (const [at, [, text]] of files.entries()) writeWhole(targets[at]!, text);
      return { folder, files: files.map(([name]) => name), warnings: validateFlow(flow).length };
    },
    remove: ({ input, session }) => {
      const by = editorOf(session, input.reason);
      const { name } = requireFlow(by.project.database, input.flow);
      const change = flowAfter(by.project.database, name, null);
      return commitEdit(by, 'flows', `Remove the flow ${name}`, change ? [change] : []);
    },
    replay: async ({ input, project, signal }) => {
      const flow = requireSoundFlow(project.database, input.flow);
      const started = performance.now();
      const url = new URL('./replay.worker.ts', import.meta.url);
      const figures = await runWorker<ReplayWork>(url, { path: project.path, flow }, { signal });
      return { flow: flow.name, ...figures, seconds: (performance.now() - started) / 1000 };
    },
    draft: async ({ input, project, session, signal }) => {
      const target = targetOf(session, input);
      const url = new URL('./draft.worker.ts', import.meta.url);
      const { task } = input;
      const drafted = await runWorker<DraftWork>(url, { path: project.path, task }, { signal });
      const { flow, dialogues, nodes, edges } = drafted;
      if (nodes.length > 0) {
        const written = writeWhole(target, printFlow(flow));
        return { ...written, dialogues, nodes: [...nodes], edges: [...edges] };
      }
      throw new DialogramError(
        'INVALID',
        dialogues === 0
          ? `No dialogue names the task or domain "${task}".`
          : `The ${dialogues} dialogues of "${task}" share no step that their files name.`,
        {
          value: task,
          nextStep: 'Name a task or domain of dialogues whose turns of the system have acts.',
        },
      );
    },
  },
  agents: [flowAgent],
  edits: { flows: { topics: ['flows'], changesTags: 'never' } },
  tables,
});
