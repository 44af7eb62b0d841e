import type { ExternalActionNode, Flow, FlowEdge, FlowNode, FlowSlot } from '../../../domain/flow.ts';
import { conditionKind, isElseOfNo, tellsNothingFound } from '../conditions.ts';
import { type FlowGraph, flowGraph } from '../flow-graph.ts';
import { isOptional } from '../following/follow-flow.ts';
import { OUTCOME_PATTERNS, tellsOutcome } from '../results.ts';

/** The files that NeMo Guardrails runs, by name. */
export type ColangFolder = Readonly<
  Record<'main.co' | 'helpers.co' | 'config.yml' | 'config.py' | 'actions.py', string>
>;

/** Compiles a flow without errors to Colang 2 (the paper's figure 11). Deterministic. O(nodes · slots + edges) */
export function compileColang(flow: Flow): ColangFolder {
  const graph = flowGraph(flow);
  return {
    'main.co': mainOf(graph),
    'helpers.co': HELPERS,
    'config.yml': configOf(flow),
    'config.py': WORDS_INDEX,
    'actions.py': actionsOf(flow),
  };
}

/** A text in Colang's quotes: nothing in it is read as code, as a variable or as the end of the text. */
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

const named = (id: string): string => id.replaceAll(/[^A-Za-z0-9]/g, (sign) => `_${sign.codePointAt(0)}_`);
const pascal = (name: string): string =>
  name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Returns the variables of a node besides slots: results, told values and answers. */
function helpersOf(node: FlowNode): { name: string; empty: string }[] {
  const id = named(node.id);
  if (node.type === 'external_action') return [{ name: `$action_${id}`, empty: 'None' }];
  const told = { name: `$inform_${id}`, empty: 'False' };
  if (node.type === 'inform') return [told];
  if (node.type === 'inform_and_confirm') return [told, { name: `$answered_${id}`, empty: 'None' }];
  return node.message === undefined ? [] : [told];
}

interface Plan {
  readonly graph: FlowGraph;
  /** Edges back to a node that is already in progress. From there everything begins again. */
  readonly back: ReadonlySet<FlowEdge>;
  /** Nodes with several incoming edges, in an order in which no node comes before its predecessors. */
  readonly joins: readonly string[];
}

function planOf(graph: FlowGraph): Plan {
  const back = new Set<FlowEdge>();
  const state = new Map<string, 'open' | 'done'>();
  const ended: string[] = [];
  const entered = new Map<string, number>();
  const path: { id: string; next: number }[] = graph.start === null ? [] : [{ id: graph.start, next: 0 }];
  if (graph.start !== null) state.set(graph.start, 'open');
  while (path.length > 0) {
    const here = path.at(-1)!;
    const edge = graph.out(here.id)[here.next++];
    if (!edge) {
      state.set(here.id, 'done');
      ended.push(here.id);
      path.pop();
    } else if (state.get(edge.target) === 'open') back.add(edge);
    else {
      entered.set(edge.target, (entered.get(edge.target) ?? 0) + 1);
      if (!state.has(edge.target)) {
        state.set(edge.target, 'open');
        path.push({ id: edge.target, next: 0 });
      }
    }
  }
  // A long chain is split, too: Colang nests no deeper than Python's parser allows.
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
  return { graph, back, joins: [...ended].reverse().filter((id) => joins.has(id)) };
}

const DEEPEST = 8;

