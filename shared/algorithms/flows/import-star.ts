import {
  FLOW_VERSION,
  type Flow,
  type FlowAction,
  type FlowEdge,
  type FlowFunction,
  type FlowNode,
  type FlowSlot,
  type SlotType,
} from '../../domain/flow.ts';
import { templateSlots } from './flow-graph.ts';
import { soundsBad } from './results.ts';

/** A task of STAR: the replies that its wizards could choose, and the designed order of replies. */
interface StarTask {
  readonly name: string;
  readonly task: string;
  readonly replies: Readonly<Record<string, string>>;
  readonly graph: Readonly<Record<string, string | readonly string[]>>;
  readonly wordings: Readonly<Record<string, readonly string[]>>;
  readonly api: StarApi | null;
}

interface StarField {
  readonly Name: string;
  readonly Type: string;
  readonly ReadableName?: string | undefined;
  readonly Categories?: readonly unknown[] | undefined;
}

interface StarApi {
  readonly input: readonly StarField[];
  readonly output: readonly StarField[];
}

const QUERY = /^query(?!_success|_failure)/;
const DECISION =
  /^(?:yes|no|available|unavailable|correct|incorrect|noanswer|done|query_success|query_failure|info_missing\d*)$/;
const RESULT = /^(?:available|unavailable|query_success|query_failure)$/;
const CRITERIA = /_criteria$|_request_optional$/;
const FAREWELL = /(?:^|_)(?:good)?bye(?:_\d+)?$/;
const NOTHING_FOUND = /_nothing_found$|_no_\w+_available$/;

interface StarEdge {
  readonly from: string;
  readonly to: string;
  readonly condition?: string;
}

/** The slot of "ask_name", which asks who the user is. Names of hotels and doctors have questions of their own. */
const CUSTOMER = 'customer_name';

/** The kind of a reply in the schemas. README.md lists the rules. */
type Kind = 'query' | 'decision' | 'global' | 'fallback' | 'criteria' | 'slot' | 'confirm' | 'inform';

