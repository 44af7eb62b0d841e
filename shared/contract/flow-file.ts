import { z } from 'zod';
import {
  FLOW_VERSION,
  type Flow,
  type FlowCode,
  type FlowDraft,
  type FlowSource,
  SLOT_TYPES,
} from '../domain/flow.ts';
import { runIdSchema } from './base.ts';

/** Limits for flow files, which may come from anyone. */
const MOST_NODES = 5000;
const LONGEST_TEXT = 10_000;

const textSchema = z.string().max(LONGEST_TEXT);
const nodeIdSchema = z.union([z.int().nonnegative(), z.string().min(1).max(200)]).transform(String);
const nameSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,99}$/, 'A name has letters, digits and _, and begins with a letter.');
const typeSchema = z.enum(SLOT_TYPES);
const textsSchema = z.array(textSchema).max(1000).readonly();
const typesSchema = z.record(nameSchema, typeSchema).readonly();

const slotSchema = z.strictObject({
  description: textSchema.default(''),
  type: typeSchema.default('string'),
  examples: textsSchema.default([]),
  rule: textSchema.optional(),
  message: textSchema.optional(),
  label: textSchema.optional(),
});

const base = { id: nodeIdSchema, label: textSchema.optional(), comment: textSchema.optional() };

const nodeSchema = z.discriminatedUnion('type', [
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
    query: textSchema.optional(),
  }),
  z.strictObject({ ...base, type: z.literal('inform'), message: textSchema }),
  z.strictObject({
    ...base,
    type: z.literal('inform_and_confirm'),
    message: textSchema,
    question: textSchema.optional(),
  }),
]);

const actionSchema = z.strictObject({
  id: nameSchema,
  message: textSchema,
  examples: textsSchema.default([]),
  label: textSchema.optional(),
});

const functionSchema = z.strictObject({
  name: nameSchema,
  description: textSchema.optional(),
  inputs: typesSchema.default({}),
  outputs: typesSchema.default({}),
});

const edgeSchema = z.strictObject({
  source: nodeIdSchema,
  target: nodeIdSchema,
  condition: textSchema.optional(),
});

/** A flow as a file has it. One without `chief` is the paper's own shape, nodes and edges alone, and read as version 1. */
export const flowSchema = z.strictObject({
  chief: z.literal(FLOW_VERSION).default(FLOW_VERSION),
  name: z.string().max(200).default(''),
  description: textSchema.optional(),
  start: nodeIdSchema.optional(),
  nodes: z.array(nodeSchema).max(MOST_NODES).readonly(),
  edges: z
    .array(edgeSchema)
    .max(10 * MOST_NODES)
    .readonly()
    .default([]),
  globalActions: z.array(actionSchema).max(1000).readonly().default([]),
  fallbackActions: z.array(actionSchema).max(1000).readonly().default([]),
  functions: z.array(functionSchema).max(1000).readonly().default([]),
  guidelines: textsSchema.default([]),
}) satisfies z.ZodType<Flow>;

export const flowSourceSchema = z.object({
  where: z.string().max(10_000),
  states: z
    .object({ automaton: runIdSchema, states: z.array(z.int().nonnegative()).max(10_000).readonly() })
    .nullable(),
  run: runIdSchema.nullable(),
  share: z.number().positive().max(1).nullable().default(null),
}) satisfies z.ZodType<FlowSource>;

/** Longer Colang cannot belong to a flow. */
const LONGEST_CODE = 400_000;

export const flowCodeSchema = z.object({
  text: z.string().max(LONGEST_CODE),
  by: z.string().nullable(),
  changed: z.boolean(),
}) satisfies z.ZodType<FlowCode>;

export const flowDraftSchema = z.object({
  source: flowSourceSchema,
  dialogues: z.int(),
  followed: z.number().optional(),
  nodes: z.array(z.object({ node: nodeSchema, dialogues: z.int() })).readonly(),
  edges: z.array(z.object({ edge: edgeSchema, dialogues: z.int() })).readonly(),
}) satisfies z.ZodType<FlowDraft>;

type ParsedFlow =
  | { readonly flow: Flow }
  | { readonly problem: string; readonly place: string; readonly value: string; readonly nextStep: string };

const versionSchema = z.object({ chief: z.number() });

/** Returns the flow in a file, or the first problem with it. */
export function parseFlow(value: unknown): ParsedFlow {
  const version = versionSchema.safeParse(value);
  if (version.success && version.data.chief > FLOW_VERSION) {
    return {
      problem: `It is a flow of version ${version.data.chief}; this app reads up to ${FLOW_VERSION}`,
      place: 'chief',
      value: String(version.data.chief),
      nextStep: 'Open it with a newer version of the app.',
    };
  }
  const parsed = flowSchema.safeParse(value);
  if (parsed.success) return { flow: parsed.data };
  const issue = parsed.error.issues[0]!;
  const path = issue.path.map(String);
  return {
    problem: `${issue.message.replace(/\.$/, '')}, at ${path.join('.') || 'the top'}`,
    place: path.join('.'),
    value: excerpt(at(value, issue.path)),
    nextStep: 'Correct it there; docs/reference/flows.md shows what a flow may hold.',
  };
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = Object.entries(here).find(([name]) => name === String(key))?.[1];
  }
  return here;
}

const excerpt = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 100);

/** Returns a node's id as in the paper: a number where possible. */
const idOf = (id: string): number | string => (/^(?:0|[1-9]\d{0,8})$/.test(id) ? Number(id) : id);

/** Returns the text of a flow's file; empty parts are left out, as `parseFlow` restores them. */
export function printFlow(flow: Flow): string {
  const { chief, name, description, start, nodes, edges, ...lists } = flow;
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  const file = {
    chief,
    name,
    description,
    start: start === undefined ? undefined : idOf(start),
    nodes: nodes.map(({ id, ...node }) => ({ id: idOf(id), ...node })),
    edges: edges.map(({ source, target, ...edge }) => ({
      source: idOf(source),
      target: idOf(target),
      ...edge,
    })),
    ...Object.fromEntries(filled),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
