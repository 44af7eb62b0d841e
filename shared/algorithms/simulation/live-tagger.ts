import { ROLES, type Role } from '../../domain/dialogue.ts';
import { OTHER, OTHER_LANGUAGE } from '../moves/moves-model.ts';
import { type ReadTurn, readTurn } from '../moves/support/support-features.ts';
import type { SupportModel } from '../moves/support/support-model.ts';
import { createSupportTagger } from '../moves/support/support-tagger.ts';
import { topK } from '../retrieval/ranking/top-k.ts';
import type { RetrievalTurn } from '../retrieval/retrieval-corpus.ts';
import {
  byShare,
  createNeighbourTagger,
  NEIGHBOURS,
  type SuggestedTag,
  tagShares,
} from './neighbour-tagger.ts';
import { type ComparedTalk, compareTalks, evidenceOf, type SaidTurn, talkOf } from './similar-talks.ts';
import { evenly } from './state-names.ts';
import { createTalkMemory, type SaidBefore, type TalkMemory } from './talk-memory.ts';
import { cosine, meanVector, type TextVectors } from './text-vectors.ts';

interface LiveTagger {
  /** The weight of similar turns, 0 … 1. The support tagger has the rest of the weight. */
  readonly neighbourWeight: number;
  /**
   * Shares of the tags that fit the turn, highest first; empty without evidence. `before` has the oldest turn first.
   */
  suggest(role: Role, text: string, before: readonly SaidBefore[]): SuggestedTag[];
  recall(turns: readonly SaidTurn[]): ReturnType<TalkMemory['recall']>;
  compare(turns: readonly SaidTurn[], answers: readonly AnswerPlace[]): AnswerMeaning[] | null;
  readonly habits: TalkMemory['habits'];
  readonly general: TalkMemory['general'];
  readonly unusual: TalkMemory['unusual'];
  readonly spare: TalkMemory['spare'];
}

interface AnswerPlace {
  readonly dialogue: number;
  readonly turn: number;
}

export interface AnswerMeaning {
  /** The cosine of the customers' last turns. */
  readonly said: number;
  readonly matter: number;
  /** The cosine of the answer with the most similar agent turn. */
  readonly repeats: number;
  /** The mean cosine with the most similar answers to other customers. */
  readonly usual: number;
  /** The cosine with the words of its own customer minus the cosine with the words of this customer; at least 0. */
  readonly foreign: number;
}

/** Turns whose conversations are compared, and the weight of a turn if its conversation differs. */
const MOST_COMPARED = 200;
const LEAST_WEIGHT = 0.1;
const UNANIMOUS = 0.9;
const MOST_READ = 1500;
const MOST_WEIGHED = 200;
const TURNS_BEFORE = 6;
/** The weight of a tag that opens another matter in the middle of a dialogue. */
const OF_OTHER_MATTER = 0.5;
/** The smallest is above 0, or the support tagger would always win in a corpus that it tagged. */
const WEIGHTS = [1, 0.75, 0.5, 0.25];
const LEAST_SHOWN = 0.05;
const SAYS_NOTHING: ReadonlySet<string> = new Set([OTHER, OTHER_LANGUAGE]);

/**
 * Counts which tags occur with the support tagger's moves here, so that corrections by people count.
 * A sample decides the weight of similar turns; each turn is tagged without itself and later turns.
 * `model` null omits the support tagger; `vectors` is null without an encoder.
 */