function mainOf(graph: FlowGraph): string {
  const { flow } = graph;
  const plan = planOf(graph);
  const lines: string[] = [`# ${oneLine(flow.name)}`, 'import core', 'import llm', '', 'flow main'];
  const add = (indent: number, text: string): void => void lines.push(`${'  '.repeat(indent)}${text}`);
  add(1, 'global $generated_output');
  for (const name of graph.slots.keys()) add(1, `$${name} = None`);
  for (const node of graph.nodes.values()) {
    for (const helper of helpersOf(node)) add(1, `${helper.name} = ${helper.empty}`);
  }
  add(1, '$result = {}');
  add(1, 'while True');
  add(2, '$generated_output = None');
  for (const [at, action] of flow.globalActions.entries()) {
    const said = [...new Set(action.examples.map(bare))].filter((text) => text !== '').slice(0, 20);
    if (said.length === 0) continue;
    const pattern = `(?i)^\\W*(?:${said.map(escapePattern).join('|')})\\W*$`;
    add(2, `${at === 0 ? 'when' : 'or when'} user said (regex(${quotedPattern(pattern)}))`);
    add(3, `bot say ${quoted(action.message)}`);
    add(3, 'continue');
  }
  const opens = flow.globalActions.some(({ examples }) => examples.some((text) => bare(text) !== ''));
  add(2, `${opens ? 'or when' : 'when'} user said something as $heard`);
  add(3, '$transcript = $heard.transcript');
  for (const [name, { node, slot }] of graph.slots) {
    const gone = [...graph.reach(node.id)].flatMap((id) =>
      id === node.id ? [] : helpersOf(graph.nodes.get(id)!),
    );
    add(3, `# dst ${name}: resets ${gone.map((helper) => helper.name.slice(1)).join(', ') || 'nothing'}`);
    add(3, `$value = await dst $${name} ${quoted(instructionOf(name, slot))}`);
    add(3, `if $value != $${name}`);
    add(4, `$${name} = $value`);
    for (const helper of gone) add(4, `${helper.name} = ${helper.empty}`);
  }
  for (const node of graph.nodes.values()) {
    if (node.type !== 'inform_and_confirm') continue;
    const id = named(node.id);
    const asked = `${node.message} ${node.question ?? ''}`;
    add(3, `if $inform_${id}`);
    add(
      4,
      `$answered_${id} = await dst $answered_${id} ${quoted(`whether the user said "yes" or "no" to: ${asked}`)}`,
    );
  }
  add(3, '$again = True');
  add(3, 'while $again');
  add(4, '$again = False');
  for (const id of plan.joins) add(4, `$reached_${named(id)} = False`);
  if (graph.start !== null) emitNode(plan, graph.start, 4, add, true);
  for (const id of plan.joins) {
    if (id === graph.start) continue;
    add(4, `if $reached_${named(id)} and $generated_output == None`);
    emitNode(plan, id, 5, add, true);
  }
  add(3, '# Nothing matched: the model chooses among all that may be said.');
  add(3, 'if $generated_output == None');
  add(4, `$generated_output = await choose reply ${quoted(optionsOf(flow))} $result`);
  add(4, 'bot say $generated_output');
  return `${lines.join('\n')}\n`;
}

type Add = (indent: number, text: string) => void;

/** @param own false if a join is only announced */
function emitNode(plan: Plan, id: string, indent: number, add: Add, own = false): void {
  const { graph, joins } = plan;
  if (!own && joins.includes(id)) {
    add(indent, `$reached_${named(id)} = True`);
    return;
  }
  const node = graph.nodes.get(id)!;
  const name = named(id);
  add(indent, `# node ${oneLine(id)}: ${node.type}`);
  if (node.type === 'request') {
    emitRequest(plan, node.slots, name, node.message, indent, add);
    add(indent, 'else');
    emitEdges(plan, node, indent + 1, add);
    return;
  }
  if (node.type === 'external_action') {
    add(indent, `if $action_${name} == None`);
    add(indent + 1, `$action_${name} = await ${callOf(graph, node)}`);
    // None stands for "not called yet": an action with this result is not called again at every turn.
    add(indent + 1, `if $action_${name} == None`);
    add(indent + 2, `$action_${name} = {}`);
    add(indent + 1, `$result = $action_${name}`);
    emitEdges(plan, node, indent, add);
    return;
  }
  const message = [node.message, node.type === 'inform_and_confirm' ? (node.question ?? '') : '']
    .join(' ')
    .trim();
  add(indent, `if not $inform_${name}`);
  emitSay(graph, message, indent + 1, add);
  add(indent + 1, `$inform_${name} = True`);
  if (graph.out(id).length === 0) return;
  add(indent, 'else');
  emitEdges(plan, node, indent + 1, add);
}

