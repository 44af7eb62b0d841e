import { NOT_DONE } from '../../../domain/agent.ts';
import type { ExternalActionNode, Flow, FlowNode, FlowSlot } from '../../../domain/flow.ts';
import { required } from '../../../domain/required.ts';
import { BM25_DEFAULTS } from '../../retrieval/words/bm25.ts';
import { type FlowWords, ROUTER, textsOf } from '../choosing/choose-flow.ts';
import { type FlowGraph, flowGraph, templateSlots } from '../flow-graph.ts';
import {
  CANNOT_ANSWER,
  FIT_PATTERNS,
  fitOf,
  LONGEST_ANY,
  LONGEST_NAME,
  LONGEST_QUOTED,
  MOST_LISTED,
} from '../program/fit-value.ts';
import {
  CLAUSE,
  type Fact,
  type FlowProgram,
  fallbackFor,
  GLOBALS,
  type Guard,
  LIGHT_WORDS,
  type ProgramState,
  programOf,
  questionFor,
} from '../program/flow-program.ts';
import { OUTCOME_PATTERNS } from '../results.ts';
import { NOT_KNOWN } from '../running/flow-variables.ts';
import { type ColangNames, colangNames, taskNames } from './colang-names.ts';

export type ColangFolder = Readonly<
  Record<'main.co' | 'helpers.co' | 'config.yml' | 'config.py' | 'actions.py', string>
>;

/** Prints a flow without errors as Colang 2 (the paper's figure 11). Deterministic. O(nodes · slots + edges) */
export function compileColang(flow: Flow): ColangFolder {
  const program = programOf(flowGraph(flow));
  const names = colangNames(program.graph);
  return {
    'main.co': [`# ${oneLine(flow.name)}`, ...IMPORTS, '', ...flowLines(program, names, null)].join('\n'),
    'helpers.co': HELPERS,
    'config.yml': configOf(flow),
    'config.py': WORDS_INDEX,
    'actions.py': actionsOf(flow.name, [{ graph: program.graph, names }]),
  };
}

/**
 * Prints several flows as one guardrail, which does the same as the agent of all flows: the customer's words choose a
 * flow, and if it does not understand a turn or repeats its answer, and another fits, the other takes over.
 */
export function compileFlows(flows: readonly Flow[], words: readonly FlowWords[]): ColangFolder {
  const titles = flows.map(({ name }) => name.replaceAll('_', ' ')).join(', ');
  const tasks = taskNames(flows.map(({ name }) => name));
  const compiled = flows.map((flow) => {
    const task = required(tasks.get(flow.name), `flow ${flow.name}`);
    const program = programOf(flowGraph(flow));
    return { flow, task, program, graph: program.graph, names: colangNames(program.graph, `${task}_`) };
  });
  const router = [
    'flow main',
    '  $task = None',
    '  $last = None',
    '  $texts = []',
    ...compiled.map(({ task }) => `  start ${task}`),
    '  while True',
    '    when user said something as $said',
    '      $begins = $task == None',
    '      if $begins',
    '        $texts = $texts + [$said.transcript]',
    '        $task = await RouteAction(texts=$texts)',
    '      if $task == None',
    `        bot say ${quoted(`What can I help you with: ${titles}?`)}`,
    '      else',
    '        send Turn(task=$task, text=$said.transcript, begins=$begins, moved=False, last=$last)',
    '    or when Moved() as $moved',
    '      $task = $moved.task',
    '      send Turn(task=$task, text=$moved.text, begins=True, moved=True, last=None)',
    '    or when Answered() as $answered',
    '      $last = $answered.text',
    '',
  ];
  const flowsText = compiled.flatMap(({ flow, task, program, names }) => [
    `# ${oneLine(flow.name)}`,
    ...flowLines(program, names, task),
  ]);
  const guidelines = [...new Set(flows.flatMap((flow) => flow.guidelines))];
  const name = `All flows: ${titles}`;
  const printed = textsOf(words).map(
    ({ flow, texts }) =>
      [required(tasks.get(flow), `flow ${flow}`), texts.map((own) => own.join(' '))] as const,
  );
  return {
    'main.co': ['# All flows, by task', ...IMPORTS, '', ...router, ...flowsText].join('\n'),
    'helpers.co': HELPERS,
    'config.yml': configOf({ name, guidelines }),
    'config.py': WORDS_INDEX,
    'actions.py': `${actionsOf(name, compiled)}\n\n${routerOf(printed)}`,
  };
}

const IMPORTS = ['import core', 'import llm'];

/** Quotes a text for Colang, so that nothing in it can be code, be a variable, or end the quotation. */
function quoted(text: string): string {
  const plain = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('{', '{{')
    .replaceAll('}', '}}')
    .replaceAll('$', '＄')
    .trim();
  return `"${plain}"`;
}

