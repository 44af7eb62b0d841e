import { ROLE_NAMES } from '#shared/algorithms/model-tagging/messages.ts';
import {
  NAMES_SCHEMA,
  namingMessages,
  readNames,
  type ShownCluster,
  TOKENS_PER_NAME,
  topicNameReader,
} from '#shared/algorithms/move-naming/naming-messages.ts';
import { createMasker } from '#shared/algorithms/privacy/masker.ts';
import type { TopicCard } from '#shared/contract/topics.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { KeptProvider } from '../../providers/model/provider-settings.ts';
import { type Question, questionOf } from '../../providers/requests/ledger.ts';
import { openerReader, sentenceReader, turnReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import type { ShownMoves } from '../moves/index.ts';
import type { Cluster, NamingParams } from './naming-runs.ts';

const SENTENCES = 8;
const LONGEST_SENTENCE = 300;
/** Estimated tokens around the names in an answer. */
const TOKENS_AROUND = 200;

interface NamingRequest {
  readonly role: Role;
  readonly clusters: readonly Cluster[];
  readonly shown: readonly ShownCluster[];
  readonly dialogues: readonly DialogueId[];
  /** Number of masked pieces of personal data. */
  readonly replaced: number;
  /** The current names of topics, by id; null for moves. */
  readonly own: ReadonlyMap<number, string> | null;
}

interface Shown {
  readonly sentences: readonly string[];
  readonly dialogues: readonly DialogueId[];
  readonly replaced: number;
}

type Provider = Pick<KeptProvider, 'baseUrl' | 'maskPersonalData'>;

/** Returns the requests for the clusters of a role, or for topics. Each is composed when needed. */
export function requestsFor<Item extends Cluster>(
  clusters: readonly Item[],
  { perRequest, what }: Pick<NamingParams, 'perRequest' | 'what'>,
  show: (cluster: Item) => Shown,
): (() => NamingRequest)[] {
  const names = what === 'topics' ? new Map(clusters.map((cluster, at) => [at + 1, cluster.own])) : null;
  const starts = Array.from({ length: Math.ceil(clusters.length / perRequest) }, (_, at) => at * perRequest);
  return starts.map((start) => () => {
    const own = clusters.slice(start, start + perRequest);
    const told = own.map((cluster) => show(cluster));
    return {
      role: own[0]!.role,
      clusters: own,
      shown: told.map(({ sentences }, at) => ({ id: start + at + 1, sentences })),
      dialogues: [...new Set(told.flatMap(({ dialogues }) => dialogues))],
      replaced: told.reduce((sum, { replaced }) => sum + replaced, 0),
      own: names,
    };
  });
}

/** Returns a function that reads central sentences with different words, masked by the names in their dialogues. */
export function sentenceShower(database: ReadDatabase, { examples }: ShownMoves, masked: boolean) {
  const read = sentenceReader(database);
  const turnsOf = turnReader(database, false);
  return ({ units }: Cluster): Shown => {
    const own = new Set(units);
    const sentences = new Map<string, string>();
    const dialogues: DialogueId[] = [];
    let replaced = 0;
    for (const { turn, start, end } of examples
      .filter(({ unit }) => own.has(unit))
      .sort((a, b) => b.closeness - a.closeness)) {
      if (sentences.size === SENTENCES) break;
      const said = read(turn, start, end);
      if (!said) continue;
      const { text, spans } = masked
        ? createMasker(turnsOf(said.dialogue).map((other) => other.text)).mask(said.text)
        : { text: said.text, spans: [] };
      const words = text.toLowerCase();
      if (text.trim() === '' || sentences.has(words)) continue;
      sentences.set(words, text.slice(0, LONGEST_SENTENCE));
      dialogues.push(said.dialogue);
      replaced += spans.length;
    }
    return { sentences: [...sentences.values()], dialogues, replaced };
  };
}

/** Returns a function that shows a topic by its key phrases and typical openers, masked by the names in their dialogues. */
export function topicShower(database: ReadDatabase, masked: boolean) {
  const turnsOf = turnReader(database, false);
  const openerOf = openerReader(database);
  return ({ phrases, examples }: Pick<TopicCard, 'phrases' | 'examples'>): Shown => {
    const dialogues = examples.map(({ dialogue }) => dialogue);
    const said = masked ? dialogues.flatMap((dialogue) => turnsOf(dialogue).map(({ text }) => text)) : [];
    const masker = createMasker(said);
    let replaced = 0;
    const mask = (text: string): string => {
      if (!masked) return text;
      const found = masker.mask(text);
      replaced += found.spans.length;
      return found.text;
    };
    const words = `Key words: ${phrases.map(({ text }) => mask(text)).join(', ')}`;
    // The examples of cards lack parts of addresses, which would hide these from the masker.
    const openers = dialogues.map((dialogue) => mask(openerOf(dialogue) ?? '').slice(0, LONGEST_SENTENCE));
    return { sentences: [words, ...openers], dialogues, replaced };
  };
}

export function createNamingWriter(
  { namer, what }: Pick<NamingParams, 'namer' | 'what'>,
  provider: Provider,
  prompt: string,
) {
  return (
    { role, shown, dialogues }: NamingRequest,
    known: readonly string[],
    problem: string | null = null,
  ): Question => {
    const messages = namingMessages(
      prompt,
      what === 'topics' ? 'Topic' : ROLE_NAMES[role],
      shown,
      known,
      problem,
    );
    const { model, temperature, seed } = namer;
    const maxOutputTokens = TOKENS_AROUND + TOKENS_PER_NAME * shown.length;
    const answerSchema = { name: 'names', schema: NAMES_SCHEMA };
    const request = { model, messages, temperature, seed, maxOutputTokens, answerSchema };
    return questionOf(provider.baseUrl, request, dialogues);
  };
}
type NamingWriter = ReturnType<typeof createNamingWriter>;

interface AnsweredNames {
  readonly names: ReadonlyMap<Cluster, string>;
  readonly problem: string | null;
}

export async function askNames(
  write: NamingWriter,
  request: NamingRequest,
  known: readonly string[],
  answer: (question: Question) => Promise<string | null> | string | null,
): Promise<AnsweredNames | null> {
  const names = new Map<Cluster, string>();
  const ids = request.shown.map(({ id }) => id);
  const readName = request.own ? topicNameReader(request.own, known) : undefined;
  let problem: string | null = null;
  for (let asked = 0; asked < 2; asked++) {
    const text = await answer(write(request, known, problem));
    if (text === null) return asked === 0 ? null : { names, problem };
    const read = readNames(text, ids, readName);
    for (const [id, name] of read.names) names.set(request.clusters[ids.indexOf(id)]!, name);
    problem = read.problem;
    if (problem === null) break;
  }
  return { names, problem };
}
