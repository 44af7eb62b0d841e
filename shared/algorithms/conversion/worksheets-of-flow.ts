import type { Flow, FlowEdge, FlowNode, FlowSlot, SlotType } from '../../domain/flow.ts';
import type { DeclaredFunction, FieldType, WorksheetField, WorksheetSet } from '../../domain/worksheet.ts';
import { conditionKind, isElseOfNo } from '../flows/conditions.ts';
import { type FlowGraph, flowGraph } from '../flows/flow-graph.ts';
import { EMPTY_FIELD } from '../worksheets/files/table.ts';
import { phraseIn } from '../worksheets/words/spans.ts';

export interface LostPart {
  readonly place: string;
  readonly message: string;
}

const TYPES: Readonly<Record<Exclude<SlotType, 'categorical'>, FieldType>> = {
  integer: { kind: 'int' },
  number: { kind: 'float' },
  boolean: { kind: 'bool' },
  date: { kind: 'date' },
  time: { kind: 'time' },
  name: { kind: 'str' },
  string: { kind: 'str' },
};

interface ConversionResult {
  readonly set: WorksheetSet;
  readonly lost: readonly LostPart[];
}

export function worksheetsOfFlow(flow: Flow): ConversionResult {
  const graph = flowGraph(flow);
  const lost: LostPart[] = [];
  const lose = (place: string, message: string): void => {
    lost.push({ place, message });
  };
  const order = nodesInOrder(graph);
  for (const node of graph.nodes.values())
    if (!order.includes(node)) lose(placeOf(node), 'No edge leads to this node, so the node is left out.');
  const conditions = conditionsOf(graph, order, lose);
  const names = fieldNames(order);
  const backend = order.findLast((node) => node.type === 'external_action');
  const fields: WorksheetField[] = [];
  const closing: string[] = [];
  for (const node of order) {
    const predicate = conditions.get(node.id);
    if (predicate === undefined) continue;
    switch (node.type) {
      case 'request':
        for (const [slot, own] of Object.entries(node.slots))
          fields.push(fieldOfSlot(names.get(slot) ?? slot, own, predicate, lose));
        if (node.message !== undefined)
          lose(placeOf(node), `The message “${node.message}” before the question is left out.`);
        break;
      case 'inform_and_confirm': {
        const question = [node.message, node.question].filter((text) => text).join(' ');
        fields.push({
          ...EMPTY_FIELD,
          name: answerName(node),
          type: { kind: 'bool' },
          description: question,
          predicate,
          required: true,
        });
        if (/\[\w+\]/.test(question)) lose(placeOf(node), `A question cannot contain values: “${question}”.`);
        break;
      }
      case 'inform':
        closing.push(said(node.message, names, predicate, placeOf(node), lose));
        break;
      default:
        if (node !== backend)
          lose(
            placeOf(node),
            `${node.action} is left out, because a worksheet calls only one function, at its end.`,
          );
        else if (predicate !== '')
          lose(placeOf(node), `${node.action} is always called. The condition ${predicate} is ignored.`);
    }
  }
  for (const { id } of flow.globalActions)
    lose(
      `global action ${id}`,
      'This action is left out, because a worksheet answers questions from tables and documents.',
    );
  for (const { id } of flow.fallbackActions)
    lose(`fallback action ${id}`, 'This action is left out, because a worksheet has no fallback.');
  for (const guideline of flow.guidelines) lose('guidelines', `The guideline “${guideline}” is left out.`);
  const action = backend?.type === 'external_action' ? backend.action : '';
  const worksheet = {
    name: worksheetName(flow.name),
    type: 'worksheet' as const,
    predicate: '',
    backend: action,
    actions: closing.join('\n'),
    fields,
  };
  return { set: { worksheets: [worksheet], functions: functionOf(flow, action, names) }, lost };
}

const placeOf = ({ id }: FlowNode): string => `node ${id}`;
const nameOf = (text: string): string => {
  const plain = text.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '');
  return /^\p{L}/u.test(plain) ? plain : `x_${plain}`;
};
const worksheetName = (text: string): string =>
  nameOf(text)
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
const answerName = ({ id }: FlowNode): string => nameOf(`agrees_${id}`);

/** Returns the nodes in the order in which they are reached from the start. Edges for yes and no come first. */
function nodesInOrder(graph: FlowGraph): readonly FlowNode[] {
  const start = graph.start ?? [...graph.nodes.keys()][0];
  if (start === undefined) return [];
  return [...graph.reach(start)].flatMap((id) => graph.nodes.get(id) ?? []);
}

const fieldNames = (nodes: readonly FlowNode[]): ReadonlyMap<string, string> =>
  new Map(
    nodes.flatMap((node) =>
      node.type === 'request' ? Object.keys(node.slots).map((slot) => [slot, nameOf(slot)] as const) : [],
    ),
  );

