import { z } from 'zod';
import { FLOW_VERSION, type Flow, flowSchema } from '../domain/flow.ts';
import { problemAt } from './base.ts';

type ParsedFlow =
  | { readonly flow: Flow }
  | { readonly problem: string; readonly place: string; readonly value: string; readonly nextStep: string };

const versionSchema = z.object({ chief: z.number() });

export function parseFlow(value: unknown): ParsedFlow {
  const version = versionSchema.safeParse(value);
  if (version.success && version.data.chief > FLOW_VERSION) {
    return {
      problem: `the flow has version ${version.data.chief}, and this version of Dialogram supports up to ${FLOW_VERSION}`,
      place: 'chief',
      value: String(version.data.chief),
      nextStep: 'Open the flow with a newer version of Dialogram.',
    };
  }
  const parsed = flowSchema.safeParse(value);
  if (parsed.success) return { flow: parsed.data };
  const issue = parsed.error.issues[0]!;
  const place = issue.path.map(String).join('.');
  return {
    problem: problemAt(place || 'the flow', issue.message).replace(/\.$/, ''),
    place,
    value: excerpt(at(value, issue.path)),
    nextStep: 'Correct that part of the file. See docs/reference/flows.md for the flow format.',
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