function variablesOf(node: FlowNode, names: ColangNames): { name: string; empty: string }[] {
  const id = names.node(node.id);
  if (node.type === 'external_action') return [{ name: `$result_${id}`, empty: 'None' }];
  const told = { name: `$told_${id}`, empty: 'False' };
  if (node.type === 'inform') return [told];
  if (node.type === 'inform_and_confirm') return [told, { name: `$answer_${id}`, empty: 'None' }];
  return node.message === undefined ? [] : [told];
}

/** Returns the nodes with several incoming edges, each after all nodes that lead to it. */
function joinsOf({ graph, back }: FlowProgram): readonly string[] {
  const seen = new Set<string>();
  const ended: string[] = [];
  const entered = new Map<string, number>();
  const path: { id: string; next: number }[] = [];
  const enter = (id: string): void => {
    entered.set(id, (entered.get(id) ?? 0) + 1);
    if (!seen.has(id)) path.push({ id, next: 0 });
    seen.add(id);
  };
  if (graph.start !== null) enter(graph.start);
  while (path.length > 0) {
    const here = path.at(-1)!;
    const edge = graph.out(here.id)[here.next++];
    if (edge === undefined) ended.push(path.pop()!.id);
    else if (!back.has(edge)) enter(edge.target);
  }
  // Splits a long chain, too, because Colang must not nest deeper than Python's parser allows.
  const depth = new Map<string, number>();
  const joins = new Set([...entered].filter(([, count]) => count > 1).map(([id]) => id));
  for (const id of [...ended].reverse()) {
    const here = joins.has(id) ? 0 : (depth.get(id) ?? 0);
    if (here > DEEPEST) joins.add(id);
    for (const edge of graph.out(id)) {
      if (back.has(edge)) continue;
      depth.set(edge.target, Math.max(depth.get(edge.target) ?? 0, joins.has(id) ? 1 : here + 1));
    }
  }
  return [...ended].reverse().filter((id) => joins.has(id));
}

const DEEPEST = 8;

type Add = (indent: number, text: string) => void;

interface Printing {
  readonly program: FlowProgram;
  readonly names: ColangNames;
  readonly joins: readonly string[];
  readonly add: Add;
  /** The flow's name for the router; null if there is only one flow. */
  readonly task: string | null;
}

/** @param task the flow's name for the router; null if there is only one flow */
function flowLines(program: FlowProgram, names: ColangNames, task: string | null): string[] {
  const { graph } = program;
  const joins = joinsOf(program);
  const lines: string[] = [`flow ${task ?? 'main'}`];
  const add: Add = (indent, text) => void lines.push(`${'  '.repeat(indent)}${text}`);
  const printing: Printing = { program, names, joins, add, task };
  if (task === null) printStart(printing, 1);
  add(1, 'while True');
  add(2, `when ${task === null ? 'user said something' : `Turn(task=${quoted(task)})`} as $said`);
  const text = task === null ? '$said.transcript' : '$said.text';
  if (task !== null) {
    add(3, 'if $said.begins');
    printStart(printing, 4);
    add(3, '$lost = False');
  }
  add(3, `$global = await GlobalAction(text=${text}, flow=${quoted(names.prefix)})`);
  for (const [at, { action }] of program.globals.entries()) {
    add(3, `if $global == ${at}`);
    if (task === null) add(4, `bot say ${quoted(action.message)}`);
    else {
      add(4, `$reply = ${quoted(action.message)}`);
      printAnswer(printing, task, 4);
    }
    add(4, 'continue');
  }
  printHearing(printing, 3);
  add(3, '$leaves = $farewell');
  for (const [name, value] of Object.entries(TURN)) add(3, `$${name} = ${value}`);
  add(3, 'while $again');
  add(4, '$again = False');
  for (const id of joins) add(4, `$reached_${names.node(id)} = False`);
  if (graph.start !== null) printState(printing, graph.start, 4, true);
  for (const id of joins) {
    if (id === graph.start) continue;
    add(4, `if $reached_${names.node(id)}`);
    printState(printing, id, 5, true);
  }
  printFallbacks(printing, 3);
  if (task !== null) printAnswer(printing, task, 3);
  return [...lines, ''];
}

function printStart(printing: Printing, indent: number): void {
  const { graph } = printing.program;
  for (const name of graph.slots.keys()) printForgotten(printing, name, indent);
  printCleared(printing, new Set(graph.nodes.keys()), indent);
  for (const start of ['$result = {}', '$pending = None', '$farewell = False']) printing.add(indent, start);
}

/** Says the answer, unless another flow fits better and takes over. */
function printAnswer({ add }: Printing, task: string, indent: number): void {
  add(indent, '$other = None');
  add(indent, '$lost = $lost or $reply == None or $reply == $said.last');
  add(indent, 'if $lost and not $said.moved');
  add(indent + 1, '$other = await RouteAction(texts=[$said.text])');
  add(indent, `if $other != None and $other != ${quoted(task)}`);
  add(indent + 1, 'send Moved(task=$other, text=$said.text)');
  add(indent, 'else');
  add(indent + 1, 'if $reply != None');
  add(indent + 2, 'bot say $reply');
  add(indent + 1, 'send Answered(text=$reply)');
}

