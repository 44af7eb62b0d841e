import {
  RETRIEVAL_METHODS,
  type RetrievalMethod,
  type SentenceUse,
} from '#shared/algorithms/retrieval/methods.ts';
import type { Candidate } from '#shared/algorithms/retrieval/query.ts';
import type { ComparedCandidate, EncoderName } from '#shared/contract/comparison.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { type AgentSpec, agentKey, agentTitle } from '#shared/domain/agent.ts';
import type { MethodKind } from '#shared/domain/figures.ts';
import { LSA_NAME } from '../../providers/embeddings/lsa-encoder.ts';
import { SENTENCE_ENCODER_NAME } from '../../providers/embeddings/sentence-encoder.ts';

/** Methods with a sentence encoder: the built-in one (`use`), one in a folder (`onnx`), or a provider's model. */
export const SENTENCE_METHODS = [
  'dense-use',
  'dense-onnx',
  'dense-onnx-trained',
  'context-ranker-onnx',
  'dense-provider',
  'dense-provider-trained',
  'context-ranker-provider',
] as const;
export type SentenceMethod = (typeof SENTENCE_METHODS)[number];

export type ComparedMethod = RetrievalMethod | SentenceMethod;

export const isSentenceMethod = (name: string): name is SentenceMethod =>
  SENTENCE_METHODS.some((method) => method === name);

const SENTENCE_ENCODINGS: Readonly<
  Record<SentenceMethod, { readonly encoder: EncoderName; readonly use: SentenceUse }>
> = {
  'dense-use': { encoder: 'universal-sentence-encoder-lite', use: 'nearest' },
  'dense-onnx': { encoder: 'folder', use: 'nearest' },
  'dense-onnx-trained': { encoder: 'folder', use: 'trained' },
  'context-ranker-onnx': { encoder: 'folder', use: 'ranker' },
  'dense-provider': { encoder: 'provider', use: 'nearest' },
  'dense-provider-trained': { encoder: 'provider', use: 'trained' },
  'context-ranker-provider': { encoder: 'provider', use: 'ranker' },
};

/** True if a method also ranks candidates by their tags instead of drawing them from a state. */
export const isRanking = (method: ComparedMethod): boolean =>
  method === 'context-rrf' || method.startsWith('context-ranker');

export const sentenceEncoding = (method: SentenceMethod) => SENTENCE_ENCODINGS[method];

export const methodsOfEncoder = (name: EncoderName): SentenceMethod[] =>
  SENTENCE_METHODS.filter((method) => SENTENCE_ENCODINGS[method].encoder === name);

export interface MethodInfo {
  readonly name: ComparedMethod;
  readonly title: string;
  readonly kind: MethodKind;
  readonly encoder: string | null;
  /** If these tags are the correct labels, the method has an unfair advantage in act F1. */
  readonly readsTags: boolean;
  readonly description: string;
}

const FOLDER_ENCODER = 'sentence encoder in a folder';
const PROVIDER_ENCODER = 'embeddings of a provider';

type Details = Omit<MethodInfo, 'name'>;

const baseline = (title: string, description: string, encoder: string | null = null): Details => ({
  title,
  kind: 'baseline',
  encoder,
  readsTags: false,
  description,
});
const automaton = (kind: 'paper' | 'context', title: string, description: string): Details => ({
  title,
  kind,
  encoder: null,
  readsTags: true,
  description,
});

const trainedOver = (encoder: string): Details =>
  baseline(
    `Dense, trained: ${encoder}`,
    'Compares turns by two vectors: one for the last turn and one for the last three turns. A trained projection brings turns with similar answers together.',
    encoder,
  );
const rankerOver = (encoder: string): Details => ({
  ...automaton(
    'context',
    `Context automaton + ranker: ${encoder}`,
    'Follows recent tags to find examples. Ranks them by their words, by an encoder’s vectors, and by how well their answers agree with each other.',
  ),
  encoder,
});

const BY_SENTENCES =
  "Finds answers to customer turns with a similar meaning by comparing an encoder's vectors.";

const WHOLE = 'Each example is a whole dialogue. The answer is the agent turn at the closest position.';

