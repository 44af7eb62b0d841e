import { ROLES, type Role } from '../../domain/dialogue.ts';
import { OTHER, OTHER_LANGUAGE } from '../moves/moves-model.ts';
import { type ReadTurn, readTurn } from '../moves/support/support-features.ts';
import type { SupportModel } from '../moves/support/support-model.ts';
import { createSupportTagger } from '../moves/support/support-tagger.ts';
import type { RetrievalRound } from '../retrieval/retrieval-corpus.ts';
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

/** Tags a new turn by the support tagger and by the most similar turns of the corpus. */
interface LiveTagger {
  /** The weight of the most similar turns, 0 … 1. The support tagger has the rest. */
  readonly neighbourWeight: number;
  /**
   * Returns current tags of the corpus with their shares, highest first; empty without evidence.
   * @param before the turns before it, oldest first
   */
  suggest(role: Role, text: string, before: readonly SaidBefore[]): SuggestedTag[];
  /** Returns the agent's turns that may answer a conversation, by the number of the dialogue and of the turn in it. */
  recall(turns: readonly SaidTurn[]): ReturnType<TalkMemory['recall']>;
  readonly habits: TalkMemory['habits'];
  readonly unusual: TalkMemory['unusual'];
}

/** The number of similar turns whose conversations are compared, and the weight of one whose conversation differs entirely. */
const MOST_COMPARED = 200;
const LEAST_WEIGHT = 0.1;
/** The share of similar turns with a tag from which on it does not matter what their conversations are about. */
const UNANIMOUS = 0.9;
/** The number of turns used to find which tags the support tagger's moves correspond to here. */
const MOST_READ = 1500;
/** The number of turns that show which of the two is right more often. */
const MOST_WEIGHED = 200;
/** The number of earlier turns that the support tagger reads with a turn. */
const TURNS_BEFORE = 6;
const WEIGHTS = [1, 0.75, 0.5, 0.25, 0];
/** Tags with a smaller share are left out. */
const LEAST_SHOWN = 0.05;
const SAYS_NOTHING: ReadonlySet<string> = new Set([OTHER, OTHER_LANGUAGE]);

/**
 * Fits a tagger on the dialogues of a corpus. It counts which tags the support tagger's moves stand for here, so that
 * people's names, merges and corrections are respected. The weight between the support tagger and similar turns is the one
 * that gets most of a sample of turns right; each is read without itself and without what follows it.
 *
 * @param model null leaves the support tagger out
 */
