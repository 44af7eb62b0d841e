import type { FlowWords } from '#shared/algorithms/flows/choosing/choose-flow.ts';
import { evenly } from '#shared/algorithms/simulation/state-names.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { eachLabelledDialogue } from '../../store/corpus/labelled-dialogues.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { listFlows } from '../../store/edits/designs/flow-table.ts';
import { findTaggingRun } from '../../store/runs/tagging-runs.ts';
import { dialoguesWhere } from '../filters/index.ts';
import { isFilter, tasksOf } from './history.ts';

/** The most dialogues per flow, so that large flows have no advantage. */
const MOST_DIALOGUES = 200;

/** Returns the customers' texts of the dialogues that each flow was drafted from, or that have its task. */
export function wordsOfFlows(database: ReadDatabase, names: readonly string[]): FlowWords[] {
  const flows = listFlows(database)
    .filter(({ name }) => names.includes(name))
    .map(({ name, flow, draft }) => ({
      name,
      own: [name.replaceAll(/[_-]+/g, ' '), ...(draft ? [] : [flow.description ?? ''])].join('. '),
      where: draft?.source.where ?? name,
      run: draft?.source.run ?? null,
      named: [] as string[],
      only: [] as string[],
      passed: [] as string[],
    }));
  const passing = new Map(flows.map((flow) => [flow.name, passingOf(database, flow)]));
  for (const { id, domains, extra, turns } of eachLabelledDialogue(database)) {
    const tasks = tasksOf(extra, domains);
    const customer = turns.flatMap(({ role, text }) => (role === 'user' ? [text] : [])).join(' ');
    for (const { name, where, named, only, passed } of flows) {
      if (passing.get(name)?.has(id)) passed.push(customer);
      if (!tasks.includes(where) && !domains.includes(where)) continue;
      named.push(customer);
      if (tasks.length === 1) only.push(customer);
    }
  }
  return flows.map(({ name, own, named, only, passed }) => ({
    flow: name,
    own,
    dialogues: sampleOf([only, named, passed].find(({ length }) => length > 0) ?? []),
  }));
}

function passingOf(
  database: ReadDatabase,
  { where, run }: { readonly where: string; readonly run: Parameters<typeof findTaggingRun>[1] },
): ReadonlySet<DialogueId> | null {
  if (!isFilter(where)) return null;
  return dialoguesWhere(database, where, findTaggingRun(database, run));
}

const sampleOf = (dialogues: readonly string[]): string[] =>
  evenly(dialogues.length, MOST_DIALOGUES).map((at) => dialogues[at]!);
