import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { toDrawn } from '../../layout/drawn-automaton.ts';
import { PLAIN_ARRANGEMENT } from '../../layout/grid/spacing.ts';
import { layOut } from '../../layout/lay-out.ts';
import { escapeXml } from '../../text/xml.ts';
import { eachTransition } from '../reading/transitions.ts';

/** Px of each kind of shape. */
const SIZES = { event: [36, 36], gateway: [50, 50], task: [120, 50] } as const;
/** Levels are columns. A task is between two gateways, so columns and rows are further apart than in the picture. */
const [STRETCH_X, STRETCH_Y] = [1.8, 2.6];

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns a BPMN 2.0 process with its diagram, for bpmn.io, Camunda and Signavio. Has counts only. A state is an
 * exclusive gateway, a move a task, and end events mark where dialogues end.
 * @param names the names of states on screen
 */
export function automatonToBpmn(
  automaton: AutomatonStructure,
  title = '',
  names: readonly string[] = [],
): string {
  const nodes: string[] = [];
  const shapes: string[] = [];
  const flows: string[] = [];
  const lines: string[] = [];
  const places = new Map<string, Point>();
  const add = (id: string, kind: keyof typeof SIZES, element: string, name: string, at: Point): void => {
    const [width, height] = SIZES[kind];
    places.set(id, at);
    nodes.push(`<${element} id="${id}"${name === '' ? '' : ` name="${escapeXml(name)}"`}/>`);
    shapes.push(
      `<bpmndi:BPMNShape id="${id}_shape" bpmnElement="${id}"><dc:Bounds x="${Math.round(at.x - width / 2)}" y="${Math.round(at.y - height / 2)}" width="${width}" height="${height}"/></bpmndi:BPMNShape>`,
    );
  };
  const join = (from: string, to: string): void => {
    const id = `f${flows.length}`;
    const points = [places.get(from), places.get(to)].flatMap((point) => point ?? []);
    flows.push(`<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}"/>`);
    lines.push(
      `<bpmndi:BPMNEdge id="${id}_edge" bpmnElement="${id}">${points.map(({ x, y }) => `<di:waypoint x="${Math.round(x)}" y="${Math.round(y)}"/>`).join('')}</bpmndi:BPMNEdge>`,
    );
  };

  const { nodes: drawn } = layOut(
    toDrawn(automaton),
    { minSupport: 0, maxDepth: Number.POSITIVE_INFINITY, cover: 100 },
    null,
    PLAIN_ARRANGEMENT,
    0,
  ).scene;
  const stateAt = new Map(drawn.map(({ state, x, y }) => [state, { x: x * STRETCH_X, y: y * STRETCH_Y }]));
  for (let state = 0; state < automaton.stateCount; state++) {
    const at = stateAt.get(state) ?? { x: 0, y: 0 };
    const label = state === 0 ? '' : names[state] || String(state);
    add(`s${state}`, 'gateway', 'exclusiveGateway', label, at);
    if (state === 0) {
      add('start', 'event', 'startEvent', 'Start', { x: at.x - 120, y: at.y });
      join('start', 's0');
    }
    if (automaton.ends[state] > 0) {
      add(`e${state}`, 'event', 'endEvent', '', { x: at.x, y: at.y + 56 });
      join(`s${state}`, `e${state}`);
    }
  }
  const between = new Map<string, number>();
  let number = 0;
  for (const { from, to, role, tag, support } of eachTransition(automaton)) {
    const [a, b] = [stateAt.get(from) ?? { x: 0, y: 0 }, stateAt.get(to) ?? { x: 0, y: 0 }];
    const pair = `${from} ${to}`;
    const nth = between.get(pair) ?? 0;
    between.set(pair, nth + 1);
    const isBack = b.x <= a.x;
    const at = { x: (a.x + b.x) / 2, y: (isBack ? Math.max(a.y, b.y) + 60 : b.y) + 60 * nth };
    const id = `t${number++}`;
    add(id, 'task', role === 'user' ? 'userTask' : 'sendTask', `${role}: ${tag} (${support})`, at);
    join(`s${from}`, id);
    join(id, `s${to}`);
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" id="definitions" targetNamespace="urn:dialogram">',
    `<process id="automaton" name="${escapeXml(title)}" isExecutable="false">`,
    ...nodes,
    ...flows,
    '</process>',
    '<bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane" bpmnElement="automaton">',
    ...shapes,
    ...lines,
    '</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>',
    '</definitions>',
    '',
  ].join('\n');
}

const INVISIBLE = '<toolspecific tool="ProM" version="6.4" activity="$invisible$" localNodeID="end"/>';

/**
 * Returns a Petri net in PNML for ProM and pm4py: a state is a place. Has counts only. Where dialogues end, a silent
 * step leads to the final place.
 * @param names the names of states on screen
 */
export function automatonToPnml(
  automaton: AutomatonStructure,
  title = '',
  names: readonly string[] = [],
): string {
  const parts: string[] = [];
  let arcs = 0;
  const name = (text: string): string => `<name><text>${escapeXml(text)}</text></name>`;
  const arc = (source: string, target: string): string =>
    `<arc id="a${arcs++}" source="${source}" target="${target}"><inscription><text>1</text></inscription></arc>`;
  for (let state = 0; state < automaton.stateCount; state++) {
    const label = state === 0 ? 'start' : names[state] || String(state);
    const marked = state === 0 ? '<initialMarking><text>1</text></initialMarking>' : '';
    parts.push(`<place id="s${state}">${name(label)}${marked}</place>`);
  }
  parts.push(`<place id="end">${name('end')}</place>`);
  let number = 0;
  for (const { from, to, role, tag } of eachTransition(automaton)) {
    const id = `t${number++}`;
    parts.push(
      `<transition id="${id}">${name(`${role}: ${tag}`)}</transition>`,
      arc(`s${from}`, id),
      arc(id, `s${to}`),
    );
  }
  for (let state = 0; state < automaton.stateCount; state++) {
    if (automaton.ends[state] === 0) continue;
    const id = `e${state}`;
    parts.push(
      `<transition id="${id}">${name(id)}${INVISIBLE}</transition>`,
      arc(`s${state}`, id),
      arc(id, 'end'),
    );
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">',
    '<net id="automaton" type="http://www.pnml.org/version-2009/grammar/pnmlcoremodel">',
    name(title),
    '<page id="page">',
    ...parts,
    '</page>',
    '<finalmarkings><marking><place idref="end"><text>1</text></place></marking></finalmarkings>',
    '</net>',
    '</pnml>',
    '',
  ].join('\n');
}