export function createLiveTagger(
  dialogues: readonly (readonly RetrievalRound[])[],
  turns: readonly RetrievalRound[],
  model: SupportModel | null,
): LiveTagger {
  const neighbours = createNeighbourTagger(turns);
  const reader = model && createReader(model);
  const placeOf = placesOf(dialogues);
  const memory = createTalkMemory(dialogues);
  const near = (turn: SaidBefore, before: readonly SaidBefore[], without?: RetrievalRound) => {
    const found = neighbours
      .neighbours(turn.role, turn.text, MOST_COMPARED)
      .filter((neighbour) => neighbour.turn !== without);
    const talks = found.map((neighbour) => {
      const place = placeOf.get(neighbour.turn);
      return talkBefore(place ? place.rounds.slice(0, place.at) : []);
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
    // Where only conversations about something else are similar, no tag gets a large share, unless all agree.
    const shares = [...tagShares(best)].map(([tag, share]): [string, number] => {
      const usual = anywhere.get(tag) ?? 0;
      return [tag, usual >= UNANIMOUS ? Math.min(share, usual) : (share * evidence) / most];
    });
    return telling(new Map(shares));
  };
  /** Weighs what the words say by what customers usually say after the agent's last turn, and about the same matter. */
  const inContext = (
    shares: Map<string, number>,
    { role, text }: SaidBefore,
    before: readonly SaidBefore[],
    trust: number,
  ) => {
    if (role !== 'user') return shares;
    const matter = memory.matter([...before, { role, text }]);
    const usual = memory.usual(matter);
    const byWords = new Map(
      [...shares].map(([tag, share]): [string, number] => [
        tag,
        share * lessened(memory.likelyForm(tag, text)) * lessened(usual(role, tag)),
      ]),
    );
    const follows =
      before.at(-1)?.role === 'user' ? new Map<string, number>() : memory.following(before, matter);
    const byPlace = new Map(
      [...follows].map(([tag, share]): [string, number] => [
        tag,
        share ** trust * memory.likelyForm(tag, text),
      ]),
    );
    return telling(weighedByPlace(shares, byWords, byPlace, memory.familiarity(text)));
  };
  const recalled = {
    habits: memory.habits,
    unusual: memory.unusual,
    recall: (turns: readonly SaidTurn[]) =>
      memory.recall(
        turns,
        neighbours.neighbours('user', turns.at(-1)?.text ?? '', MOST_COMPARED).map(({ turn }) => turn),
      ),
  };
  if (!reader) {
    return {
      ...recalled,
      neighbourWeight: 1,
      suggest: (role, text, before) =>
        byShare(inContext(near({ role, text }, before), { role, text }, before, 1), LEAST_SHOWN),
    };
  }

  const samples = evenTurns(dialogues, MOST_READ).map(({ rounds, at }) => ({
    round: rounds[at],
    before: rounds.slice(0, at),
    sure: reader.read(rounds.slice(0, at), rounds[at]),
  }));
  const half = countTags(
    samples.filter((_, at) => at % 2 === 0),
    reader.moves,
  );
  const tellingSamples = samples.filter(({ round }, at) => at % 2 === 1 && telling(tagsOnce(round)).size > 0);
  const tried = evenly(tellingSamples.length, MOST_WEIGHED).map((at) => {
    const { round, before, sure } = tellingSamples[at];
    return { round, near: near(round, before, round), read: half(round.role, sure) };
  });
  const rightBy = (weight: number): number =>
    tried.filter(({ round, near: own, read }) => {
      const [first] = byShare(mixed(own, read, weight), 0);
      return first !== undefined && first.share > 0 && round.tags.includes(first.tag);
    }).length;
  const right = WEIGHTS.map(rightBy);
  const neighbourWeight = WEIGHTS[right.indexOf(Math.max(...right))];
  const read = countTags(samples, reader.moves);
  return {
    ...recalled,
    neighbourWeight,
    suggest(role, text, before) {
      const sure = reader.read(before, { role, text });
      const shares = mixed(near({ role, text }, before), read(role, sure), neighbourWeight);
      return byShare(
        inContext(shares, { role, text }, before, Math.max(neighbourWeight, LEAST_TRUST)),
        LEAST_SHOWN,
      );
    },
  };
}

interface Place {
  readonly dialogue: number;
  readonly rounds: readonly RetrievalRound[];
  readonly at: number;
}

function placesOf(dialogues: readonly (readonly RetrievalRound[])[]): Map<RetrievalRound, Place> {
  return new Map(
    dialogues.flatMap((rounds, dialogue) =>
      rounds.map((round, at): [RetrievalRound, Place] => [round, { dialogue, rounds, at }]),
    ),
  );
}

/** An empty turn at the end, so that only the turns before it are compared. */
const UNSAID = { role: 'user', text: '', tags: [] } as const;

const talkBefore = (before: readonly SaidBefore[]): ComparedTalk =>
  talkOf([...before.map(({ role, text }) => ({ role, text, tags: [] })), UNSAID]);

function createReader(model: SupportModel) {
  const tagger = createSupportTagger(model);
  const turnOf = ({ role, text }: SaidBefore): ReadTurn => readTurn({ role, texts: [text] });
  return {
    moves: { user: model.roles.user.moves.length, system: model.roles.system.moves.length },
    /** The probability of each move of its role. */
    read(before: readonly SaidBefore[], turn: SaidBefore): Float64Array {
      const turns = [...before.slice(-TURNS_BEFORE), turn].map(turnOf);
      return tagger.tag({ turns, vectors: null })[turns.length - 1];
    },
  };
}

interface ReadSample {
  readonly round: RetrievalRound;
  readonly sure: Float64Array;
}

/** Counts which tags the moves stand for. Returns a function from a turn's move probabilities to the share of every tag. */
function countTags(samples: readonly ReadSample[], moves: Readonly<Record<Role, number>>) {
  const totals = { user: new Float64Array(moves.user), system: new Float64Array(moves.system) };
  const counts = { user: new Map<string, Float64Array>(), system: new Map<string, Float64Array>() };
  for (const role of ROLES) {
    for (const { round, sure } of samples) {
      if (round.role !== role) continue;
      const move = sure.indexOf(Math.max(...sure));
      totals[role][move]++;
      for (const tag of new Set(round.tags)) {
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

/** The support tagger reads the turns before a turn itself. The more it counts, the less what usually follows does. */
const LEAST_TRUST = 0.3;

/** The least factor for a tag that the form of the text or the matter speaks against. */
const LEAST_LEFT = 0.1;
const lessened = (share: number): number => LEAST_LEFT + (1 - LEAST_LEFT) * share;

/** The least shares by words and by place, so that neither alone rules a tag out. */
const LEAST_BY_WORDS = 0.015;
const LEAST_BY_PLACE = 0.05;
/** The score of "no tag fits", and the evidence at which it counts fully. */
const NONE = 0.002;
const ENOUGH = 0.3;
/** A turn with less of its words known is about something else; from the second on it counts fully. */
const UNFAMILIAR = 0.34;
const FAMILIAR = 0.42;

/** Returns the share of each tag by both its words and its place; no tag gets a large one if the words are unknown. */
function weighedByPlace(
  shares: ReadonlyMap<string, number>,
  byWords: ReadonlyMap<string, number>,
  byPlace: ReadonlyMap<string, number>,
  familiarity: number,
): Map<string, number> {
  if (byPlace.size === 0) return new Map(shares);
  const sure = Math.min(1, Math.max(0, (familiarity - UNFAMILIAR) / (FAMILIAR - UNFAMILIAR)));
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

const tagsOnce = ({ tags }: RetrievalRound): Map<string, number> => new Map(tags.map((tag) => [tag, 1]));

/** Removes the tags that say that nothing is known. */
function telling(shares: Map<string, number>): Map<string, number> {
  for (const tag of SAYS_NOTHING) shares.delete(tag);
  return shares;
}

function evenTurns(dialogues: readonly (readonly RetrievalRound[])[], most: number) {
  const places = dialogues.flatMap((rounds) => rounds.map((_, at) => ({ rounds, at })));
  return evenly(places.length, most).map((place) => places[place]);
}