const METHODS: Readonly<Record<ComparedMethod, Details>> = {
  random: baseline('Random', 'Picks random turns, as a baseline.'),
  'random-dialogue': baseline('Random, whole dialogues', `Picks random dialogues. ${WHOLE}`),
  'bm25-last': baseline('BM25 (last turn)', 'Finds answers to customer turns with the same words.'),
  'bm25-3': baseline(
    'BM25 (three turns)',
    'Compares the words of the last three turns, separately for each speaker (BM25).',
  ),
  'bm25-dialogue': baseline(
    'BM25 (whole dialogues)',
    `Finds the dialogues with the customer turns that are most similar to the last customer turn (BM25). ${WHOLE}`,
  ),
  dense: baseline(
    `Dense: ${LSA_NAME}`,
    'Compares the meaning of the last three turns by vectors that were learned from your dialogues.',
    LSA_NAME,
  ),
  'dense-use': baseline(`Dense: ${SENTENCE_ENCODER_NAME}`, BY_SENTENCES, SENTENCE_ENCODER_NAME),
  'dense-onnx': baseline(`Dense: ${FOLDER_ENCODER}`, BY_SENTENCES, FOLDER_ENCODER),
  'dense-provider': baseline(`Dense: ${PROVIDER_ENCODER}`, BY_SENTENCES, PROVIDER_ENCODER),
  'dense-answer': baseline(
    `Dense to answer: ${LSA_NAME}`,
    'Compares the vector of the last three turns with the vectors of answers.',
    LSA_NAME,
  ),
  'dense-trained': baseline(
    `Dense, trained: ${LSA_NAME}`,
    'Compares vectors of the last turns. A trained projection brings turns with similar answers together.',
    LSA_NAME,
  ),
  'dense-onnx-trained': trainedOver(FOLDER_ENCODER),
  'dense-provider-trained': trainedOver(PROVIDER_ENCODER),
  'dense-answer-trained': baseline(
    `Dense to answer, trained: ${LSA_NAME}`,
    'Compares vectors of the last turns with vectors of answers. Trained projections bring each answer close to the turns before it.',
    LSA_NAME,
  ),
  rrf: baseline(
    `BM25 + dense: ${LSA_NAME}`,
    'Combines two rankings: one by shared words, one by similar meaning.',
    LSA_NAME,
  ),
  'dfa-rag': automaton(
    'paper',
    'DFA-RAG (paper)',
    'Finds whole dialogues that took the same path through the paper’s tag tree.',
  ),
  'dfa-paper': automaton(
    'paper',
    'DFA-RAG, read literally',
    'Follows the merged automaton until a tag does not match, then picks random agent turns that followed the last state reached.',
  ),
  'dfa-tree': automaton(
    'paper',
    'Tag tree, literal',
    'Follows the paper’s automaton as it was before merging.',
  ),
  'dfa-tree-greedy': automaton(
    'paper',
    'Tag tree, greedy',
    'Follows the tag tree. If a turn has several tags, follows the most common one first.',
  ),
  'dfa-tree-resume': automaton(
    'paper',
    'Tag tree, resume',
    'Follows the tag tree and skips tags that do not match.',
  ),
  context: automaton(
    'context',
    'Context automaton',
    'Follows recent turns as far back as enough dialogues support them, then picks random examples from the last state reached.',
  ),
  'context-rrf': {
    ...automaton(
      'context',
      'Context automaton + fusion',
      'Ranks turns near the route by words, meaning, tags and the automaton, then picks the most typical one.',
    ),
    encoder: LSA_NAME,
  },
  'context-ranker': {
    ...automaton(
      'context',
      'Context automaton + ranker',
      'Follows recent tags, then ranks the examples by words, meaning and agreement. The best method in our measurements.',
    ),
    encoder: LSA_NAME,
  },
  'context-ranker-onnx': rankerOver(FOLDER_ENCODER),
  'context-ranker-provider': rankerOver(PROVIDER_ENCODER),
};

/** Best first. Menus show "No examples" separately; the other methods are only for measurements. */
const MENU: readonly RetrievalMethod[] = ['context-ranker', 'dfa-rag', 'rrf', 'bm25-last', 'dense', 'random'];

/** The encoders that may replace LSA in menus. The first one that has encoded every turn is used. */
const PREFERRED: readonly EncoderName[] = ['provider', 'folder', 'universal-sentence-encoder-lite'];