/** Returns a flow from a task's schema, by rules. Nodes are numbered in the order in which arrows reach them. */
export function importStarTask(task: StarTask): Flow {
  const arrows = Object.entries(task.graph).flatMap(([from, to]) =>
    (typeof to === 'string' ? [to] : to).map((target) => [from, target] as const),
  );
  const wordingOf = (reply: string): string => task.replies[reply] ?? '';
  const told = new Set(
    arrows.flatMap(([from, to]) =>
      QUERY.test(from) || RESULT.test(from) || /inform|provide/.test(from) ? [to] : [],
    ),
  );
  const kindOf = (reply: string): Kind => {
    const wording = wordingOf(reply).trim();
    if (QUERY.test(reply)) return 'query';
    if (DECISION.test(reply)) return 'decision';
    if (reply === 'hello') return 'global';
    if (reply === 'anything_else' || reply === 'out_of_scope' || FAREWELL.test(reply)) return 'fallback';
    if (CRITERIA.test(reply)) return 'criteria';
    const asks = /(?:^|_)ask_/.test(reply);
    const tells = /_inform_|_provide_/.test(`_${reply}`) || /\{\w+(?::\w)?\}/.test(wording);
    if (asks && !tells && !told.has(reply)) return 'slot';
    return wording.endsWith('?') || asks ? 'confirm' : 'inform';
  };
  const replies = Object.keys(task.replies);
  const reached = new Set(arrows.map(([, to]) => to));
  const queries = [...new Set(arrows.flat())].filter((reply) => QUERY.test(reply)).sort(byCheckFirst);
  const openQueries = queries.filter((query) => !(query in task.graph));
  const openConfirm = replies.find(
    (reply) => reached.has(reply) && kindOf(reply) === 'confirm' && !(reply in task.graph),
  );
  const slotsInOrder = replies.filter((reply) => kindOf(reply) === 'slot');
  const sourceOf = (decision: string): string | undefined => {
    if (!DECISION.test(decision)) return decision;
    const all = openQueries.length > 0 ? openQueries : queries;
    if (/available$/.test(decision)) return all[0];
    if (RESULT.test(decision)) return all.at(-1);
    if (!decision.startsWith('info_missing')) return openConfirm;
    const said = words(wordingOf(decision));
    return slotsInOrder.findLast((reply) => words(slotName(reply)).some((word) => said.includes(word)));
  };
  const starEdges = arrows.flatMap(([from, to]): StarEdge[] => {
    const from_ = sourceOf(from);
    if (from_ === undefined || kindOf(from_) === 'global' || kindOf(from_) === 'fallback') return [];
    const condition = DECISION.test(from)
      ? conditionOf(from, wordingOf(from))
      : // Nothing is done for a user who did not agree.
        kindOf(from) === 'confirm' && kindOf(to) === 'query'
        ? 'yes'
        : undefined;
    // A fallback action is said if nothing else fits. Only a farewell after "no" is a step.
    if (kindOf(to) === 'fallback' && !(FAREWELL.test(to) && condition !== undefined)) return [];
    return [{ from: from_, to, ...(condition === undefined ? {} : { condition }) }];
  });
  const first = [task.graph.hello ?? []].flat()[0] ?? starEdges[0]?.from;
  const placed = new Set([
    ...(first === undefined ? [] : [first]),
    ...starEdges.flatMap(({ from, to }) => [from, to]),
  ]);

  // Replies that no arrow reaches come after the reply that reports the results.
  const firstQuery = queries[0];
  const result = starEdges.find(
    ({ from, to, condition }) =>
      QUERY.test(from) && !soundsBad(condition ?? '') && ['inform', 'confirm'].includes(kindOf(to)),
  )?.to;
  for (const reply of replies) {
    if (placed.has(reply)) continue;
    const kind = kindOf(reply);
    if (kind !== 'inform' && kind !== 'confirm') continue;
    if (NOTHING_FOUND.test(reply)) {
      if (firstQuery === undefined) continue;
      starEdges.push({ from: firstQuery, to: reply, condition: 'nothing found' });
    } else if (result !== undefined) {
      const topic = words(reply.replace(/^.*?_(?:inform|provide)_/, ''));
      // The last of several results comes before other branches, without a request.
      if (topic[0] === 'last') {
        starEdges.unshift({ from: result, to: reply, condition: `last ${topic[1] ?? ''}`.trim() });
        // Its question ("Do you know the rest, or do you need details?") leads where the others lead.
        const leads = kind === 'confirm' ? { done: 'yes', no: 'no' } : {};
        for (const [condition, answer] of Object.entries(leads)) {
          const to = starEdges.find(
            (edge) => edge.from === result && edge.condition?.toLowerCase() === condition,
          )?.to;
          if (to !== undefined) starEdges.push({ from: reply, to, condition: answer });
        }
      } else starEdges.push({ from: result, to: reply, condition: `user asks for ${topic.join(' ')}` });
    } else continue;
    placed.add(reply);
  }
  const asked = starEdges.find(
    ({ from, to }) => to === firstQuery && ['slot', 'criteria'].includes(kindOf(from)),
  )?.from;
  const back = replies.flatMap((reply): StarEdge[] =>
    asked !== undefined &&
    NOTHING_FOUND.test(reply) &&
    kindOf(reply) === 'confirm' &&
    placed.has(reply) &&
    !starEdges.some(({ from }) => from === reply)
      ? [{ from: reply, to: asked }]
      : [],
  );
  // In the schema, nothing follows the question whether to continue. It leads on to the query.
  for (const reply of replies) {
    if (!/_ask_next$/.test(reply) || starEdges.some(({ from }) => from === reply) || !queries[0]) continue;
    starEdges.push({ from: reply, to: queries[0], condition: 'yes' });
  }
  // In the schema, no arrow leads back from details after "no". They lead on to where the question came from.
  for (const { from, to, condition } of [...starEdges]) {
    if (condition !== 'no' || kindOf(to) !== 'inform' || starEdges.some((edge) => edge.from === to)) continue;
    if (starEdges.some((edge) => edge.from === from && edge.to === from))
      starEdges.push({ from: to, to: from });
  }
  const chosen = replies.filter((reply) => kindOf(reply) === 'slot' && !placed.has(reply));

  // A chain of questions is one request, unless another edge enters or leaves it in between.
  const into = (reply: string) => starEdges.filter(({ to }) => to === reply);
  const out = (reply: string) => starEdges.filter(({ from }) => from === reply);
  const headOf = new Map<string, string>();
  const chainOf = new Map<string, string[]>();
  const order = orderOf(first, starEdges, replies);
  for (const reply of order) {
    if (!placed.has(reply)) continue;
    const [before] = into(reply);
    const joins =
      kindOf(reply) === 'slot' &&
      reply !== first &&
      into(reply).length === 1 &&
      before?.condition === undefined &&
      before !== undefined &&
      kindOf(before.from) === 'slot' &&
      out(before.from).length === 1 &&
      headOf.has(before.from);
    const head = joins ? headOf.get(before.from)! : reply;
    headOf.set(reply, head);
    chainOf.set(head, [...(chainOf.get(head) ?? []), reply]);
  }
  const heads = [...chainOf.keys()];
  const idOf = new Map(heads.map((head, at) => [head, String(at + 1)]));
  const optionalIn =
    heads.find((head) => kindOf(head) === 'criteria') ?? heads.findLast((head) => kindOf(head) === 'slot');

  const { match, fields } = matcher(task);
  const slotOf = (reply: string, rule?: string): [string, FlowSlot] => {
    const name = slotName(reply);
    const field = match(name, 'input');
    return [
      name,
      {
        description: readable(name),
        type: typeOf(name, field),
        examples: (field?.Categories ?? []).map(String),
        ...(rule === undefined ? {} : { rule }),
        message: wordingOf(reply),
        label: corpusName(task.name, reply, wordingOf(reply)),
      },
    ];
  };
  const node = (head: string): FlowNode => {
    const id = idOf.get(head)!;
    const kind = kindOf(head);
    const label = corpusName(task.name, head, wordingOf(head));
    if (kind === 'query') {
      return {
        id,
        type: 'external_action',
        action: task.name,
        query: head.replace(/^query_?/, '') || 'query',
      };
    }
    if (kind === 'slot' || kind === 'criteria') {
      const own = kind === 'slot' ? chainOf.get(head)!.map((reply) => slotOf(reply)) : [];
      const optional = head === optionalIn ? chosen.map((reply) => slotOf(reply, 'optional')) : [];
      const slots = [...own, ...optional];
      if (kind === 'slot') return { id, type: 'request', slots: Object.fromEntries(slots) };
      const list = slots.length > 0 ? slots : [criterion(head, wordingOf(head))];
      return { id, type: 'request', label, message: wordingOf(head), slots: Object.fromEntries(list) };
    }
    const message = template(wordingOf(head), fields);
    return { id, type: kind === 'confirm' ? 'inform_and_confirm' : 'inform', label, message };
  };
  const nodes = heads.map(node);
  const edges = [...starEdges, ...back].flatMap(({ from, to, condition }): FlowEdge[] => {
    const [source, target] = [idOf.get(headOf.get(from) ?? ''), idOf.get(headOf.get(to) ?? '')];
    if (source === undefined || target === undefined) return [];
    if (source === target && kindOf(from) === 'slot' && condition === undefined) return [];
    return [{ source, target, ...(condition === undefined ? {} : { condition }) }];
  });
  const action = (reply: string): FlowAction => ({
    id: reply,
    message: wordingOf(reply),
    // Longer wordings also ask for something else.
    examples: (task.wordings[reply] ?? []).filter((text) => words(text).length <= 3).slice(0, 20),
    label: corpusName(task.name, reply, wordingOf(reply)),
  });
  const slotNames = nodes.flatMap((made) => (made.type === 'request' ? Object.keys(made.slots) : []));
  const start = first === undefined ? undefined : idOf.get(headOf.get(first) ?? '');
  return {
    chief: FLOW_VERSION,
    name: task.name,
    description: readable(task.task),
    ...(start === undefined ? {} : { start }),
    nodes,
    edges,
    globalActions: replies.filter((reply) => kindOf(reply) === 'global').map(action),
    fallbackActions: replies.filter((reply) => kindOf(reply) === 'fallback').map(action),
    functions: queries.length === 0 ? [] : [functionOf(task, slotNames, nodes, match)],
    guidelines: [],
  };
}