const TURN = {
  reply: 'None',
  repeats: 'None',
  called: 'None',
  untold: 'False',
  went_back: 'False',
  farewell: 'False',
  again: 'True',
} as const;

function printForgotten({ names, add }: Printing, slot: string, indent: number): void {
  add(indent, `$slot_${names.slot(slot)} = None`);
  add(indent, `$missing_${names.slot(slot)} = False`);
}

function printCleared(
  { program: { graph }, names, add }: Printing,
  nodes: ReadonlySet<string>,
  indent: number,
): void {
  for (const id of nodes) {
    for (const { name, empty } of variablesOf(graph.nodes.get(id)!, names)) add(indent, `${name} = ${empty}`);
  }
}

function printHearing(printing: Printing, indent: number): void {
  const { program, names, add, task } = printing;
  const { graph } = program;
  for (const [name, { slot }] of graph.slots) {
    const own = names.slot(name);
    const users = program.usersOf(name);
    add(
      indent,
      `# slot ${oneLine(name)}: another value ${users.size > 0 ? `reopens ${[...users].map(oneLine).join(', ')}` : 'reopens no node'}`,
    );
    add(indent, `$read = await read slot $slot_${own} ${quoted(instructionOf(name, slot))}`);
    add(indent, `$refused_${own} = None`);
    add(indent, `if $read != None and $read != "${NOT_KNOWN}"`);
    add(indent + 1, `$fit = await FitAction(value=$read, slot="${names.prefix}${own}")`);
    add(indent + 1, '$read = $fit["value"]');
    add(indent + 1, `$refused_${own} = $fit["why"]`);
    if (task !== null) add(indent + 1, `$lost = $lost or $refused_${own} != None`);
    add(indent, '$changed = False');
    add(indent, `if $read == "${NOT_KNOWN}"`);
    add(indent + 1, `$changed = not $missing_${own}`);
    add(indent + 1, `$slot_${own} = None`);
    add(indent + 1, `$missing_${own} = True`);
    add(indent, `elif $read != None and $read != $slot_${own}`);
    add(indent + 1, '$changed = True');
    add(indent + 1, `$slot_${own} = $read`);
    add(indent + 1, `$missing_${own} = False`);
    if (users.size === 0) continue;
    add(indent, 'if $changed');
    printCleared(printing, users, indent + 1);
  }
  let opened = false;
  for (const node of graph.nodes.values()) {
    if (node.type !== 'inform_and_confirm') continue;
    const asked = `${node.message} ${node.question ?? ''}`;
    add(indent, `${opened ? 'elif' : 'if'} $pending == ${quoted(node.id)}`);
    add(indent + 1, `$read = await read answer ${quoted(asked)}`);
    add(indent + 1, 'if $read == "yes" or $read == "no"');
    add(indent + 2, `$answer_${names.node(node.id)} = $read`);
    opened = true;
  }
  add(indent, '$open = $pending');
  add(indent, '$pending = None');
}

/** @param own false if a join is only announced */
function printState(printing: Printing, id: string, indent: number, own = false): void {
  const { program, names, joins, add } = printing;
  if (!own && joins.includes(id)) {
    add(indent, `$reached_${names.node(id)} = True`);
    return;
  }
  const state = required(program.states.get(id), `state ${id}`);
  const { node } = state;
  add(indent, `# node ${oneLine(id)}: ${node.type}`);
  if (node.type === 'external_action') {
    printCall(printing, node, indent);
    printExits(printing, state, indent);
    return;
  }
  const tests = state.acts.map(({ when }, at) => printGuard(printing, when, `act_${at}`, indent));
  let opened = false;
  for (const [at, { act }] of state.acts.entries()) {
    add(indent, `${opened ? 'elif' : 'if'} ${tests[at]}`);
    printAct(printing, node, act, indent + 1);
    opened = true;
  }
  if (state.exits.length === 0 && opened) return;
  if (opened) add(indent, 'else');
  printExits(printing, state, opened ? indent + 1 : indent);
}

function printAct(
  printing: Printing,
  node: FlowNode,
  act: ProgramState['acts'][number]['act'],
  indent: number,
): void {
  const { program, names, add } = printing;
  if (act.kind === 'ask' && node.type === 'request') {
    const slot = required(node.slots[act.slot], `slot ${act.slot}`);
    printSaying(printing, questionFor(act.slot, slot), indent, act.slot);
    return;
  }
  if (node.type === 'external_action') return;
  const question = node.type === 'inform_and_confirm' ? (node.question ?? '') : '';
  printSaying(printing, `${node.message ?? ''} ${question}`, indent);
  add(indent, `$told_${names.node(node.id)} = True`);
  if (program.states.get(node.id)?.aside) add(indent, '$pending = $open');
  if (node.type !== 'inform_and_confirm') return;
  add(indent, `$answer_${names.node(node.id)} = None`);
  add(indent, `$pending = ${quoted(node.id)}`);
}

