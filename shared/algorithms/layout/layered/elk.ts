import * as library from 'elkjs/lib/elk-worker.min.js';

/** ELK's input and output; the library's own types cover only its promise. */
export interface ElkNode {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly layoutOptions?: Readonly<Record<string, string>>;
}

export interface ElkEdge {
  readonly id: string;
  readonly sources: readonly string[];
  readonly targets: readonly string[];
}

interface ElkPoint {
  readonly x: number;
  readonly y: number;
}

export interface ElkSection {
  readonly startPoint: ElkPoint;
  readonly bendPoints?: readonly ElkPoint[];
  readonly endPoint: ElkPoint;
}

interface ElkGraph {
  readonly id: string;
  readonly layoutOptions: Readonly<Record<string, string>>;
  readonly children: readonly ElkNode[];
  readonly edges: readonly ElkEdge[];
}

interface ElkLayout {
  readonly children: readonly (ElkNode & ElkPoint)[];
  readonly edges: readonly (ElkEdge & { readonly sections?: readonly ElkSection[] })[];
}

interface ElkAnswer {
  readonly id: number;
  readonly data?: ElkLayout;
  readonly error?: { readonly message?: string };
}

interface ElkWorker {
  onmessage: (answer: { readonly data: ElkAnswer }) => void;
  readonly dispatcher: { readonly saveDispatch: (message: { readonly data: unknown }) => void };
}

type ElkModule = { readonly Worker: new () => ElkWorker };

// Bundlers and Node wrap this CommonJS module differently.
const { Worker: Elk } = (
  'Worker' in library ? library : (library as { default: unknown }).default
) as ElkModule;
if (!('document' in globalThis) && 'onmessage' in globalThis) Object.assign(globalThis, { onmessage: null });

let worker: ElkWorker | null = null;

/** The latest layouts. A slider that moves back, or a kept preview, asks for one again. */
const kept = new Map<string, ElkLayout>();
const MOST_KEPT = 48;

/**
 * Runs ELK's layered layout synchronously. Equal graphs share one result, so never change it.
 * @throws Error with ELK's message
 */
export function layOutLayered(graph: ElkGraph): ElkLayout {
  const key = JSON.stringify(graph);
  let layout = kept.get(key);
  kept.delete(key);
  if (!layout) {
    worker ??= startWorker();
    layout = ask(worker, { cmd: 'layout', graph, layoutOptions: {}, options: {} });
  }
  kept.set(key, layout);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string);
  return layout;
}

function startWorker(): ElkWorker {
  const started = new Elk();
  ask(started, { cmd: 'register', algorithms: ['layered'] });
  return started;
}

function ask(to: ElkWorker, message: Readonly<Record<string, unknown>>): ElkLayout {
  let answer: ElkAnswer | null = null;
  to.onmessage = ({ data }) => {
    answer = data;
  };
  to.dispatcher.saveDispatch({ data: { id: 0, ...message } });
  const { data, error } = (answer ?? {}) as ElkAnswer;
  if (error) throw new Error(error.message ?? 'The layout failed.');
  return data as ElkLayout;
}
