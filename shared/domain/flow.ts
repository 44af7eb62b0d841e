import type { RunId } from './ids.ts';

/**
 * A dialogue flow in the CHIEF form of CoDial (Shayanfar et al., section 3.1 and appendix A.2.1; see
 * docs/reference/flows.md): how a conversation should go.
 */

/** Written into every file. A file with a newer version is refused. */
export const FLOW_VERSION = 1;

export const SLOT_TYPES = [
  'categorical',
  'integer',
  'number',
  'boolean',
  'date',
  'time',
  'name',
  'string',
] as const;
export type SlotType = (typeof SLOT_TYPES)[number];

/** Something to ask the user for. The variable has the same name. */
export interface FlowSlot {
  readonly description: string;
  readonly type: SlotType;
  /** Values as users say them; for a categorical slot, all. */
  readonly examples: readonly string[];
  /** When to ask for it, in words; always if missing. "optional": accepted but never asked for. */
  readonly rule?: string | undefined;
  /** The question to the user. */
  readonly message?: string | undefined;
  /** The label of that question in transcripts. */
  readonly label?: string | undefined;
}

interface NodeBase {
  readonly id: string;
  /** The label of this node's message in transcripts. */
  readonly label?: string | undefined;
  /** A note between authors; never said. */
  readonly comment?: string | undefined;
}

export interface RequestNode extends NodeBase {
  readonly type: 'request';
  /** A message about all slots, such as a list of choices. */
  readonly message?: string | undefined;
  readonly slots: Readonly<Record<string, FlowSlot>>;
}

/** Calls a function with the slots' values, silently. */
export interface ExternalActionNode extends NodeBase {
  readonly type: 'external_action';
  readonly action: string;
  /** The query, if the function does several things. */
  readonly query?: string | undefined;
}

/** Says its message, with `[slot]` in it filled from slots and from what functions answered. */
interface InformNode extends NodeBase {
  readonly type: 'inform';
  readonly message: string;
}

/** Says its message, asks, and follows the answer: edges with the conditions `yes` and `no`. */
interface InformAndConfirmNode extends NodeBase {
  readonly type: 'inform_and_confirm';
  readonly message: string;
  readonly question?: string | undefined;
}

export type FlowNode = RequestNode | ExternalActionNode | InformNode | InformAndConfirmNode;

export interface FlowEdge {
  readonly source: string;
  readonly target: string;
  readonly condition?: string | undefined;
}

/** An answer that belongs to no node. */
export interface FlowAction {
  readonly id: string;
  readonly message: string;
  /** For a global action: how users ask for it. For a fallback action: when it is said. */
  readonly examples: readonly string[];
  readonly label?: string | undefined;
}

/** A function that external actions call. */
export interface FlowFunction {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputs: Readonly<Record<string, SlotType>>;
  readonly outputs: Readonly<Record<string, SlotType>>;
}

export interface Flow {
  readonly chief: typeof FLOW_VERSION;
  readonly name: string;
  readonly description?: string | undefined;
  /** The node where a conversation begins. Defaults to the one node without incoming edges. */
  readonly start?: string | undefined;
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
  /** Said whenever the user asks for them, at any point of the flow. */
  readonly globalActions: readonly FlowAction[];
  /** Said if nothing else fits. */
  readonly fallbackActions: readonly FlowAction[];
  readonly functions: readonly FlowFunction[];
  /** Rules that every answer must follow. */
  readonly guidelines: readonly string[];
}

/** The two nodes of an edge, by their ids. */
type EdgeEnds = Pick<FlowEdge, 'source' | 'target'>;

/** The dialogues that a flow is drafted from or compared with, and the source of their moves. */
export interface FlowSource {
  /** A task or domain, or a filter; '' for all. */
  readonly where: string;
  /** Only dialogues through one of these states; null for all. */
  readonly states: { readonly automaton: RunId; readonly states: readonly number[] } | null;
  /** The run whose tags name moves; null for the files' names. */
  readonly run: RunId | null;
  /** The least share of dialogues for drafted steps and transitions, 0 … 1; null for those of one designed task. */
  readonly share: number | null;
}

/** The drafted part of a flow, unchanged since. Holds counts and the flow's own text, and names no dialogue. */
export interface FlowDraft {
  readonly source: FlowSource;
  readonly dialogues: number;
  /** The share of dialogues followed beyond chance, up to 1; missing in old drafts. */
  readonly followed?: number;
  /** The drafted nodes, and the number of dialogues with each. */
  readonly nodes: readonly { readonly node: FlowNode; readonly dialogues: number }[];
  readonly edges: readonly { readonly edge: FlowEdge; readonly dialogues: number }[];
}

/** A draft that follows a smaller share of dialogues beyond chance is no common flow. */
export const LEAST_FOLLOWED = 0.6;

/** Colang stored with a flow, not compiled from it. */
export interface FlowCode {
  readonly text: string;
  /** Its model; null for a person. */
  readonly by: string | null;
  /** True if a person changed the model's text. */
  readonly changed: boolean;
}

/** The origin of a part of a flow: a draft, a changed draft, or a person. */
export type FlowOrigin = 'drafted' | 'changed' | 'written';

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function nodeOrigin(draft: FlowDraft | null, node: FlowNode): FlowOrigin {
  const drafted = draft?.nodes.find((one) => one.node.id === node.id);
  return drafted === undefined ? 'written' : same(drafted.node, node) ? 'drafted' : 'changed';
}

export const draftedEdge = (draft: FlowDraft | null, { source, target }: EdgeEnds) =>
  draft?.edges.find(({ edge }) => edge.source === source && edge.target === target);

export function edgeOrigin(draft: FlowDraft | null, edge: FlowEdge): FlowOrigin {
  const drafted = draftedEdge(draft, edge);
  return drafted === undefined ? 'written' : same(drafted.edge, edge) ? 'drafted' : 'changed';
}
