import { filtersContract } from '#shared/contract/filters.ts';
import { defineFeature } from '../../feature.ts';
import { targetOf } from '../../output/target.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { readOutcome, writeOutcome } from '../../store/tags/learning-rows.ts';
import { askFilters, dialoguesPassing, tagsMeant } from './filtering.ts';

export const feature = defineFeature({
  contract: filtersContract,
  methods: {
    fields: ({ input: { where, run }, project }) =>
      askFilters(project)('fields', { where, tags: tagsMeant(project.database, run) }),
    outcome: ({ project }) => readOutcome(project.database),
    setOutcome: ({ input, project }) => {
      writeOutcome(project.database, input);
      project.changes.announce('tags');
      return input;
    },
    count: ({ input, project }) =>
      dialoguesPassing(project, input.where, tagsMeant(project.database, input.run)),
    export: ({ input: { where, run, form, ...asked }, project, session }) => {
      const target = targetOf(session, asked);
      if (form === 'xes') requireTaggingRun(project.database, run);
      const tags = tagsMeant(project.database, run);
      return askFilters(project)('export', { where, tags, form, target });
    },
  },
});
