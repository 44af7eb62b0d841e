import { createRandom } from '../random/random.ts';
import { FITTED_ENCODER, type MoveEncoder } from './clusters/sentence-vectors.ts';
import { sphericalKMeans } from './clusters/spherical-k-means.ts';
import { agreementOfRuns, type SampledCorpus, twoSamples } from './clusters/stability.ts';
import { contextClusters, movesByContext } from './context/moves-by-context.ts';
import { movesByCues } from './cues/moves-by-cues.ts';
import { type CueRules, cueRulesWith, type OwnCue } from './cues/own-cues.ts';
import { figuresOfMoves, type MoveFigures } from './move-figures.ts';
import { type MovesCorpus, withOnlyEnglish } from './moves-corpus.ts';
import type { MovedTurn, MovesMethod, MovesModel } from './moves-model.ts';
import { movesBySupport } from './support/moves-by-support.ts';
import { isSureEnough, LEAST_CONFIDENCE, type SupportTags } from './support/support-reading.ts';
import { encodeTurns, suitingMoves } from './turns-of-role.ts';

interface InduceOptions {
  readonly method: MovesMethod | 'auto';
  /** The number of moves per role. `auto` chooses one that suits the corpus. */
  readonly moves: number | 'auto';
  readonly seed: number;
  readonly cues?: readonly OwnCue[];
  readonly encoder?: MoveEncoder;
  readonly support?: SupportTags;
  readonly report?: (phase: string, done: number, total: number) => void;
}

export interface InducedMoves {
  readonly model: MovesModel;
  readonly turns: readonly MovedTurn[];
  readonly figures: MoveFigures;
}

type SampledMoves = ReadonlyMap<number, number>;

/**
 * Finds the moves of each role, turn and sentence. Deterministic by seed. The support tagger decides if most turns are
 * English and it is confident enough. Context-aware clusters are used if they agree better between two samples of 70 %
 * than clusters of words. Otherwise cues are used. Context helps only if turns follow a script.
 */
export function induceMoves(corpus: MovesCorpus, options: InduceOptions): InducedMoves {
  const { moves, seed, encoder, support, report = () => undefined } = options;
  if (
    support &&
    (options.method === 'support' || (options.method === 'auto' && suitsSupportTagger(corpus, support)))
  ) {
    report('naming the moves', 3, 4);
    const rules = cueRulesWith(options.cues ?? []);
    const { roles, turns } = movesBySupport(withOnlyEnglish(corpus), support, moves, seed, rules, encoder);
    return {
      model: {
        method: 'support',
        why: whySupport(support, options.method === 'support'),
        encoder: encoder?.name ?? FITTED_ENCODER,
        stability: { context: null, plain: null, cues: null },
        seed,
        roles,
      },
      turns,
      figures: figuresOfMoves(corpus, turns, []),
    };
  }
  report('comparing the methods', 0, 4);
  const samples = twoSamples(corpus, createRandom(seed));
  const first = clusterSample(samples[0], moves, seed, encoder);
  report('comparing the methods', 1, 4);
  const second = clusterSample(samples[1], moves, seed, encoder);
  const context = agreementOfRuns(corpus, first.context, second.context);
  const plain = agreementOfRuns(corpus, first.plain, second.plain);
  const knowsCues = isMostlyEnglish(corpus);
  const found = context > plain || !knowsCues ? 'context' : 'cues';
  const method = options.method !== 'auto' ? options.method : found;
  report(method === 'context' ? 'clustering by context' : 'reading cues', 2, 4);
  const rules = cueRulesWith(options.cues ?? []);
  const runs =
    method === 'cues'
      ? samples.map((sample) => cueSample(sample, moves, seed, rules, encoder))
      : [first.context, second.context];
  const cues = method === 'cues' ? agreementOfRuns(corpus, runs[0], runs[1]) : null;
  report('naming the moves', 3, 4);
  const { roles, turns } =
    method === 'context'
      ? movesByContext(corpus, moves, seed, encoder)
      : movesByCues(corpus, moves, seed, rules, encoder);
  const tried = options.method === 'auto' && support ? `${whyNotSupport(support, knowsCues)} ` : '';
  const why = `${tried}${reasonOf(options.method, method, context, plain, knowsCues)}`;
  return {
    model: {
      method,
      why,
      encoder: encoder?.name ?? FITTED_ENCODER,
      stability: { context, plain, cues },
      seed,
      roles,
    },
    turns,
    figures: figuresOfMoves(corpus, turns, runs),
  };
}