function printCall(
  { program: { graph }, names, add }: Printing,
  node: ExternalActionNode,
  indent: number,
): void {
  const id = names.node(node.id);
  const { flow, slots } = graph;
  const signature = flow.functions.find(({ name }) => name === node.action);
  const inputs = signature
    ? Object.keys(signature.inputs).filter((name) => slots.has(name))
    : [...slots.keys()];
  const given = inputs.map((name) => `slot_${names.slot(name)}=$slot_${names.slot(name)}`);
  const values = [`query=${quoted(node.query ?? '')}`, ...given].join(', ');
  add(indent, `if $result_${id} == None`);
  add(indent + 1, `$result_${id} = await ${names.action(node.action)}(${values})`);
  // None means "not called yet". If the action returned None, it would be called again at every turn.
  add(indent + 1, `if $result_${id} == None`);
  add(indent + 2, `$result_${id} = {}`);
  add(indent + 1, `$failed_${id} = await FailedAction(result=$result_${id})`);
  add(indent + 1, `$empty_${id} = not $result_${id}`);
  add(indent + 1, `$result = $result_${id}`);
  add(indent + 1, `$called = ${quoted(node.id)}`);
}

function printExits(printing: Printing, state: ProgramState, indent: number): void {
  const { names, add } = printing;
  const { node, exits, repeats } = state;
  const id = names.node(node.id);
  const tests = exits.map(({ when }, at) => printGuard(printing, when, `edge_${at}`, indent));
  let opened = false;
  for (const [at, { edge, back }] of exits.entries()) {
    const test = tests[at];
    if (test !== null) {
      add(indent, `${opened ? 'elif' : 'if'} ${test}  # ${oneLine(edge.condition ?? 'nothing else holds')}`);
      opened = true;
    } else if (opened) add(indent, 'else');
    const inner = opened ? indent + 1 : indent;
    if (back) printBack(printing, edge.target, inner);
    else printState(printing, edge.target, inner);
    if (test === null) return;
  }
  if (repeats.length > 0) {
    add(indent, `${opened ? 'elif' : 'if'} ${printGuard(printing, repeats, 'repeats', indent)}`);
    add(indent + 1, `$repeats = ${quoted(node.id)}`);
  } else if (node.type === 'external_action') {
    if (opened) add(indent, 'else');
    add(opened ? indent + 1 : indent, `$untold = $failed_${id} and $called == ${quoted(node.id)}`);
  } else if (!opened) add(indent, 'pass');
}

/** Prints a step back, once per turn: it reopens everything after the target and asks for those slots again. */
function printBack(printing: Printing, target: string, indent: number): void {
  const { program, add } = printing;
  const node = program.graph.nodes.get(target)!;
  add(indent, 'if not $went_back');
  printCleared(printing, program.ahead(target), indent + 1);
  if (node.type === 'request') {
    for (const slot of Object.keys(node.slots)) printForgotten(printing, slot, indent + 1);
  }
  add(indent + 1, '$went_back = True');
  add(indent + 1, '$again = True');
}

function printGuard({ names, add }: Printing, guard: Guard, name: string, indent: number): string | null {
  if (guard.some((facts) => facts.length === 0)) return null;
  let read = 0;
  const expressionOf = (fact: Fact): string => {
    const not = 'not' in fact && fact.not === true;
    switch (fact.is) {
      case 'open':
        return `$slot_${names.slot(fact.slot)} == None and not $missing_${names.slot(fact.slot)}`;
      case 'value':
        return `$slot_${names.slot(fact.slot)} ${not ? '!=' : '=='} ${fact.value === null ? 'None' : quoted(fact.value)}`;
      case 'missing':
        return `${not ? 'not ' : ''}$missing_${names.slot(fact.slot)}`;
      case 'uncalled':
        return `$result_${names.node(fact.node)} == None`;
      case 'told':
        return `${not ? 'not ' : ''}$told_${names.node(fact.node)}`;
      case 'answered':
        return `$answer_${names.node(fact.node)} ${not ? '!=' : '=='} "${fact.answer}"`;
      case 'failed':
      case 'empty':
        return `${not ? 'not ' : ''}$${fact.is}_${names.node(fact.node)}`;
      case 'read': {
        const own = `$holds_${names.node(fact.node)}_${name}_${read++}`;
        add(indent, `${own} = await holds ${quoted(fact.words)} $result`);
        return own;
      }
    }
  };
  return guard.map((facts) => facts.map(expressionOf).join(' and ')).join(' or ') || 'False';
}

