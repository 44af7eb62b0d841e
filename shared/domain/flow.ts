import { z } from 'zod';
import { idSchema, type RunId } from './ids.ts';

/**
 * The CHIEF form of a dialogue flow (CoDial, Shayanfar et al., section 3.1 and appendix A.2.1;
 * docs/reference/flows.md).
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

const MOST_NODES = 5000;
const LONGEST_TEXT = 10_000;

const textSchema = z.string().max(LONGEST_TEXT);
const nodeIdSchema = z.union([z.int().nonnegative(), z.string().min(1).max(200)]).transform(String);
const nameSchema = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_]{0,99}$/,
    'A name can contain letters, digits and _, and must begin with a letter.',
  );
const typeSchema = z.enum(SLOT_TYPES);
const textsSchema = z.array(textSchema).max(1000).readonly();
const typesSchema = z.record(nameSchema, typeSchema).readonly();

const slotSchema = z.strictObject({
  description: textSchema.default(''),
  type: typeSchema.default('string'),
  examples: textsSchema.default([]),
  /** When to ask for it, in words; always if missing. "optional": accepted but never asked for. */
  rule: textSchema.optional(),
  message: textSchema.optional(),
  label: textSchema.optional(),
});
export type FlowSlot = Readonly<z.output<typeof slotSchema>>;

const base = {
  id: nodeIdSchema,
  label: textSchema.optional(),
  /** A note between authors; never said. */
  comment: textSchema.optional(),
};

export const flowNodeSchema = z.discriminatedUnion('type', [
  z.strictObject({
    ...base,
    type: z.literal('request'),
    message: textSchema.optional(),
    slots: z.record(nameSchema, slotSchema).readonly(),
  }),
  z.strictObject({
    ...base,
    type: z.literal('external_action'),
    action: nameSchema,
    /** The query, if the function does several things. */
    query: textSchema.optional(),
  }),
  /** Says its message. `[slot]` in it is replaced by the value of a slot or the result of a function. */
  z.strictObject({ ...base, type: z.literal('inform'), message: textSchema }),
  /** Says its message, asks, and follows the answer: edges with the conditions `yes` and `no`. */
  z.strictObject({
    ...base,
    type: z.literal('inform_and_confirm'),
    message: textSchema,
    question: textSchema.optional(),
  }),
]);
export type FlowNode = Readonly<z.output<typeof flowNodeSchema>>;
export type RequestNode = Extract<FlowNode, { readonly type: 'request' }>;
export type ExternalActionNode = Extract<FlowNode, { readonly type: 'external_action' }>;

const actionSchema = z.strictObject({
  id: nameSchema,
  message: textSchema,
  examples: textsSchema.default([]),
  label: textSchema.optional(),
});
export type FlowAction = Readonly<z.output<typeof actionSchema>>;

const functionSchema = z.strictObject({
  name: nameSchema,
  description: textSchema.optional(),
  inputs: typesSchema.default({}),
  outputs: typesSchema.default({}),
});
export type FlowFunction = Readonly<z.output<typeof functionSchema>>;

export const flowEdgeSchema = z.strictObject({
  source: nodeIdSchema,
  target: nodeIdSchema,
  condition: textSchema.optional(),
});
export type FlowEdge = Readonly<z.output<typeof flowEdgeSchema>>;

/** A flow in a file. Without `chief`, the file has the paper's form (only nodes and edges) and is read as version 1. */
export const flowSchema = z.strictObject({
  chief: z.literal(FLOW_VERSION).default(FLOW_VERSION),
  name: z.string().max(200).default(''),
  description: textSchema.optional(),
  start: nodeIdSchema.optional(),
  nodes: z.array(flowNodeSchema).max(MOST_NODES).readonly(),
  edges: z
    .array(flowEdgeSchema)
    .max(10 * MOST_NODES)
    .readonly()
    .default([]),
  /** Said whenever the user asks for them, at any point of the flow. */
  globalActions: z.array(actionSchema).max(1000).readonly().default([]),
  fallbackActions: z.array(actionSchema).max(1000).readonly().default([]),
  functions: z.array(functionSchema).max(1000).readonly().default([]),
  guidelines: textsSchema.default([]),
});
export type Flow = Readonly<z.output<typeof flowSchema>>;

type EdgeEnds = Pick<FlowEdge, 'source' | 'target'>;

export const flowSourceSchema = z.object({
  where: z.string().max(10_000),
  states: z
    .object({ automaton: idSchema<RunId>(), states: z.array(z.int().nonnegative()).max(10_000).readonly() })
    .nullable(),
  run: idSchema<RunId>().nullable(),
  /** The least share of dialogues for drafted steps and transitions, 0 … 1; null for those of one designed task. */
  share: z.number().positive().max(1).nullable().default(null),
});
export type FlowSource = Readonly<z.output<typeof flowSourceSchema>>;

/** The drafted part of a flow, unchanged since. Holds counts and the flow's own text, and names no dialogue. */
export const flowDraftSchema = z.object({
  source: flowSourceSchema,
  dialogues: z.int(),
  /** The share of dialogues followed beyond chance, up to 1; missing in old drafts. */
  followed: z.number().optional(),
  nodes: z.array(z.object({ node: flowNodeSchema, dialogues: z.int() })).readonly(),
  edges: z.array(z.object({ edge: flowEdgeSchema, dialogues: z.int() })).readonly(),
});
export type FlowDraft = Readonly<z.output<typeof flowDraftSchema>>;

export const flowProblemSchema = z.object({
  severity: z.enum(['error', 'warning']),
  kind: z.enum([
    ...['no-start', 'duplicate-id', 'duplicate-slot', 'missing-node', 'unreachable', 'dead-end'],
    ...['loop', 'cycle', 'unused-request', 'never-asked', 'overlap', 'incomplete', 'code', 'markup'],
    ...['gap', 'empty'],
  ] as const),
  node: z.string().nullable(),
  value: z.string(),
  message: z.string(),
  nextStep: z.string(),
});
export type FlowProblem = Readonly<z.output<typeof flowProblemSchema>>;

/** The least share of dialogues, beyond chance, that a draft must follow to be a common flow. */
export const LEAST_FOLLOWED = 0.6;

/** Returns a name for a flow of these dialogues: "billing" for the filter topic = "billing". */
export function nameOfSource(where: string): string {
  const [, text, word] = /^\w+ *= *(?:"([^"]+)"|(\w+))$/.exec(where.trim()) ?? [];
  return text ?? word ?? (where.trim() || 'all dialogues');
}

export function freeName(wish: string, flows: readonly { readonly name: string }[]): string {
  const base = wish.slice(0, 100);
  let name = base;
  for (let number = 2; flows.some((flow) => flow.name === name); number++) name = `${base} ${number}`;
  return name;
}

const LONGEST_CODE = 400_000;

export const flowCodeSchema = z.object({
  text: z.string().max(LONGEST_CODE),
  by: z.string().nullable(),
  changed: z.boolean(),
});
export type FlowCode = Readonly<z.output<typeof flowCodeSchema>>;

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