const byCheckFirst = (left: string, right: string): number =>
  Number(left.endsWith('book')) - Number(right.endsWith('book'));

const words = (name: string): string[] =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

const readable = (name: string): string => words(name).join(' ');
const snake = (name: string): string => words(name).join('_');

const slotName = (reply: string): string =>
  reply === 'ask_name' ? CUSTOMER : reply.replace(/^(?:.*_)?ask_/, '');

const criterion = (head: string, wording: string): [string, FlowSlot] => {
  const name = /_criteria$/.test(head) ? 'criteria' : 'options';
  return [name, { description: wording, type: 'string', examples: [], rule: 'optional' }];
};

const conditionOf = (decision: string, wording: string): string =>
  decision === 'yes' || decision === 'no' ? decision : wording;

function orderOf(
  first: string | undefined,
  edges: readonly StarEdge[],
  replies: readonly string[],
): Set<string> {
  const order = new Set(first === undefined ? [] : [first]);
  for (const at of order) for (const { from, to } of edges) if (from === at) order.add(to);
  for (const reply of [...edges.flatMap(({ from, to }) => [from, to]), ...replies]) order.add(reply);
  return order;
}

/** Returns a reply's name in transcripts. Wizards used some replies, such as farewells, in several tasks. */
function corpusName(flow: string, reply: string, wording: string): string {
  if (/^Where are you departing from\?$/.test(wording.trim())) return 'ask_departure_location';
  if (!FAREWELL.test(reply)) return reply;
  if (/^(?:apartment|plane)_/.test(flow)) return 'goodbye_2';
  return /^Thank you and goodbye[.!]$/.test(wording.trim()) ? 'goodbye_1' : reply;
}