function printFallbacks(printing: Printing, indent: number): void {
  const { program, add } = printing;
  const { fallbacks, graph, states } = program;
  add(indent, '# No node has anything left to say.');
  add(indent, 'if $reply == None');
  add(indent + 1, 'if not $leaves');
  add(indent + 2, `$leaves = await holds ${quoted(USER_LEAVES)} $result`);
  const repeating = [...states.values()].filter(({ repeats }) => repeats.length > 0);
  let opened = false;
  const branch = (test: string): void => {
    add(indent + 1, `${opened ? 'elif' : 'if'} ${test}`);
    opened = true;
  };
  for (const { node } of repeating) {
    branch(`$repeats == ${quoted(node.id)} and not $leaves`);
    printAct(printing, node, { kind: 'tell' }, indent + 2);
  }
  branch('$untold');
  printSaying(printing, fallbacks.failed?.message ?? NOT_DONE, indent + 2);
  branch('$leaves');
  if (fallbackFor(graph, 'farewell')) add(indent + 2, '$farewell = True');
  printFallback(printing, fallbacks.farewell, indent + 2);
  add(indent + 1, 'else');
  add(indent + 2, `$content = await holds ${quoted(CONTENT)} $result`);
  add(indent + 2, 'if $content');
  printFallback(printing, fallbacks.more, indent + 3);
  add(indent + 2, 'else');
  if (printing.task !== null) add(indent + 3, '$lost = True');
  printFallback(printing, fallbacks.scope, indent + 3);
}

const USER_LEAVES = 'the user ends the conversation';
const CONTENT = 'the user is content, or wants nothing else';

function printFallback(
  printing: Printing,
  action: { readonly message: string } | null,
  indent: number,
): void {
  if (action === null) printing.add(indent, 'pass');
  else printSaying(printing, action.message, indent);
}

/** @param asked a slot; the message first says why the slot's value was refused */
function printSaying(
  { program: { graph }, names, add, task }: Printing,
  message: string,
  indent: number,
  asked: string | null = null,
): void {
  const text = quoted(message);
  const slots = templateSlots(message);
  if (slots.length === 0) add(indent, `$reply = ${text}`);
  else {
    const values = slots
      .filter((name) => graph.slots.has(name))
      .map((name) => `"${name}": $slot_${names.slot(name)}`);
    add(
      indent,
      `$reply = await FillTemplateAction(template=${text}, slots={${[...new Set(values)].join(', ')}}, result=$result)`,
    );
  }
  if (asked !== null) {
    const refused = `$refused_${names.slot(asked)}`;
    add(indent, `if ${refused} != None`);
    add(indent + 1, `$reply = ${refused} + " " + $reply`);
  }
  if (task === null) add(indent, 'bot say $reply');
}

function instructionOf(name: string, { description, type, examples }: FlowSlot): string {
  const shown = examples.slice(0, 5).map((example) => `"${example}"`);
  const values = shown.length > 0 ? ` Examples of its values are ${shown.join(', ')}.` : '';
  return `${description || name}, of the type ${type}.${values}`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 120);
const HELPERS = `# What every flow needs.

flow read slot $value $instruction -> $new
  """The value that the user's last message gives to a slot; None if it gives none."""
  $new = ..."A variable holds: {$instruction} Its value now is: {$value}. If the user's last message gives it a value, answer that value alone, as a string. If the user says that they do not know or do not have it, answer \\"${NOT_KNOWN}\\". Else answer None."
  return $new

flow read answer $question -> $answer
  """What the user answers to a question for yes or no; None for something else."""
  $answer = ..."Answer whether the user said \\"yes\\" or \\"no\\" to: {$question} Answer None if the user's last message says neither."
  return $answer

flow holds $condition $result -> $truth
  """Whether a condition in words holds."""
  $truth = ..."Answer True or False, nothing else. Does this hold after what the user said last: {$condition}? What a function answered: {$result}"
  return $truth
`;

function configOf({
  name,
  description,
  guidelines,
}: Pick<Flow, 'name' | 'description' | 'guidelines'>): string {
  const lines = [
    `# ${oneLine(name)}`,
    'colang_version: "2.x"',
    '',
    '# Any server with the OpenAI API; its address and key are those of the environment.',
    'models:',
    '  - type: main',
    '    engine: openai',
    '    model: gpt-4o-mini',
    '',
    '# Finds examples by their words: nothing is downloaded. See config.py.',
    'core:',
    '  embedding_search_provider:',
    '    name: words',
    '',
    'instructions:',
    '  - type: general',
    '    content: |',
    `      ${oneLine(description ?? name)}`,
    ...guidelines.map((text) => `      ${text.replaceAll(/\s+/g, ' ')}`),
  ];
  return `${lines.join('\n')}\n`;
}