export function createLiveTagger(
  dialogues: readonly (readonly RetrievalTurn[])[],
  turns: readonly RetrievalTurn[],
  model: SupportModel | null,
  vectors: TextVectors | null = null,
): LiveTagger {
  const neighbours = createNeighbourTagger(turns);
  const reader = model && createReader(model, vectors);
  const meanings = vectors && createMeanings(turns, vectors);
  const placeOf = placesOf(dialogues);
  const memory = createTalkMemory(dialogues);
  const meaningsOf = vectors && createComparison(dialogues, turns, vectors);
  /** The mean of the shares from turns with similar words and from turns with similar meaning. */
  const near = (turn: SaidBefore, before: readonly SaidBefore[], without?: RetrievalTurn) => {
    const words = nearInWords(turn, before, without);
    const meaning = meanings?.near(turn, without);
    return meaning ? mixed(meaning.shares, words, OF_MEANING * meaning.familiar) : words;
  };
  const nearInWords = (turn: SaidBefore, before: readonly SaidBefore[], without?: RetrievalTurn) => {
    const found = neighbours
      .neighbours(turn.role, turn.text, MOST_COMPARED)
      .filter((neighbour) => neighbour.turn !== without);
    const talks = found.map((neighbour) => {
      const place = placeOf.get(neighbour.turn);
      return talkBefore(place ? place.turns.slice(0, place.at) : []);
    });
    const matter = memory.matter([...before, turn]);
    const weighed = compareTalks(talks, talkBefore(before)).map(({ system, earlier }, at) => {
      const { turn: own, score } = found[at];
      const place = placeOf.get(own);
      const { weight, most } = evidenceOf(place ? (matter[place.dialogue] ?? 1) : 1);
      const fit = score * (LEAST_WEIGHT + system + earlier);
      return { turn: own, score: fit * weight, most: fit * most, fit };
    });
    const said = weighed.toSorted((a, b) => b.fit - a.fit).slice(0, NEIGHBOURS);
    const anywhere = tagShares(said.map(({ turn: own, fit }) => ({ turn: own, score: fit })));
    const best = weighed.sort((a, b) => b.score - a.score).slice(0, NEIGHBOURS);
    const evidence = best.reduce((sum, { score }) => sum + score, 0);
    const most = best.reduce((sum, own) => sum + own.most, 0);
    // If only conversations on other matters are similar, no tag gets a large share, unless all agree.
    const shares = [...tagShares(best)].map(([tag, share]): [string, number] => {
      const usual = anywhere.get(tag) ?? 0;
      return [tag, usual >= UNANIMOUS ? Math.min(share, usual) : (share * evidence) / most];
    });
    return telling(new Map(shares));
  };
  const familiarity = (turn: SaidBefore): number =>
    meanings?.near(turn)?.familiar ?? between(memory.familiarity(turn.text), UNFAMILIAR, FAMILIAR);
  /** Considers the form of the text, tags usual for the topic, and what follows the agent's last turn. */
  const inContext = (
    shares: Map<string, number>,
    { role, text }: SaidBefore,
    before: readonly SaidBefore[],
  ) => {
    if (role !== 'user') return shares;
    const matter = memory.matter([...before, { role, text }]);
    const usual = memory.usual(matter);
    // A customer may turn to another matter, which only this turn is about.
    const alone = before.length === 0 ? usual : memory.usual(memory.matter([{ role, text }]));
    const usualOf = (tag: string): number =>
      memory.opens(tag)
        ? Math.max(usual(role, tag), (before.length === 0 ? 1 : OF_OTHER_MATTER) * alone(role, tag))
        : usual(role, tag);
    const byWords = new Map(
      [...shares].map(([tag, share]): [string, number] => [
        tag,
        share * lessened(memory.likelyForm(tag, text)) * lessened(usualOf(tag)),
      ]),
    );
    const follows =
      before.at(-1)?.role === 'user' ? new Map<string, number>() : memory.following(before, matter);
    const byPlace = new Map(
      [...follows].map(([tag, share]): [string, number] => [tag, share * memory.likelyForm(tag, text)]),
    );
    return telling(weighedByPlace(shares, byWords, byPlace, familiarity({ role, text })));
  };
  const recalled = {
    habits: memory.habits,
    general: memory.general,
    unusual: memory.unusual,
    spare: memory.spare,
    recall: (turns: readonly SaidTurn[]) => {
      const said = turns.at(-1)?.text ?? '';
      const inWords = neighbours.neighbours('user', said, MOST_COMPARED).map(({ turn }) => turn);
      return memory.recall(turns, [...(meanings?.like(said) ?? []), ...inWords]);
    },
    compare: (asked: readonly SaidTurn[], answers: readonly AnswerPlace[]) =>
      meaningsOf?.(asked, memory.sinceOpening(asked), answers) ?? null,
  };
  if (!reader) {
    return {
      ...recalled,
      neighbourWeight: 1,
      suggest: (role, text, before) =>
        byShare(inContext(near({ role, text }, before), { role, text }, before), LEAST_SHOWN),
    };
  }

  const samples = evenTurns(dialogues, MOST_READ).map(({ turns, at }) => ({
    turn: turns[at],
    before: turns.slice(0, at),
    sure: reader.read(turns.slice(0, at), turns[at]),
  }));
  const half = countTags(
    samples.filter((_, at) => at % 2 === 0),
    reader.moves,
  );
  const tellingSamples = samples.filter(({ turn }, at) => at % 2 === 1 && telling(tagsOnce(turn)).size > 0);
  const tried = evenly(tellingSamples.length, MOST_WEIGHED).map((at) => {
    const { turn, before, sure } = tellingSamples[at];
    return { turn, near: near(turn, before, turn), read: half(turn.role, sure) };
  });
  // Adds up shares, because counts of right tags hardly differ, and a single turn would decide by chance.
  const rightShare = (weight: number): number =>
    tried.reduce((sum, { turn, near: own, read }) => {
      const shares = mixed(own, read, weight);
      return sum + Math.max(...turn.tags.map((tag) => shares.get(tag) ?? 0));
    }, 0);
  const right = WEIGHTS.map(rightShare);
  const neighbourWeight = WEIGHTS[right.indexOf(Math.max(...right))];
  const read = countTags(samples, reader.moves);
  return {
    ...recalled,
    neighbourWeight,
    suggest(role, text, before) {
      const turn = { role, text };
      const sure = familiarity(turn);
      const byReader = scaled(read(role, reader.read(before, turn)), role === 'user' ? sure : 1);
      // The support tagger reads the earlier turns itself; similar turns need them added.
      const bySimilar = inContext(near(turn, before), turn, before);
      return byShare(mixed(bySimilar, byReader, neighbourWeight), LEAST_SHOWN);
    },
  };
}

