import { z } from 'zod';
import type { KnowledgeId } from '../domain/ids.ts';

export const knowledgeIdSchema = z
  .int()
  .positive()
  .transform((id) => id as KnowledgeId);

/** `words` are texts of more than a few words, in which conditions are looked for, not values. */
export const knowledgeColumnSchema = z.object({
  name: z.string(),
  type: z.enum(['number', 'truth', 'text', 'words']),
});
export type KnowledgeColumn = z.infer<typeof knowledgeColumnSchema>;

/** A table or document of the project, as listed. */
export const knowledgeSchema = z.object({
  id: knowledgeIdSchema,
  kind: z.enum(['table', 'document']),
  /** The application that it belongs to; empty for tables, which all applications use. */
  application: z.string(),
  /** The worksheet that uses a table; the name of a document. */
  name: z.string(),
  /** The name of its file; empty if that is not known any more. */
  file: z.string(),
  columns: z.array(knowledgeColumnSchema).readonly(),
  /** Records of a table, passages of a document. */
  records: z.int(),
});
export type ListedKnowledge = z.infer<typeof knowledgeSchema>;

/** Records for display, each with its number from 1. */
export const knowledgePageSchema = z.object({
  total: z.int(),
  items: z.array(z.object({ row: z.int(), content: z.record(z.string(), z.unknown()).readonly() })),
});