const WORDS_INDEX = `"""Finds examples by the words they share, where NeMo Guardrails would download a model."""

import re

from nemoguardrails import LLMRails
from nemoguardrails.embeddings.index import EmbeddingsIndex, IndexItem


class WordsIndex(EmbeddingsIndex):
    def __init__(self, **settings):
        self.items: list[IndexItem] = []

    @property
    def embedding_size(self):
        return 0

    async def add_item(self, item: IndexItem):
        self.items.append(item)

    async def add_items(self, items: list[IndexItem]):
        self.items.extend(items)

    async def build(self):
        pass

    async def search(self, text: str, max_results: int = 20, threshold: float | None = None):
        said = set(re.findall(r"\\w+", text.lower()))
        scored = [(len(said & set(re.findall(r"\\w+", item.text.lower()))), at) for at, item in enumerate(self.items)]
        best = sorted((score for score in scored if score[0] > 0), key=lambda score: (-score[0], score[1]))
        return [self.items[at] for _, at in best[:max_results]]


def init(app: LLMRails):
    app.register_embedding_search_provider("words", WordsIndex)
`;

const jsonText = (value: unknown): string => JSON.stringify(JSON.stringify(value));

const PYTHON_TYPES = { integer: 'int', number: 'float', boolean: 'bool' } as const;

interface NamedGraph {
  readonly graph: FlowGraph;
  readonly names: ColangNames;
}