interface Place {
  readonly dialogue: number;
  readonly turns: readonly RetrievalTurn[];
  readonly at: number;
}

function placesOf(dialogues: readonly (readonly RetrievalTurn[])[]): Map<RetrievalTurn, Place> {
  return new Map(
    dialogues.flatMap((turns, dialogue) =>
      turns.map((turn, at): [RetrievalTurn, Place] => [turn, { dialogue, turns, at }]),
    ),
  );
}

const UNSAID = { role: 'user', text: '', tags: [] } as const;

const talkBefore = (before: readonly SaidBefore[]): ComparedTalk =>
  talkOf([...before.map(({ role, text }) => ({ role, text, tags: [] })), UNSAID]);

function createReader(model: SupportModel, vectors: TextVectors | null) {
  const tagger = createSupportTagger(model);
  const turnOf = ({ role, text }: SaidBefore): ReadTurn => readTurn({ role, texts: [text] });
  const joined = (turns: readonly SaidBefore[]): Float32Array | null => {
    if (vectors?.dimensions !== model.encoder.dimensions) return null;
    const all = new Float32Array((turns.length + 1) * vectors.dimensions);
    for (const [at, { text }] of turns.entries()) {
      const vector = vectors.of(text);
      if (!vector) return null;
      all.set(vector, at * vectors.dimensions);
    }
    return all;
  };
  return {
    moves: { user: model.roles.user.moves.length, system: model.roles.system.moves.length },
    read(before: readonly SaidBefore[], turn: SaidBefore): Float64Array {
      const own = [...before.slice(-TURNS_BEFORE), turn];
      // Nobody knows yet if the dialogue ends with this turn, and assuming so would change the result.
      const next = turnOf({ role: turn.role === 'user' ? 'system' : 'user', text: '' });
      return tagger.tag({ turns: [...own.map(turnOf), next], vectors: joined(own), goesOn: true })[
        own.length - 1
      ];
    },
  };
}

interface ReadSample {
  readonly turn: RetrievalTurn;
  readonly sure: Float64Array;
}

