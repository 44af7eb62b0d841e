import { type FieldSummary, filtersContract } from '#shared/contract/filters.ts';
import type { DialogueField } from '#shared/domain/dialogue-field.ts';
import { defineFeature } from '../../feature.ts';
import { dialogueFields } from '../../store/corpus/dialogue-fields.ts';
import { findTaggingRun } from '../../store/runs/tagging-runs.ts';
import { dialoguesWhere } from './dialogues-where.ts';

const LISTED_VALUES = 100;

/** Which dialogues are meant: the fields that can be asked for, and how many dialogues pass a filter. */
export const feature = defineFeature({
  contract: filtersContract,
  methods: {
    fields: ({ project }) => dialogueFields(project.database).fields.map(summaryOf),
    count: ({ input, project: { database } }) => {
      const of = dialogueFields(database).dialogueIds.length;
      const found = dialoguesWhere(database, input.where, findTaggingRun(database, input.run));
      return { dialogues: found?.size ?? of, of };
    },
  },
});

function summaryOf({ name, kind, values, offsets, valueIds }: DialogueField): FieldSummary {
  const counts = new Int32Array(values.length);
  for (const id of valueIds) counts[id] = counts[id]! + 1;
  const common = Array.from(counts.keys()).sort((a, b) => counts[b]! - counts[a]! || a - b);
  const place = kind === 'number' ? Number : Date.parse;
  const ordered = kind === 'words' ? [] : [...values].sort((a, b) => place(a) - place(b));
  return {
    name,
    kind,
    dialogues: offsets.subarray(1).reduce((sum, end, at) => sum + (end > offsets[at]! ? 1 : 0), 0),
    different: values.length,
    values: common.slice(0, LISTED_VALUES).map((id) => ({ value: values[id]!, dialogues: counts[id]! })),
    range: ordered.length === 0 ? null : { least: ordered[0]!, most: ordered[ordered.length - 1]! },
  };
}