/** Returns the methods for menus. @param ready encoders that have encoded every turn */
export function menuOf(ready: readonly SentenceMethod[]): ComparedMethod[] {
  const encoder = PREFERRED.find((name) =>
    ready.some((method) => SENTENCE_ENCODINGS[method].encoder === name),
  );
  const over = (use: SentenceUse) =>
    ready.find(
      (method) => SENTENCE_ENCODINGS[method].encoder === encoder && SENTENCE_ENCODINGS[method].use === use,
    );
  const instead: Partial<Record<RetrievalMethod, SentenceMethod | undefined>> = {
    dense: over('nearest'),
    'context-ranker': over('ranker'),
  };
  return MENU.map((name) => instead[name] ?? name);
}

/** Every method that needs no encoder. Those in menus come first. */
export const METHOD_INFOS: readonly MethodInfo[] = [...new Set([...MENU, ...RETRIEVAL_METHODS])].map(
  (name) => ({ name, ...METHODS[name] }),
);

export function methodInfo(name: ComparedMethod, encoder: string | null = null): MethodInfo {
  const details = METHODS[name];
  const unnamed = [FOLDER_ENCODER, PROVIDER_ENCODER].find((one) => one === details.encoder);
  if (encoder === null || unnamed === undefined) return { name, ...details };
  return { name, ...details, title: details.title.replace(unnamed, encoder), encoder };
}

const TITLES: ReadonlyMap<string, string> = new Map(
  Object.entries(METHODS).map(([name, { title }]) => [name, title]),
);

/** True if a method uses tags; false if it is unknown. */
const readsTags = (name: string): boolean => READING_TAGS.has(name);

const READING_TAGS: ReadonlySet<string> = new Set(
  Object.entries(METHODS).flatMap(([name, details]) => (details.readsTags ? [name] : [])),
);

const titleOfMethod = (name: string): string => TITLES.get(name) ?? name;

/** Returns the methods with these names, for a comparison. @param ready encoders that have encoded every turn */
export function comparedMethodsNamed(
  names: readonly string[],
  ready: readonly SentenceMethod[],
): ComparedMethod[] {
  const unready = names.find((name) => isSentenceMethod(name) && !ready.includes(name));
  if (unready !== undefined && isSentenceMethod(unready)) {
    const { encoder } = METHODS[unready];
    throw new DialogramError('INVALID', `Not all turns are encoded with ${encoder}.`, {
      place: 'methods',
      value: unready,
      nextStep: 'Encode the turns first, under “Add a column” in the comparison.',
    });
  }
  return methodsNamed(names, [...RETRIEVAL_METHODS, ...ready]);
}

export function methodsNamed<Method extends string>(
  names: readonly string[],
  among: readonly Method[],
): Method[] {
  const found = new Set<Method>();
  for (const name of names) {
    if (name === 'all') {
      for (const method of among) found.add(method);
      continue;
    }
    const method = among.find((candidate) => candidate === name);
    if (method === undefined) {
      throw new DialogramError('INVALID', `There is no retrieval method "${name}".`, {
        place: 'methods',
        value: name,
        nextStep: `Choose one of ${among.join(', ')}, or “all”.`,
      });
    }
    found.add(method);
  }
  if (found.size === 0) {
    throw new DialogramError('INVALID', 'No retrieval method was specified.', {
      place: 'methods',
      nextStep: `Choose one of ${among.join(', ')}, or “all”.`,
    });
  }
  return [...found];
}

/** @param tagger the tagger of the agent's tags; null if unknown */
export const headOf = (column: AgentSpec, tagger: string | null) => ({
  key: agentKey(column),
  column,
  title: titleOf(column),
  usesLabels: tagger === 'annotations' && column.kind === undefined && readsTags(column.method),
});

export const titleOf = (agent: AgentSpec): string => agentTitle(agent, titleOfMethod);

export function shownReasons(why: Candidate['why']): ComparedCandidate['why'] {
  const { ranks, state, sharedDepth, weight, agreement, strangeness } = why;
  return {
    ranks: Object.entries(ranks ?? {}).map(([list, rank]) => ({ list, rank })),
    state: state ?? null,
    sharedDepth: sharedDepth ?? null,
    weight: weight ?? null,
    agreement: agreement ?? null,
    strangeness: strangeness ?? null,
  };
}
