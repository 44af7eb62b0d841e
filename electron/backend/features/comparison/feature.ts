import { createRandom } from '#shared/algorithms/random/random.ts';
import { comparisonContract } from '#shared/contract/comparison.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { defineFeature } from '../../feature.ts';
import { knownEncoder } from '../../providers/embeddings/known-encoder.ts';
import { requireDialogue } from '../../store/corpus/dialogue-table.ts';
import { roundReader } from '../../store/corpus/round-table.ts';
import { chosen, go, type PurgedTables, withRun } from '../../store/purge/purge-rows.ts';
import { findTaggingRun } from '../../store/runs/tagging-runs.ts';
import {
  answerableRounds,
  comparedMethodsNamed,
  HELD_OUT_SHARE,
  isHeldOut,
  isSentenceMethod,
  METHOD_INFOS,
  menuOf,
  methodInfo,
} from '../retrieval/index.ts';
import { dialoguesToAsk } from './answerable.ts';
import { compare, shown } from './compare.ts';
import { estimateEncoding, providerEncoder } from './provider-encoder.ts';
import { indexJob, retrievalIndex } from './retrieval-index.ts';
import { chosenEncoder, sentenceJob, sentenceVectors } from './sentence-vectors.ts';

const EXCERPT_CHARACTERS = 200;

const tables = {
  vectors: withRun(go('round', 'round_id', 'run_id round_id vector')),
  encoders: withRun(
    chosen(
      'Those that keep a model learned from words go with all their vectors.',
      'run_id fingerprint model',
      'name dimensions',
    ),
  ),
} satisfies PurgedTables;

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
    encode: async ({ input: { encoder, everyRound, ...limits }, project }) => ({
      job: await project.use(sentenceVectors).start(encoder, limits, everyRound),
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
      const rounds = roundReader(database)(id);
      const excerptAt = (round: number) => rounds[round]?.text.slice(0, EXCERPT_CHARACTERS) ?? '';
      return {
        dialogue: id,
        externalId,
        heldOut: isHeldOut(externalId, HELD_OUT_SHARE),
        turns: answerableRounds(rounds).map((round, position) => ({
          round,
          position,
          userExcerpt: excerptAt(round - 1),
          systemExcerpt: excerptAt(round),
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
          { nextStep: input.heldOut ? 'Choose a dialogue yourself.' : 'Import dialogues with both roles.' },
        );
      }
      const { dialogue, externalId, round } = createRandom(input.seed).pick(turns);
      return { dialogue, externalId, round, heldOut: input.heldOut };
    },
    compare: ({ input, project }) => compare(project, input),
  },
  tables,
  jobs: [indexJob, sentenceJob],
});
