import { taggingContract } from '#shared/contract/tagging.ts';
import { defineFeature } from '../../feature.ts';
import { CHANGES_TAGS } from '../../store/edits/edit-kinds.ts';
import { taggingHandlers } from './handlers.ts';
import { taggingJob } from './tagging-job.ts';

export const feature = defineFeature({
  contract: taggingContract,
  methods: taggingHandlers,
  jobs: [taggingJob],
  edits: { 'add-tag': CHANGES_TAGS, 'remove-tag': CHANGES_TAGS, 'replace-tag': CHANGES_TAGS },
});
