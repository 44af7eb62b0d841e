import { likenessContract } from '#shared/contract/likeness.ts';
import { inProject } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import { homeOfRound, roundRows } from '../../store/corpus/round-table.ts';
import { tagReaderFor } from '../../store/runs/tagging-runs.ts';
import { likeness } from './likeness.ts';

/** Finds similar turns, by words or by the vectors of a sentence encoder. */
export const feature = defineFeature({
  contract: likenessContract,
  methods: {
    ways: ({ project }) => project.use(likeness).ways(),
    nearest: async ({ input: { to, by, role, limit, run }, project }) => {
      const { database } = project;
      if ('round' in to) inProject(homeOfRound(database, to.round), 'turn', to.round, 'Choose another.');
      const service = project.use(likeness);
      const near = await service.find({ to, by, role, most: limit });
      const shares = new Map(near.map(({ round, share }) => [round, share]));
      const rows = roundRows(
        database,
        near.map(({ round }) => round),
        tagReaderFor(database, run),
      );
      return {
        by,
        title: service.ways().find((way) => way.by === by)?.title ?? by,
        items: rows.map((row) => ({ ...row, share: shares.get(row.round) ?? null })),
      };
    },
  },
});