/** The first slot without a value is asked for. The model decides rules in words. */
function emitRequest(
  { graph }: Plan,
  slots: Readonly<Record<string, FlowSlot>>,
  id: string,
  message: string | undefined,
  indent: number,
  add: Add,
): void {
  let opened = false;
  const branch = (condition: string): void => {
    add(indent, `${opened ? 'elif' : 'if'} ${condition}`);
    opened = true;
  };
  const asked = Object.entries(slots).filter(([, slot]) => !isOptional(slot));
  for (const [at, [name, { rule }]] of asked.entries()) {
    if (rule === undefined) continue;
    add(indent, `# rule of ${name}: ${oneLine(rule)}`);
    add(indent, `$rule_${id}_${at} = await holds ${quoted(rule)} $result`);
  }
  for (const [at, [name, slot]] of asked.entries()) {
    branch(`$${name} == None${slot.rule === undefined ? '' : ` and $rule_${id}_${at}`}`);
    emitSay(graph, slot.message ?? `Could you tell me: ${slot.description || name}?`, indent + 1, add);
  }
  if (message !== undefined) {
    const open = Object.keys(slots).map((name) => `$${name} == None`);
    branch([`not $inform_${id}`, ...open].join(' and '));
    emitSay(graph, message, indent + 1, add);
    add(indent + 1, `$inform_${id} = True`);
  }
  if (!opened) {
    branch('False');
    add(indent + 1, 'pass');
  }
}

