import { type AnalysedUtterance, cueTag, type OfflineTaggerModel } from './offline-tagger-model.ts';

/** A tag of one message. `score` orders tags and is not comparable across models. */
interface ScoredTag {
  readonly tag: string;
  readonly score: number;
  readonly cue: boolean;
}

const LEMMAS_PER_UTTERANCE = 3;

const indexes = new WeakMap<OfflineTaggerModel, ReadonlyMap<string, number>>();

function scoresOf(model: OfflineTaggerModel): ReadonlyMap<string, number> {
  const known = indexes.get(model);
  if (known) return known;
  const scores = new Map(model.vocabulary.map(({ lemma, score }) => [lemma, score]));
  indexes.set(model, scores);
  return scores;
}

/** Returns a message's `limit` best lemmas in the vocabulary, best first, and all its cues; ties by code unit. */
export function tagUtterance(
  model: OfflineTaggerModel,
  utterance: AnalysedUtterance,
  limit: number = LEMMAS_PER_UTTERANCE,
): ScoredTag[] {
  const scores = scoresOf(model);
  const lemmas: ScoredTag[] = [];
  for (const lemma of utterance.lemmas) {
    const score = scores.get(lemma);
    if (score !== undefined) lemmas.push({ tag: lemma, score, cue: false });
  }
  const cues = utterance.cues.map((cue) => ({ tag: cueTag(cue), score: model.cues[cue].score, cue: true }));
  return [...lemmas.sort(byScore).slice(0, limit), ...cues].sort(byScore);
}

function byScore(a: ScoredTag, b: ScoredTag): number {
  return b.score - a.score || (a.tag < b.tag ? -1 : a.tag > b.tag ? 1 : 0);
}