/** Expressions over fields, by node. Nodes whose condition cannot be expressed are missing. */
function conditionsOf(
  graph: FlowGraph,
  order: readonly FlowNode[],
  lose: (place: string, message: string) => void,
): ReadonlyMap<string, string> {
  const conditions = new Map<string, string>();
  const rank = new Map(order.map(({ id }, at) => [id, at]));
  for (const [at, node] of order.entries()) {
    if (at === 0) {
      conditions.set(node.id, '');
      continue;
    }
    const alternatives: string[] = [];
    for (const source of order.slice(0, at)) {
      const before = conditions.get(source.id);
      for (const edge of graph.out(source.id)) {
        if (edge.target !== node.id || before === undefined) continue;
        const own = conditionOf(graph, source, edge);
        if (own === null)
          lose(
            `edge ${edge.source} → ${edge.target}`,
            `This edge is left out because “${edge.condition}” cannot be expressed with fields.`,
          );
        else alternatives.push([before, own].filter((part) => part !== '').join(' and '));
      }
    }
    const distinct = [...new Set(alternatives)];
    if (distinct.length > 0)
      conditions.set(
        node.id,
        distinct.includes('')
          ? ''
          : distinct.map((condition) => (distinct.length > 1 ? `(${condition})` : condition)).join(' or '),
      );
    else
      lose(
        placeOf(node),
        'This node is left out because none of its conditions can be expressed with fields.',
      );
  }
  for (const node of order)
    for (const { target, condition } of graph.out(node.id))
      if ((rank.get(target) ?? 0) <= (rank.get(node.id) ?? 0))
        lose(
          `edge ${node.id} → ${target}`,
          `The edge that leads back${condition === undefined ? '' : ` if “${condition}”`} is left out: in a worksheet, a value can be changed at any time.`,
        );
  return conditions;
}

/** Returns an edge's condition as an expression over fields; empty for always, null if it cannot be expressed. */
function conditionOf(graph: FlowGraph, source: FlowNode, { condition }: FlowEdge): string | null {
  if (condition === undefined) return elseOf(graph, source);
  const kind = conditionKind(condition);
  if (source.type === 'inform_and_confirm' && kind.about === 'answer')
    return `self.${answerName(source)} == ${kind.holds ? 'True' : 'False'}`;
  // The function of a worksheet answers once all fields are filled, so only the case of success can follow.
  if (source.type === 'external_action' && kind.about === 'result' && kind.holds) return '';
  for (const [name, { slot }] of graph.slots) {
    if (slot.type !== 'categorical') continue;
    const found = phraseIn(condition, slot.examples);
    if (found) return `self.${nameOf(name)} == ${JSON.stringify(found.phrase)}`;
  }
  return null;
}

function elseOf(graph: FlowGraph, source: FlowNode): string {
  const edges = graph.out(source.id);
  if (source.type === 'inform_and_confirm' && !isElseOfNo(edges)) return `self.${answerName(source)} == True`;
  const others = edges.flatMap((edge) => {
    const own = edge.condition === undefined ? null : conditionOf(graph, source, edge);
    return own === null || own === '' ? [] : [`not (${own})`];
  });
  return source.type === 'request' || source.type === 'inform_and_confirm' ? others.join(' and ') : '';
}

function fieldOfSlot(
  name: string,
  { description, type, examples, rule, message }: FlowSlot,
  predicate: string,
  lose: (place: string, message: string) => void,
): WorksheetField {
  const isOptional = rule === 'optional';
  if (rule !== undefined && !isOptional)
    lose(`slot ${name}`, `“${rule}” is left out, because the slot is always asked for.`);
  const isEnum = type === 'categorical' && examples.length > 0;
  return {
    ...EMPTY_FIELD,
    name,
    type: isEnum
      ? { kind: 'enum', values: examples }
      : type === 'categorical'
        ? { kind: 'str' }
        : TYPES[type],
    description: message ?? description,
    predicate,
    dontAsk: isOptional,
    required: !isOptional,
  };
}

function said(
  message: string,
  names: ReadonlyMap<string, string>,
  predicate: string,
  place: string,
  lose: (place: string, message: string) => void,
): string {
  let isFilled = false;
  const text = message.replaceAll(/[{}]/g, '').replaceAll(/\[([A-Za-z]\w*)\]/g, (written, slot: string) => {
    const field = names.get(slot);
    if (field === undefined)
      lose(place, `${written} stays in the text as it is, because the customer is not asked for it.`);
    isFilled ||= field !== undefined;
    return field === undefined ? written : `{self.${field}}`;
  });
  const say = `>say(${isFilled ? 'f' : ''}${JSON.stringify(text)})`;
  return predicate === '' ? say : `if ${predicate}:\n    ${say}`;
}

function functionOf(
  flow: Flow,
  action: string,
  names: ReadonlyMap<string, string>,
): readonly DeclaredFunction[] {
  if (action === '') return [];
  const declared = flow.functions.find(({ name }) => name === action);
  const inputs = Object.keys(declared?.inputs ?? {}).map((slot) => names.get(slot) ?? nameOf(slot));
  return [
    {
      name: action,
      description: declared?.description ?? '',
      parameters: inputs,
      hasEffect: true,
      answers: [{ when: '', answer: '"done"' }],
    },
  ];
}