const inPercent = (share: number): string => `${Math.round(100 * share)} %`;

const needed = `(at least ${inPercent(LEAST_CONFIDENCE)} is needed)`;

function whySupport({ turns, encoder, confidence }: SupportTags, isChosen: boolean): string {
  const untagged = turns.filter((moves) => moves.length === 0).length / Math.max(1, turns.length);
  const right = `is probably right in ${inPercent(confidence)} of the turns`;
  const reason = isChosen
    ? `You chose the support tagger, which ${right}.`
    : `The support tagger ${right} ${needed}.`;
  const read = encoder === null ? 'the words alone' : `the words and the vectors of ${encoder}`;
  return `${reason} The tagger used ${read} and left ${inPercent(untagged)} of the turns untagged.`;
}

const whyNotSupport = ({ confidence }: SupportTags, isEnglish: boolean): string =>
  isEnglish
    ? `The support tagger was not used, because it would probably be right in only ${inPercent(confidence)} of the turns ${needed}.`
    : 'The support tagger was not used, because most turns are not in English.';

function clusterSample(
  { corpus, turns }: SampledCorpus,
  moves: number | 'auto',
  seed: number,
  encoder?: MoveEncoder,
): { readonly context: SampledMoves; readonly plain: SampledMoves } {
  const encoded = encodeTurns(corpus, seed, encoder);
  const plain = new Map<number, number>();
  for (const role of encoded) {
    const wanted = moves === 'auto' ? suitingMoves(role.turns.length) : moves;
    const { of } = sphericalKMeans(role.vectors, wanted, createRandom(seed));
    for (const [at, turn] of role.turns.entries()) plain.set(turns[turn], of[at]);
  }
  const context = new Map<number, number>();
  for (const clustered of contextClusters(corpus, encoded, moves, seed))
    for (const [at, turn] of clustered.turns.entries()) context.set(turns[turn], clustered.of[at]);
  return { context, plain };
}

const isMostlyEnglish = ({ languages }: MovesCorpus): boolean =>
  2 * languages.filter((language) => language === 'en').length >= languages.length;

/** Returns true if these dialogues are mostly English and the support tagger expects to be right often enough. */
export const suitsSupportTagger = (corpus: MovesCorpus, tags: SupportTags): boolean =>
  isMostlyEnglish(corpus) && isSureEnough(tags);

function cueSample(
  { corpus, turns }: SampledCorpus,
  moves: number | 'auto',
  seed: number,
  rules: CueRules,
  encoder?: MoveEncoder,
): SampledMoves {
  const found = movesByCues(corpus, moves, seed, rules, encoder);
  return new Map(found.turns.map(({ moves: said }, at) => [turns[at], said[0]?.move ?? -1]));
}

function reasonOf(
  asked: MovesMethod | 'auto',
  method: MovesMethod,
  context: number,
  plain: number,
  knowsCues: boolean,
): string {
  const figures = `${context.toFixed(2)}, and moves found by words alone with ${plain.toFixed(2)}`;
  const measured = `In two samples of 70 % of the dialogues, moves found by context agree with an adjusted Rand index of ${figures}`;
  if (asked !== 'auto') return `The method was set to ${method}. ${measured}.`;
  if (method === 'cues')
    return `${measured}. The surrounding turns help little here, so cues name the moves.`;
  return context > plain || knowsCues
    ? `${measured}. The surrounding turns help to distinguish the moves here.`
    : `${measured}. The built-in cues are English only, so words and context name the moves. Answering questions in Teach helps most here.`;
}