function typeOf(name: string, field: StarField | null): SlotType {
  if (name === CUSTOMER) return 'name';
  if (name === 'dob') return 'date';
  if (/(?:^|_)time$/.test(name)) return 'time';
  if (/(?:^|_)(?:date|day)(?:_|$)/.test(name)) return 'date';
  if (field?.Type === 'Boolean' || /_needed$|_paid$/.test(name)) return 'boolean';
  if (field?.Categories && field.Categories.length > 0) return 'categorical';
  if (
    field?.Type === 'Integer' ||
    /(?:^|_)(?:number|size|id|pin|code|floor|rating|price)(?:_|$)|^num_/.test(name)
  )
    return 'integer';
  return /name|guest|host/.test(name) ? 'name' : 'string';
}

type Match = (name: string, side: 'input' | 'output') => StarField | null;

/** Returns the overlap of two names, 0 … 1. The word "name" alone does not count, because almost every field has it. */
function likeness(left: readonly string[], right: readonly string[]): number {
  const shared = left.filter((word) => right.includes(word) || right.includes(`${word}s`));
  if (shared.length === 0 || (shared.every((word) => word === 'name') && left.length + right.length > 2))
    return 0;
  return (2 * shared.length) / (left.length + right.length);
}

/** Returns functions that find the most similar name of a slot or template field; the first of several. */
function matcher(task: StarTask): { match: Match; fields: (name: string) => string } {
  // "Name" of a hotel's API, and the slot `name` of a hotel, are the hotel's name.
  const subject = words(task.name)[0] ?? '';
  const full = (name: string): string[] => (words(name).join() === 'name' ? [subject, 'name'] : words(name));
  const alike = (name: string, field: StarField): number =>
    Math.max(
      likeness(full(name), full(field.Name)),
      likeness(full(name), full(field.ReadableName ?? field.Name)),
    );
  const best = (name: string, fields: readonly StarField[]): StarField | null =>
    fields.reduce<StarField | null>((found, field) => {
      const least = found === null ? 0 : alike(name, found);
      return alike(name, field) > least ? field : found;
    }, null);
  const slots = Object.keys(task.replies)
    .filter((reply) => /(?:^|_)ask_/.test(reply))
    .map((reply) => ({ Name: slotName(reply), Type: '' }));
  return {
    match: (name, side) => (name === CUSTOMER ? null : best(name, task.api?.[side] ?? [])),
    fields(name) {
      const outputs = task.api?.output ?? [];
      const found = best(name, [...outputs, ...slots]);
      if (found && alike(name, found) > 0.5) return snake(found.Name);
      if (found && slots.includes(found)) return found.Name;
      const only = outputs.find((field) => /Message/.test(field.Name));
      return only ? snake(only.Name) : snake(name);
    },
  };
}

const template = (wording: string, fields: (name: string) => string): string =>
  wording.replaceAll(/\{(\w+)(?::\w)?\}/g, (_, name: string) => `[${fields(name)}]`);

function functionOf(
  task: StarTask,
  slots: readonly string[],
  nodes: readonly FlowNode[],
  match: Match,
): FlowFunction {
  const inputs: Record<string, SlotType> = {};
  for (const slot of slots) inputs[slot] = typeOf(slot, match(slot, 'input'));
  const outputs: Record<string, SlotType> = {};
  for (const field of task.api?.output ?? []) outputs[snake(field.Name)] = typeOf(snake(field.Name), field);
  const told = nodes.flatMap((node) => ('message' in node ? templateSlots(node.message ?? '') : []));
  for (const name of told) if (!(name in inputs)) outputs[name] ??= typeOf(name, null);
  return { name: task.name, description: readable(task.task), inputs, outputs };
}
