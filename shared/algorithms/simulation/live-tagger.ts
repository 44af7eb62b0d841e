import { ROLES, type Role } from '../../domain/dialogue.ts';
import { OTHER, OTHER_LANGUAGE } from '../moves/moves-model.ts';
import { type ReadTurn, readTurn } from '../moves/support/support-features.ts';
import type { SupportModel } from '../moves/support/support-model.ts';
import { createSupportTagger } from '../moves/support/support-tagger.ts';
import { countRows } from '../retrieval/dense/sparse-rows.ts';
import type { RetrievalRound } from '../retrieval/retrieval-corpus.ts';
import { buildBm25, scoreAll } from '../retrieval/words/bm25.ts';
import { wordsOf } from '../retrieval/words/tokens.ts';
import {
  byShare,
  createNeighbourTagger,
  NEIGHBOURS,
  type SuggestedTag,
  tagShares,
} from './neighbour-tagger.ts';
import { type ComparedTalk, compareTalks, evidenceOf, relativeToBest, talkOf } from './similar-talks.ts';
import { evenly } from './state-names.ts';

/** A turn that was said before. */
interface SaidBefore {
  readonly role: Role;
  readonly text: string;
}

/** Tags a new turn by the support tagger and by the most similar turns of the corpus. */
interface LiveTagger {
  /** The weight of the most similar turns, 0 … 1. The support tagger has the rest. */
  readonly neighbourWeight: number;
  /**
   * Returns current tags of the corpus with their shares, highest first; empty without evidence.
   * @param before the turns before it, oldest first
   */
  suggest(role: Role, text: string, before: readonly SaidBefore[]): SuggestedTag[];
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
  const aboutOf = matterOf(dialogues);
  const near = (turn: SaidBefore, before: readonly SaidBefore[], without?: RetrievalRound) => {
    const found = neighbours
      .neighbours(turn.role, turn.text, MOST_COMPARED)
      .filter((neighbour) => neighbour.turn !== without);
    const talks = found.map((neighbour) => {
      const place = placeOf.get(neighbour.turn);
      return talkBefore(place ? place.rounds.slice(0, place.at) : []);
    });
    const about = aboutOf([...before, turn]);
    const weighed = compareTalks(talks, talkBefore(before)).map(({ system, earlier }, at) => {
      const { turn: own, score } = found[at];
      const place = placeOf.get(own);
      const { weight, most } = evidenceOf(place ? about(place.rounds) : 1);
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
  if (!reader) {
    return {
      neighbourWeight: 1,
      suggest: (role, text, before) => byShare(near({ role, text }, before), LEAST_SHOWN),
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
  const weighed = samples.filter(({ round }, at) => at % 2 === 1 && telling(tagsOnce(round)).size > 0);
  const tried = evenly(weighed.length, MOST_WEIGHED).map((at) => {
    const { round, before, sure } = weighed[at];
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
    neighbourWeight,
    suggest(role, text, before) {
      const sure = reader.read(before, { role, text });
      return byShare(mixed(near({ role, text }, before), read(role, sure), neighbourWeight), LEAST_SHOWN);
    },
  };
}

interface Place {
  readonly rounds: readonly RetrievalRound[];
  readonly at: number;
}

function placesOf(dialogues: readonly (readonly RetrievalRound[])[]): Map<RetrievalRound, Place> {
  return new Map(
    dialogues.flatMap((rounds) =>
      rounds.map((round, at): [RetrievalRound, Place] => [round, { rounds, at }]),
    ),
  );
}

/** Returns a function that compares what a conversation is about with what the dialogues are about, 0 … 1 each. */
function matterOf(dialogues: readonly (readonly RetrievalRound[])[]) {
  const ids = new Map<string, number>();
  const rows = dialogues.map((rounds) =>
    Int32Array.from(wordsOf(rounds.map(({ text }) => text).join(' ')), (word) => {
      const id = ids.get(word) ?? ids.size;
      ids.set(word, id);
      return id;
    }),
  );
  const index = buildBm25(countRows(rows.length, ids.size, (row) => rows[row]));
  const placeOf = new Map(dialogues.map((rounds, at) => [rounds, at]));
  return (turns: readonly SaidBefore[]) => {
    const said = turns.filter(({ role }) => role === 'user').map(({ text }) => text);
    // What was said before counts twice, so that one word does not change the subject.
    const words = [said.slice(0, -1), said.slice(0, -1), said.slice(-1)].flatMap((texts) => [
      ...new Set(wordsOf(texts.join(' '))),
    ]);
    const scores = relativeToBest(
      scoreAll(
        index,
        words.map((word) => ids.get(word) ?? -1),
      ),
    );
    return (rounds: readonly RetrievalRound[]): number => {
      const at = placeOf.get(rounds);
      return at === undefined ? 1 : scores[at];
    };
  };
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
      for (let move = 0; move < sure.length; move++) totals[role][move] += sure[move];
      for (const tag of new Set(round.tags)) {
        let own = counts[role].get(tag);
        if (!own) {
          own = new Float64Array(moves[role]);
          counts[role].set(tag, own);
        }
        for (let move = 0; move < sure.length; move++) own[move] += sure[move];
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