/** Counts which tags occur with each move. Returns a function that turns probabilities of moves into shares of tags. */
function countTags(samples: readonly ReadSample[], moves: Readonly<Record<Role, number>>) {
  const totals = { user: new Float64Array(moves.user), system: new Float64Array(moves.system) };
  const counts = { user: new Map<string, Float64Array>(), system: new Map<string, Float64Array>() };
  for (const role of ROLES) {
    for (const { turn, sure } of samples) {
      if (turn.role !== role) continue;
      const move = sure.indexOf(Math.max(...sure));
      totals[role][move]++;
      for (const tag of new Set(turn.tags)) {
        let own = counts[role].get(tag);
        if (!own) {
          own = new Float64Array(moves[role]);
          counts[role].set(tag, own);
        }
        own[move]++;
      }
    }
  }
  return (role: Role, sure: Float64Array): Map<string, number> => {
    const shares = new Map<string, number>();
    for (const [tag, own] of counts[role]) {
      let share = 0;
      for (let move = 0; move < sure.length; move++) {
        if (totals[role][move] > 0) share += (sure[move] * own[move]) / totals[role][move];
      }
      shares.set(tag, share);
    }
    return telling(shares);
  };
}

function mixed(
  near: ReadonlyMap<string, number>,
  read: ReadonlyMap<string, number>,
  weight: number,
): Map<string, number> {
  const shares = new Map<string, number>();
  for (const [tag, share] of near) shares.set(tag, weight * share);
  for (const [tag, share] of read) shares.set(tag, (shares.get(tag) ?? 0) + (1 - weight) * share);
  return shares;
}

const scaled = (shares: ReadonlyMap<string, number>, factor: number): Map<string, number> =>
  new Map([...shares].map(([tag, share]) => [tag, factor * share]));

/** The smallest factor for a tag that does not fit the form of the text or the matter. */
const LEAST_LEFT = 0.1;
const lessened = (share: number): number => LEAST_LEFT + (1 - LEAST_LEFT) * share;

const LEAST_BY_WORDS = 0.015;
const LEAST_BY_PLACE = 0.05;
/** The score of "no tag fits", and the amount of evidence at which it counts in full. */
const NONE = 0.002;
const ENOUGH = 0.3;
const UNFAMILIAR = 0.34;
const FAMILIAR = 0.42;

const between = (value: number, least: number, most: number): number =>
  Math.min(1, Math.max(0, (value - least) / (most - least)));

/** The weight of similar meaning, compared to similar words. */
const OF_MEANING = 0.7;
/** The cosine from which two turns may mean the same, and the cosine from which they certainly do. */
const UNLIKE = 0.3;
const ALIKE = 0.4;
/** The factor of the cosine in the exponential weight of a turn. */
const SHARPNESS = 12;

