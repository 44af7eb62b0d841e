import { type EvaluatedTurn, scoreOutcome } from '#shared/algorithms/metrics/outcome-scores.ts';
import { actF1 } from '#shared/algorithms/metrics/retrieval/act-f1.ts';
import { createTextScorer, type TextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import type { InputOf } from '#shared/contract/base.ts';
import type {
  ComparedCandidate,
  ComparedColumn,
  Comparison,
  comparisonContract,
} from '#shared/contract/comparison.ts';
import { dialogueKey } from '#shared/domain/dialogue.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import type { Project } from '../../project.ts';
import { externalIdReader, requireDialogue } from '../../store/corpus/dialogue-table.ts';
import { type RoundText, roundReader } from '../../store/corpus/round-table.ts';
import { tagNamesFor } from '../../store/runs/tagging-runs.ts';
import {
  type ComparedMethod,
  comparedMethodsNamed,
  HELD_OUT_SHARE,
  isHeldOut,
  type MethodInfo,
  methodInfo,
  shownReasons,
} from '../retrieval/index.ts';
import { requireAnswerable } from './answerable.ts';
import type { FoundCandidate, FoundColumn, IndexTurn } from './project-index.ts';
import { type BuiltIndex, retrievalIndex } from './retrieval-index.ts';
import { sentenceVectors } from './sentence-vectors.ts';

type CompareInput = InputOf<(typeof comparisonContract)['compare']>;

/** Asks every method for one turn, and compares with the true answer. */
export async function compare(project: Project, input: CompareInput): Promise<Comparison> {
  const { database } = project;
  const methods = comparedMethodsNamed(input.methods, project.use(sentenceVectors).ready());
  const dialogue = requireDialogue(database, input.dialogue);
  const roundsOf = roundReader(database);
  const rounds = roundsOf(dialogue.id);
  requireAnswerable({ rounds, externalId: dialogue.externalId }, input.round);
  const index = await project.use(retrievalIndex).ensure(input.run);
  const tagsOf = tagNamesFor(database, index.tagging.id);
  const rankingTagsOf = index.ranking && tagNamesFor(database, index.ranking.id);
  const before = rounds.slice(0, input.round);
  const tagged = rounds.map((round) => ({ ...round, tags: tagsOf(round.id) }));

  const truth = known(tagged[input.round], `turn ${input.round}`);
  const found = await index.ask({
    history: tagged.slice(0, input.round).map(({ role, text, tags }) => ({ role, text, tags })),
    rankingTags: rankingTagsOf && before.map(({ id }) => rankingTagsOf(id)),
    key: dialogueKey(dialogue.source, dialogue.externalId),
    methods,
    round: truth.id,
    examples: input.examples,
    seed: input.seed,
  });
  const describe = columnWriter(project, index, { truth, examples: input.examples, roundsOf });
  return {
    dialogue: dialogue.id,
    externalId: dialogue.externalId,
    round: input.round,
    exclusion: exclusionOf(dialogue.externalId),
    taggingRun: index.tagging.id,
    tagger: index.tagging.tagger,
    history: tagged.slice(0, input.round).map(({ role, text, tags }, round) => ({ round, role, text, tags })),
    truth: { text: truth.text, tags: truth.tags, acts: truth.acts && [...truth.acts] },
    examples: input.examples,
    seed: input.seed,
    columns: methods.map((method, at) => describe(method, known(found[at], `answer of ${method}`))),
  };
}

/** Describes how a dialogue was kept out of its own answer. */
function exclusionOf(externalId: string): Comparison['exclusion'] {
  return isHeldOut(externalId, HELD_OUT_SHARE)
    ? {
        kind: 'held-out',
        statement: 'Held out: no method here has learned from this dialogue, but the tagger has read it.',
      }
    : {
        kind: 'not-itself',
        statement: 'The methods have learned from this dialogue, but never use it as an example for itself.',
      };
}

interface ColumnSources {
  readonly truth: RoundText;
  readonly examples: number;
  readonly roundsOf: (dialogue: DialogueId) => readonly RoundText[];
}

function columnWriter(project: Project, index: BuiltIndex, { truth, examples, roundsOf }: ColumnSources) {
  const scorer = createTextScorer();
  const externalIdOf = externalIdReader(project.database);
  const turnAt = ({ dialogue, round }: IndexTurn) => {
    const { text, acts } = known(roundsOf(dialogue)[round], `turn ${round}`);
    return { dialogue, externalId: externalIdOf(dialogue), round, text, acts: acts && [...acts] };
  };
  const measured = (turn: EvaluatedTurn) => measure(turn, truth, scorer);

  const candidateOf = (found: FoundCandidate): ComparedCandidate => {
    const turn = turnAt(found);
    return {
      ...turn,
      userText: roundsOf(turn.dialogue)[found.round - 1]?.text ?? '',
      score: found.score,
      why: shownReasons(found.why),
      measures: measured(turn),
    };
  };
  return (method: ComparedMethod, found: FoundColumn): ComparedColumn => {
    const info = methodInfo(method, project.use(sentenceVectors).titleOf(method));
    const candidates = found.candidates.map(candidateOf);
    const answer = found.answer && turnAt(found.answer);
    const scores = scoreOutcome(
      truth,
      { candidates, answer, milliseconds: found.milliseconds, stop: null },
      examples,
      scorer,
    );
    return {
      method: shown(info),
      oracle: index.tagging.tagger === 'annotations' && info.readsTags,
      candidates,
      answer: answer && { ...answer, among: found.answerPool, measures: measured(answer) },
      examples: {
        returned: candidates.length,
        actF1: scores.actF1,
        rougeLBest: scores.rougeLBest,
        rougeLMean: scores.rougeLMean,
        bleuBest: scores.bleuBest,
        bleuMean: scores.bleuMean,
      },
      route: found.route && {
        ...found.route.route,
        automaton: index.automata[found.route.through],
      },
      milliseconds: found.milliseconds,
    };
  };
}

function measure(
  turn: EvaluatedTurn,
  truth: EvaluatedTurn,
  scorer: TextScorer,
): ComparedCandidate['measures'] {
  const known = truth.acts !== null && truth.acts.length > 0;
  return {
    actF1: known ? actF1(turn.acts ?? [], truth.acts ?? []) : null,
    rougeL: scorer.rougeL(turn.text, truth.text),
    bleu: scorer.sentenceBleu(turn.text, truth.text),
  };
}

/** A method without the details that only the backend needs. */
export function shown({ name, title, kind, encoder, description }: MethodInfo) {
  return { name, title, kind, encoder, description };
}