function emitSay(graph: FlowGraph, message: string, indent: number, add: Add): void {
  const slots = [...graph.slots.keys()].filter((name) => message.includes(`[${name}]`));
  if (!/\[[A-Za-z]/.test(message)) {
    add(indent, `$generated_output = ${quoted(message)}`);
  } else {
    const values = slots.map((name) => `"${name}": $${name}`).join(', ');
    add(
      indent,
      `$generated_output = await FillTemplateAction(template=${quoted(message)}, slots={${values}}, result=$result)`,
    );
  }
  add(indent, 'bot say $generated_output');
}

function emitEdges(plan: Plan, node: FlowNode, indent: number, add: Add): void {
  const { graph, back } = plan;
  const edges = graph.out(node.id);
  const name = named(node.id);
  const result = node.type === 'external_action' ? `$action_${name}` : '$result';
  const apart = tellsNothingFound(edges) ? ', nothing_apart=True' : '';
  const resultIs = (condition: string): string =>
    `await ResultIsAction(condition=${quoted(condition)}, result=${result}${apart})`;
  const tests = edges.map(({ condition, target }, at): string | null => {
    const own = `$edge_${name}_${at}`;
    if (condition === undefined) {
      if (node.type === 'inform_and_confirm') return isElseOfNo(edges) ? null : `$answered_${name} != "no"`;
      if (node.type !== 'external_action') return null;
      const tells = tellsOutcome(graph.nodes.get(target)!);
      add(indent, `${own} = ${resultIs(tells ? 'nothing found' : 'Success')}`);
      return tells ? `not ${own}` : own;
    }
    if (isDecided(node, condition)) return `$answered_${name} == "${answerWord(condition)}"`;
    const { about } = conditionKind(condition);
    const isResult = about === 'result' || about === 'nothing-found';
    add(indent, `${own} = ${isResult ? resultIs(condition) : `await holds ${quoted(condition)} ${result}`}`);
    return own;
  });
  let opened = false;
  for (const [at, edge] of edges.entries()) {
    const { condition, target } = edge;
    const test = tests[at]!;
    if (test !== null) {
      const why =
        condition ?? (node.type === 'external_action' ? 'it did not fail' : 'the user did not say no');
      add(indent, `${opened ? 'elif' : 'if'} ${test}  # ${oneLine(why)}`);
      opened = true;
    } else if (opened) add(indent, 'else');
    const inner = opened ? indent + 1 : indent;
    if (back.has(edge)) {
      // Going back resets everything on the path.
      for (const id of graph.reach(target)) {
        const other = graph.nodes.get(id)!;
        for (const helper of helpersOf(other)) add(inner, `${helper.name} = ${helper.empty}`);
      }
      const again = graph.nodes.get(target)!;
      if (again.type === 'request')
        for (const name of Object.keys(again.slots)) add(inner, `$${name} = None`);
      add(inner, '$again = True');
    } else emitNode(plan, target, inner, add);
    if (condition === undefined) return;
  }
  if (edges.length === 0) add(indent, 'pass');
}

const isDecided = (node: FlowNode, condition: string): boolean =>
  node.type === 'inform_and_confirm' && conditionKind(condition).about === 'answer';

function answerWord(condition: string): string {
  const kind = conditionKind(condition);
  return kind.about === 'answer' && kind.holds ? 'yes' : 'no';
}

function callOf({ flow, slots }: FlowGraph, { action, query }: ExternalActionNode): string {
  const known = flow.functions.find(({ name }) => name === action);
  const inputs = known ? Object.keys(known.inputs).filter((name) => slots.has(name)) : [...slots.keys()];
  const given = inputs.map((name) => `${name}=$${name}`);
  return `${pascal(action)}Action(${[`query=${quoted(query ?? '')}`, ...given].join(', ')})`;
}

function instructionOf(name: string, { description, type, examples }: FlowSlot): string {
  const shown = examples.slice(0, 5).map((example) => `"${example}"`);
  const values = shown.length > 0 ? ` Examples of its values are ${shown.join(', ')}.` : '';
  return `${description || name}, of the type ${type}.${values}`;
}

function optionsOf(flow: Flow): string {
  const said = flow.nodes.flatMap((node) => {
    if (node.type === 'external_action') return [];
    if (node.type === 'request') return Object.values(node.slots).flatMap(({ message }) => message ?? []);
    return [node.message];
  });
  const all = [...flow.fallbackActions.map(({ message }) => message), ...said];
  return [...new Set(all)].map((message, at) => `${at + 1}. ${message}`).join(' ');
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 120);
const bare = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
const escapePattern = (text: string): string => text.replaceAll(' ', '\\W+');
const quotedPattern = (pattern: string): string => `"${pattern.replaceAll('\\', '\\\\')}"`;

const HELPERS = `# What every flow needs.

flow dst $value $instruction -> $new
  """The value of a slot after what the user said last."""
  $new = ..."A variable holds: {$instruction} Its value now is: {$value}. If the user's last message gives it a new value, answer that value alone, as a string. Else answer its value now. If it has no value, answer None."
  return $new

flow holds $condition $result -> $truth
  """Whether a condition in words holds."""
  $truth = ..."Answer True or False, nothing else. Does this hold after what the user said last: {$condition}? What a function answered: {$result}"
  return $truth

flow choose reply $options $result -> $reply
  """What the model says where the flow says nothing."""
  $reply = ..."Choose the reply that fits the conversation best, and answer it alone, as a string, without its number. A function answered last: {$result}. If it failed or found nothing, or the user said no, choose no reply that says that something was done. Replies: {$options}"
  return $reply
`;

function configOf({ name, description, guidelines }: Flow): string {
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

const PYTHON_TYPES = { integer: 'int', number: 'float', boolean: 'bool' } as const;

function actionsOf(flow: Flow): string {
  const called = new Set(
    flow.nodes.flatMap((node) => (node.type === 'external_action' ? [node.action] : [])),
  );
  const stubs = [...called].map((name) => {
    const known = flow.functions.find((other) => other.name === name);
    const inputs = Object.entries(known?.inputs ?? {});
    const typed = inputs.map(([input, type]) => {
      const python = type in PYTHON_TYPES ? PYTHON_TYPES[type as keyof typeof PYTHON_TYPES] : 'str';
      return `, ${input}: Optional[${python}] = None`;
    });
    const outputs = Object.keys(known?.outputs ?? {});
    return `@action(name="${pascal(name)}Action")
async def ${name}(query: str = ""${typed.join('')}, **other: Any) -> dict:
    """${oneLine(known?.description ?? name)
      .replaceAll('"', "'")
      .replaceAll('\\', '')}.

    Answers ${outputs.length > 0 ? outputs.join(', ') : 'what its messages tell'}; an empty dict where it finds nothing.
    """
    # Put the real call here.
    return {"message": "Success"}
`;
  });
  return `"""What the flow ${oneLine(flow.name).replaceAll('"', "'").replaceAll('\\', '')} calls."""

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


@action(name="ResultIsAction")
async def result_is(condition: str, result: Any = None, nothing_apart: bool = False) -> bool:
    """Whether a function's answer is of the kind that a condition names; nothing_apart where nothing found is another."""
    if NOTHING.search(condition.lower()):
        return not result
    if not result and nothing_apart:
        return False
    return failed(result) == sounds_bad(condition)


@action(name="FillTemplateAction")
async def fill_template(template: str, slots: Any = None, result: Any = None) -> str:
    """A message with [name] filled from slots, then from what functions answered."""
    values = {**(result if isinstance(result, dict) else {}), **{k: v for k, v in (slots or {}).items() if v is not None}}
    filled = re.sub(r"( ?)\\[(\\w+)\\]", lambda at: f"{at[1]}{values[at[2]]}" if at[2] in values else "", template)
    return filled.strip()


${stubs.join('\n\n')}`;
}