function actionsOf(title: string, all: readonly NamedGraph[]): string {
  const fits = Object.fromEntries(
    all.flatMap(({ graph: { slots }, names }) =>
      [...slots].map(([name, { slot }]) => [`${names.prefix}${names.slot(name)}`, fitOf(slot, name)]),
    ),
  );
  const globals = Object.fromEntries(
    all.map(({ graph, names }) => [
      names.prefix,
      programOf(graph).globals.map(({ python, examples }) => [python, examples]),
    ]),
  );
  const stubs = all.flatMap(stubsOf);
  return `"""What ${oneLine(title).replaceAll('"', "'").replaceAll('\\', '')} calls."""

import json
import re
from typing import Any, Optional

from nemoguardrails.actions import action

BAD = re.compile(r"${OUTCOME_PATTERNS.bad}")
SUCCESS = re.compile(r"${OUTCOME_PATTERNS.success}")
NO_SUCCESS = re.compile(r"${OUTCOME_PATTERNS.noSuccess}")
NOTHING = re.compile(r"${OUTCOME_PATTERNS.nothing}")
OUTCOME = re.compile(r"${OUTCOME_PATTERNS.outcome}", re.I)
FLAG = re.compile(r"${OUTCOME_PATTERNS.flag}", re.I)
FAULT = re.compile(r"${OUTCOME_PATTERNS.fault}", re.I)
PATTERNS = {name: re.compile(one, re.I | re.A) for name, one in json.loads(${jsonText(FIT_PATTERNS)}).items()}
# What answers each slot takes.
FITS = json.loads(${jsonText(fits)})
# What is said at once on request, by flow: a pattern, and the words of examples.
GLOBALS = json.loads(${jsonText(globals)})
LIGHT = set("${LIGHT_WORDS}".split())


def triples(word: str) -> set:
    letters = f" {word} "
    return {letters[at : at + 3] for at in range(len(letters) - 2)}


def likeness(one: str, other: str) -> float:
    if one == other:
        return 1
    own, others = triples(one), triples(other)
    share = 2 * len(own & others) / (len(own) + len(others))
    return 0 if share < 0.5 else share


def share_found(words: list[str], among: list[str]) -> float:
    found, total = 0.0, 0.0
    for word in words:
        weight = ${GLOBALS.light} if word in LIGHT else 1
        total += weight
        found += weight * max([0, *(likeness(word, other) for other in among)])
    return found / max(1, total)


def similarity(text: str, examples: list) -> float:
    """How similar the most similar clause is to a request with these examples."""
    most = 0.0
    every = [word for example in examples for word in example]
    for clause in re.split(r"${CLAUSE}", text, flags=re.I):
        words = re.findall(r"[^\\W_]+", clause.lower())
        if not words:
            continue
        own = share_found(words, every)
        for example in examples:
            there = share_found(example, words)
            if own + there > 0:
                most = max(most, 2 * own * there / (own + there))
    return most


@action(name="GlobalAction")
async def requested(text: str, flow: str) -> Optional[int]:
    """The global action that the user asks for: by a pattern, or else the one with the most similar examples."""
    for at, (pattern, _) in enumerate(GLOBALS[flow]):
        if re.search(pattern, text, re.I):
            return at
    best, most = None, ${GLOBALS.like}
    for at, (_, examples) in enumerate(GLOBALS[flow]):
        like = similarity(text, examples)
        if like > most:
            best, most = at, like
    return best


def sounds_bad(text: str) -> bool:
    lower = text.lower().replace("’", "'")
    if SUCCESS.search(lower) and not NO_SUCCESS.search(lower):
        return False
    return bool(BAD.search(lower))


def failed(result: Any) -> bool:
    """Whether a function found nothing, or says that it failed."""
    if not result:
        return True
    if not isinstance(result, dict):
        return sounds_bad(str(result))
    for key, value in result.items():
        if (value is False and (OUTCOME.search(key) or FLAG.search(key))) or (value and FAULT.search(key)):
            return True
    return sounds_bad(" ".join(value for key, value in result.items() if isinstance(value, str) and OUTCOME.search(key)))


@action(name="FailedAction")
async def has_failed(result: Any = None) -> bool:
    return failed(result)


def words_of(name: str) -> list[str]:
    spaced = re.sub(r"([a-z])([A-Z])", r"\\1 \\2", name).lower()
    return [re.sub(r"s$", "", word) for word in re.split(r"[^a-z0-9]+", spaced) if word]


def value_for(name: str, result: dict, slots: dict) -> Optional[str]:
    """The field of an answer that is called most like a name, else the slot of that name."""
    wanted = words_of(name)
    best, most = None, 0.0
    for key, value in result.items():
        if value is None or value == "":
            continue
        have = words_of(key)
        share = 2 * sum(word in have for word in wanted) / max(1, len(wanted) + len(have))
        if share > most:
            best, most = value, share
    if most < 1 and slots.get(name) is not None:
        return str(slots[name])
    if most == 0:
        return None
    return " and ".join(map(str, best)) if isinstance(best, list) else str(best)


def plain(text: str) -> str:
    return re.sub(r"[\\W_]+", " ", text.lower()).strip()


def mentions(text: str, value: str) -> bool:
    """Whether a text has a listed value, or the word of it that tells it from others."""
    said, whole = f" {plain(text)} ", plain(value)
    if f" {whole} " in said:
        return True
    first, *rest = whole.split(" ")
    if not rest:
        return first.endswith("ing") and f" {first[:-3]}" in said
    if first in ("the", "dr", "mr", "ms"):
        return f" {' '.join(rest)} " in said
    return len(first) >= 4 and f" {first} " in said


@action(name="FitAction")
async def fit(value: Any, slot: str) -> dict:
    """The value as a slot takes it, one of a category as it is listed; or why it is asked for again."""
    takes, value = FITS[slot], str(value)
    kind, examples = takes["type"], takes["examples"]
    text = value.replace("’", "'").strip()
    words = len(text.split())

    def has(pattern: str, where: str = text) -> bool:
        return bool(PATTERNS[pattern].search(where))

    def because(why: str) -> dict:
        if text.endswith("?"):
            return {"value": None, "why": "${CANNOT_ANSWER}"}
        said = "That" if len(value) > ${LONGEST_QUOTED} else f'"{value}"'
        return {"value": None, "why": f"{said} {why}"}

    fitting = {"value": value, "why": None}
    listed = next((one for one in examples if one.lower() == value.lower()), None)
    if kind == "categorical" and listed is not None:
        return {**fitting, "value": listed}
    if has("puzzled") or (not takes["isOpen"] and has("question")):
        return {"value": None, "why": "${CANNOT_ANSWER}"}
    if kind == "categorical":
        named = next((one for one in examples if mentions(value, one)), None)
        if named is not None:
            return {**fitting, "value": named}
    clause = re.split(r"[.,;!?]", text)[0]
    if kind != "name" and has("any", text if words <= ${LONGEST_ANY} else clause if len(clause.split()) <= ${LONGEST_ANY} else ""):
        return fitting
    if kind == "categorical":
        return because("is none of the choices." if len(examples) > ${MOST_LISTED} else f"is none of: {', '.join(examples)}.")
    if kind == "integer" and not has("number"):
        return because("is not a whole number.")
    if kind == "number" and not has("number"):
        return because("is not a number.")
    if kind in ("date", "time") and not has("moment"):
        return because(f"is not a {kind}.")
    if kind == "boolean" and not has("polar"):
        return because("is neither yes nor no.")
    if kind == "name":
        name = PATTERNS["nameLead"].sub("", text, count=1)
        if len(name.split()) > ${LONGEST_NAME} or has("bare", name) or has("noName", name):
            return because("is not a name.")
    if kind == "string" and not takes["isPolar"] and listed is None and has("bare"):
        return because("does not answer that.")
    digits = sum(one in "0123456789" for one in text)
    if takes["digits"] is not None and digits != takes["digits"]:
        return because(f"does not have {takes['digits']} digits.")
    if takes["isCode"] and digits == 0:
        return because("has no number in it.")
    if takes["words"] is not None and words > takes["words"] and not any(mentions(text, one) for one in examples):
        return because("is longer than an answer to that.")
    return fitting


@action(name="FillTemplateAction")
async def fill_template(template: str, slots: Any = None, result: Any = None) -> str:
    """A message with [name] filled from what functions answered, else from slots."""
    fields = result if isinstance(result, dict) else {}

    def fill(found: re.Match) -> str:
        value = value_for(found[2], fields, slots or {})
        if value is None:
            return "" if found[2] in (slots or {}) else found[0]
        return found[1] + value

    return re.sub(r"( ?)\\[([A-Za-z][A-Za-z0-9_]*)\\]", fill, template).strip()


${stubs.join('\n\n')}`;
}