function createMeanings(turns: readonly RetrievalTurn[], vectors: TextVectors) {
  const encoded = turns.flatMap((turn) => {
    const vector = vectors.of(turn.text);
    return vector ? [{ turn, vector }] : [];
  });
  return {
    like(text: string): RetrievalTurn[] {
      const own = vectors.of(text);
      if (!own) return [];
      const customers = encoded.filter(({ turn }) => turn.role === 'user');
      const scores = Float64Array.from(customers, ({ vector }) => cosine(own, vector));
      return Array.from(topK(scores, MOST_COMPARED, UNLIKE), (at) => customers[at].turn);
    },
    near({ role, text }: SaidBefore, without?: RetrievalTurn) {
      const own = vectors.of(text);
      if (!own) return null;
      const found = encoded
        .filter(({ turn }) => turn.role === role && turn !== without)
        .map(({ turn, vector }) => ({ turn, score: cosine(own, vector) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, NEIGHBOURS);
      const best = found[0]?.score ?? 0;
      const familiar = between(best, UNLIKE, ALIKE);
      const shares = tagShares(
        found.map(({ turn, score }) => ({ turn, score: Math.exp(SHARPNESS * (score - best)) })),
      );
      return { shares: telling(shares), familiar };
    },
  };
}

const MOST_AGENT = 400;
const MOST_SAME = 8;

function createUsual(turns: readonly RetrievalTurn[], vectors: TextVectors) {
  const all = turns.flatMap(({ role, text }) => (role === 'system' ? (vectors.of(text) ?? []) : []));
  const sample = evenly(all.length, MOST_AGENT).map((at) => all[at]);
  const known = new Map<string, number>();
  return (text: string, vector: Float32Array): number => {
    let usual = known.get(text);
    if (usual === undefined) {
      const itself = sample.indexOf(vector);
      const scores = Float64Array.from(sample, (other, at) => (at === itself ? 0 : cosine(vector, other)));
      const best = Array.from(topK(scores, MOST_SAME, 0), (at) => scores[at]);
      usual = best.reduce((sum, score) => sum + score, 0) / MOST_SAME;
      known.set(text, usual);
    }
    return usual;
  };
}

/** Returns the larger cosine of an answer: with its customer's last turn, or with all turns. */
const relevance = (answer: Float32Array, said: Float32Array, matter: Float32Array): number =>
  Math.max(cosine(answer, said), cosine(answer, matter));

/** Compares conversations before answers. The result is null if some turns are not encoded. */
function createComparison(
  dialogues: readonly (readonly RetrievalTurn[])[],
  turns: readonly RetrievalTurn[],
  vectors: TextVectors,
) {
  const usualOf = createUsual(turns, vectors);
  const matterOf = (turns: readonly SaidBefore[]) =>
    meanVector(turns.flatMap(({ role, text }) => (role === 'user' ? (vectors.of(text) ?? []) : [])));
  return (
    asked: readonly SaidTurn[],
    onMatter: readonly SaidTurn[],
    answers: readonly AnswerPlace[],
  ): AnswerMeaning[] | null => {
    const said = vectors.of(asked.at(-1)?.text ?? '');
    const matter = matterOf(onMatter);
    const before = asked.flatMap(({ role, text }) => (role === 'system' ? (vectors.of(text) ?? []) : []));
    if (!said || !matter) return null;
    const found: AnswerMeaning[] = [];
    for (const { dialogue, turn } of answers) {
      const turns = dialogues[dialogue];
      const question = vectors.of(turns?.[turn - 1]?.text ?? '');
      const answer = vectors.of(turns?.[turn]?.text ?? '');
      const whole = matterOf(turns ?? []);
      if (!question || !answer || !whole) return null;
      found.push({
        said: cosine(said, question),
        matter: cosine(matter, whole),
        repeats: Math.max(0, ...before.map((vector) => cosine(vector, answer))),
        usual: usualOf(turns[turn].text, answer),
        foreign: Math.max(0, relevance(answer, question, whole) - relevance(answer, said, matter)),
      });
    }
    return found;
  };
}

/** Returns the share of each tag. If the turn is unfamiliar, all shares are small. */
function weighedByPlace(
  shares: ReadonlyMap<string, number>,
  byWords: ReadonlyMap<string, number>,
  byPlace: ReadonlyMap<string, number>,
  sure: number,
): Map<string, number> {
  if (byPlace.size === 0) return scaled(shares, sure);
  const scores = new Map<string, number>();
  let total = NONE;
  const likely = [...byWords].filter(([, share]) => share >= LEAST_SHOWN).map(([tag]) => tag);
  for (const tag of new Set([...likely, ...byPlace.keys()])) {
    const score = (LEAST_BY_WORDS + (byWords.get(tag) ?? 0)) * (LEAST_BY_PLACE + (byPlace.get(tag) ?? 0));
    scores.set(tag, score);
    total += score;
  }
  for (const [tag, score] of scores) {
    const words = shares.get(tag) ?? 0;
    const evidence = Math.min(1, (words + (byPlace.get(tag) ?? 0)) / ENOUGH);
    scores.set(tag, sure * evidence * (score / total));
  }
  return scores;
}

const tagsOnce = ({ tags }: RetrievalTurn): Map<string, number> => new Map(tags.map((tag) => [tag, 1]));

function telling(shares: Map<string, number>): Map<string, number> {
  for (const tag of SAYS_NOTHING) shares.delete(tag);
  return shares;
}

function evenTurns(dialogues: readonly (readonly RetrievalTurn[])[], most: number) {
  const places = dialogues.flatMap((turns) => turns.map((_, at) => ({ turns, at })));
  return evenly(places.length, most).map((place) => places[place]);
}
