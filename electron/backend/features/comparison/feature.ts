import { actF1 } from '#shared/algorithms/metrics/act-f1.ts';
import { createTextScorer, type TextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import { createRandom } from '#shared/algorithms/random/random.ts';
import type { InputOf } from '#shared/contract/base.ts';
import {
  type ComparedCandidate,
  type ComparedColumn,
  type Comparison,
  comparisonContract,
} from '#shared/contract/comparison.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { dialogueKey } from '#shared/domain/dialogue.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { defineFeature } from '../../feature.ts';
import type { Project } from '../../project.ts';
import { knownEncoder } from '../../providers/embeddings/known-encoder.ts';
import { externalIdReader, requireDialogue } from '../../store/corpus/dialogue-table.ts';
import { type TurnText, turnReader } from '../../store/corpus/turn-table.ts';
import { findTaggingRun, tagNamesFor } from '../../store/runs/tagging-runs.ts';
import {
  answerableTurns,
  type ComparedMethod,
  comparedMethodsNamed,
  HELD_OUT_SHARE,
  isHeldOut,
  isSentenceMethod,
  METHOD_INFOS,
  type MethodInfo,
  menuOf,
  methodInfo,
  shownReasons,
} from '../retrieval/index.ts';
import { dialoguesToAsk, requireAnswerable } from './answerable.ts';
import type { FoundCandidate, FoundColumn, IndexTurn } from './project-index.ts';
import { estimateEncoding, providerEncoder } from './provider-encoder.ts';
import { type BuiltIndex, indexJob, retrievalIndex } from './retrieval-index.ts';
import { chosenEncoder, sentenceJob, sentenceVectors } from './sentence-vectors.ts';

type CompareInput = InputOf<(typeof comparisonContract)['compare']>;

async function compare(project: Project, input: CompareInput): Promise<Comparison> {
  const { database } = project;
  const methods = comparedMethodsNamed(input.methods, project.use(sentenceVectors).ready());
  const dialogue = requireDialogue(database, input.dialogue);
  const turnsOf = turnReader(database);
  const turns = turnsOf(dialogue.id);
  requireAnswerable({ turns, externalId: dialogue.externalId }, input.turn);
  const index = await project.use(retrievalIndex).ensure(input.run);
  const tagsOf = tagNamesFor(database, index.tagging.id);
  const rankingTagsOf = index.ranking && tagNamesFor(database, index.ranking.id);
  const before = turns.slice(0, input.turn);
  const tagged = turns.map((turn) => ({ ...turn, tags: tagsOf(turn.id) }));

  const truth = required(tagged[input.turn], `turn ${input.turn}`);
  const found = await index.ask({
    history: tagged.slice(0, input.turn).map(({ role, text, tags }) => ({ role, text, tags })),
    rankingTags: rankingTagsOf && before.map(({ id }) => rankingTagsOf(id)),
    key: dialogueKey(dialogue.source, dialogue.externalId),
    methods,
    turn: truth.id,
    examples: input.examples,
    seed: input.seed,
  });
  const describe = columnWriter(project, index, { truth, examples: input.examples, turnsOf });
  return {
    dialogue: dialogue.id,
    externalId: dialogue.externalId,
    turn: input.turn,
    exclusion: exclusionOf(dialogue.externalId),
    taggingRun: index.tagging.id,
    tagger: index.tagging.tagger,
    history: tagged.slice(0, input.turn).map(({ role, text, tags }, turn) => ({ turn, role, text, tags })),
    truth: { text: truth.text, tags: truth.tags, acts: truth.acts && [...truth.acts] },
    examples: input.examples,
    seed: input.seed,
    columns: methods.map((method, at) => describe(method, required(found[at], `answer of ${method}`))),
  };
}

/** Says whether a dialogue is a test dialogue, or how it is kept from being its own example. */
function exclusionOf(externalId: string): Comparison['exclusion'] {
  return isHeldOut(externalId, HELD_OUT_SHARE)
    ? {
        kind: 'held-out',
        statement: 'Test dialogue: no method learned from this dialogue, but the tagger read it.',
      }
    : {
        kind: 'not-itself',
        statement:
          'Training dialogue: the methods learned from this dialogue, but never use it as its own example.',
      };
}

interface ColumnSources {
  readonly truth: TurnText;
  readonly examples: number;
  readonly turnsOf: (dialogue: DialogueId) => readonly TurnText[];
}

function columnWriter(project: Project, index: BuiltIndex, { truth, examples, turnsOf }: ColumnSources) {
  const scorer = createTextScorer();
  const externalIdOf = externalIdReader(project.database);
  const turnAt = ({ dialogue, turn }: IndexTurn) => {
    const { text, acts } = required(turnsOf(dialogue)[turn], `turn ${turn}`);
    return { dialogue, externalId: externalIdOf(dialogue), turn, text, acts: acts && [...acts] };
  };
  const measured = (turn: MeasuredTurn) => measure(turn, truth, scorer);

  const candidateOf = (found: FoundCandidate): ComparedCandidate => {
    const turn = turnAt(found);
    return {
      ...turn,
      userText: turnsOf(turn.dialogue)[found.turn - 1]?.text ?? '',
      score: found.score,
      why: shownReasons(found.why),
      measures: measured(turn),
    };
  };
  return (method: ComparedMethod, found: FoundColumn): ComparedColumn => {
    const info = methodInfo(method, project.use(sentenceVectors).titleOf(method));
    const candidates = found.candidates.map(candidateOf);
    const answer = found.answer && turnAt(found.answer);
    const rouge = candidates.map(({ measures }) => measures.rougeL);
    // A missing example counts 0.
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / examples;
    return {
      method: shown(info),
      oracle: index.tagging.tagger === 'annotations' && info.readsTags,
      candidates,
      answer: answer && { ...answer, among: found.answerPool, measures: measured(answer) },
      examples: {
        returned: candidates.length,
        actF1: hasActs(truth) ? mean(candidates.map(({ measures }) => measures.actF1 ?? 0)) : null,
        rougeLBest: Math.max(0, ...rouge),
        rougeLMean: mean(rouge),
      },
      route: found.route && {
        ...found.route.route,
        automaton: index.automata[found.route.through],
      },
      milliseconds: found.milliseconds,
    };
  };
}

type MeasuredTurn = Pick<TurnText, 'text' | 'acts'>;

const hasActs = ({ acts }: MeasuredTurn): boolean => acts !== null && acts.length > 0;

function measure(turn: MeasuredTurn, truth: MeasuredTurn, scorer: TextScorer): ComparedCandidate['measures'] {
  return {
    actF1: hasActs(truth) ? actF1(turn.acts ?? [], truth.acts ?? []) : null,
    rougeL: scorer.rougeL(turn.text, truth.text),
    bleu: scorer.sentenceBleu(turn.text, truth.text),
  };
}

function shown({ name, title, kind, encoder, description }: MethodInfo) {
  return { name, title, kind, encoder, description };
}

const EXCERPT_CHARACTERS = 200;

export const feature = defineFeature({
  contract: comparisonContract,
  methods: {
    methods: ({ session }) => {
      const sentences = session.currentProject()?.use(sentenceVectors);
      const ready = sentences?.ready() ?? [];
      const menu = menuOf(ready);
      const further = ready.map((name) => methodInfo(name, sentences?.titleOf(name)));
      return [...METHOD_INFOS, ...further].map((info) => ({
        ...shown(info),
        offered: menu.includes(info.name),
      }));
    },
    encoders: ({ project, signal }) => project.use(sentenceVectors).states(signal),
    chooseEncoder: ({ input, session }) => {
      const { app, files } = session;
      const file = app.use(chosenEncoder);
      if ('provider' in input) {
        const { provider } = input;
        const title = provider && providerEncoder(app.providers, provider).name;
        file.write({ ...file.read(), provider });
        return { title };
      }
      const folder = input.folder === null ? null : files.forReading(input.folder);
      const title = folder === null ? null : knownEncoder(folder).name;
      file.write({ ...file.read(), folder });
      return { title };
    },
    estimateEncoding: ({ input, project, signal }) => estimateEncoding(project, input, signal),
    encode: async ({ input: { encoder, everyTurn, ...limits }, project }) => ({
      job: await project.use(sentenceVectors).start(encoder, limits, everyTurn),
    }),
    status: ({ input, project }) => {
      const retrieval = project.use(retrievalIndex);
      const tagging = findTaggingRun(project.database, input.run);
      const index = tagging && retrieval.current(tagging.id);
      const job = retrieval.buildingJob();
      return {
        state: index ? ('ready' as const) : job === null ? ('absent' as const) : ('building' as const),
        job,
        taggingRun: tagging?.id ?? null,
        tagger: tagging?.tagger ?? null,
        heldOutShare: HELD_OUT_SHARE,
        size: index?.size ?? null,
      };
    },
    prepare: ({ input, project }) => {
      const { ready } = project.use(sentenceVectors);
      const methods = input.methods.length === 0 ? [] : comparedMethodsNamed(input.methods, ready());
      const built = methods.filter((method) => !isSentenceMethod(method));
      return { job: project.use(retrievalIndex).prepare(input.run, built) };
    },
    turns: ({ input, project: { database } }) => {
      const { id, externalId } = requireDialogue(database, input.dialogue);
      const turns = turnReader(database)(id);
      const excerptAt = (turn: number) => turns[turn]?.text.slice(0, EXCERPT_CHARACTERS) ?? '';
      return {
        dialogue: id,
        externalId,
        heldOut: isHeldOut(externalId, HELD_OUT_SHARE),
        turns: answerableTurns(turns).map((turn, position) => ({
          turn,
          position,
          userExcerpt: excerptAt(turn - 1),
          systemExcerpt: excerptAt(turn),
        })),
      };
    },
    randomTurn: async ({ input, project: { database }, signal }) => {
      const turns = (await dialoguesToAsk(database, input.heldOut, signal)).flat();
      if (turns.length === 0) {
        throw new DialogramError(
          'NOT_FOUND',
          input.heldOut
            ? 'This project has too few dialogues to keep any turn for testing.'
            : 'This project has no agent turn that answers a customer.',
          {
            nextStep: input.heldOut
              ? 'Choose a dialogue yourself.'
              : 'Import dialogues with both customers and agents.',
          },
        );
      }
      const { dialogue, externalId, turn } = createRandom(input.seed).pick(turns);
      return { dialogue, externalId, turn, heldOut: input.heldOut };
    },
    compare: ({ input, project }) => compare(project, input),
  },
  jobs: [indexJob, sentenceJob],
});