/** Prints the same computation as `createFlowChooser`. */
const routerOf = (flows: readonly (readonly [task: string, texts: readonly string[]])[]): string =>
  `import math
import unicodedata
from collections import Counter

MARKS = "".join(one for one in map(chr, range(0x20000)) if unicodedata.category(one)[0] == "M")
LETTERS = rf"(?:[^\\W\\d_]|[{MARKS}])+"
HAN = "[\\u2e80-\\u2fd5\\u3005\\u3007\\u3021-\\u3029\\u3038-\\u303b\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff]"
WORD = re.compile(rf"{HAN}|{LETTERS}(?:['’]{LETTERS})*|\\d+")

# The words of each flow's name and of its dialogues, without rare ones.
ROUTES = [(task, [Counter(text.split()) for text in texts]) for task, texts in json.loads(${jsonText(flows)})]
ROWS = [row for _, rows in ROUTES for row in rows]
HAVING = Counter(word for row in ROWS for word in row)
SHARES = {task: Counter(word for row in rows for word in row) for task, rows in ROUTES}
SIZES = {task: len(rows) for task, rows in ROUTES}
MEAN = sum(sum(row.values()) for row in ROWS) / max(1, len(ROWS)) or 1


def router_words(text: str) -> list[str]:
    return WORD.findall(unicodedata.normalize("NFKC", text).lower())


def row_score(row: Counter, times: Counter) -> float:
    norm = ${BM25_DEFAULTS.k1} * (1 - ${BM25_DEFAULTS.b} + ${BM25_DEFAULTS.b} * sum(row.values()) / MEAN)
    score = 0.0
    for word, count in times.items():
        if word in row:
            idf = math.log(1 + (len(ROWS) - HAVING[word] + 0.5) / (HAVING[word] + 0.5))
            score += count * idf * row[word] * ${BM25_DEFAULTS.k1 + 1} / (row[word] + norm)
    return score


def is_telling(task: str, word: str) -> bool:
    here, elsewhere = SHARES[task][word] / SIZES[task], 0.0
    for other in SHARES:
        if other != task:
            elsewhere += SHARES[other][word] / SIZES[other] / max(1, len(SHARES) - 1)
    return here > 0 and here >= ${ROUTER.lift} * elsewhere


def share_telling(task: str, text: str) -> float:
    telling, total = 0.0, 0.0
    for word in dict.fromkeys(router_words(text)):
        weight = math.log(1 + (len(ROWS) + 0.5) / (HAVING[word] + 0.5))
        total += weight
        if is_telling(task, word):
            telling += weight
    return 0 if total == 0 else telling / total


@action(name="RouteAction")
async def chosen(texts: list) -> Optional[str]:
    """The flow whose dialogues are most similar to what the customer wrote; None if none is."""
    before, last = set(router_words(" ".join(texts[:-1]))), set(router_words(texts[-1]))
    times = Counter([*before, *before, *last])
    best, most = None, 0.0
    for task, rows in ROUTES:
        likest = sorted((row_score(row, times) for row in rows), reverse=True)[:${ROUTER.mostLike}]
        mean = sum(likest) / len(likest)
        if mean > most + ${ROUTER.tie}:
            best, most = task, mean
    if best is None or not any(share_telling(best, text) >= ${ROUTER.telling} for text in texts):
        return None
    return best
`;

function stubsOf({ graph: { flow }, names }: NamedGraph): string[] {
  const called = new Set(
    flow.nodes.flatMap((node) => (node.type === 'external_action' ? [node.action] : [])),
  );
  return [...called].map((name) => {
    const known = flow.functions.find((other) => other.name === name);
    const inputs = Object.entries(known?.inputs ?? {});
    const typed = inputs.map(([input, type]) => {
      const python = type in PYTHON_TYPES ? PYTHON_TYPES[type as keyof typeof PYTHON_TYPES] : 'str';
      return `, slot_${names.slot(input)}: Optional[${python}] = None`;
    });
    const outputs = Object.keys(known?.outputs ?? {});
    return `@action(name="${names.action(name)}")
async def ${names.function(name)}(query: str = ""${typed.join('')}, **other: Any) -> dict:
    """${oneLine(known?.description ?? name)
      .replaceAll('"', "'")
      .replaceAll('\\', '')}.

    Answers ${outputs.length > 0 ? outputs.join(', ') : 'what its messages tell'}; an empty dict where it finds nothing.
    """
    # Put the real call here.
    return {"message": "Success"}
`;
  });
}
