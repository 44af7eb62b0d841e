import type { TaggingRun } from '#shared/contract/tagging.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import type { OutputTarget } from '../../output/target.ts';
import { writeWhole } from '../../output/write-whole.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { touchedRounds } from '../../store/tags/annotation-file-table.ts';
import { effectiveTagReader } from '../../store/tags/round-tags.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import type { AnnotationLine } from './annotation-lines.ts';

/** Writes every round that people decided on or marked, in canonical order: the whole file or nothing. */
export function exportAnnotations(
  database: ReadDatabase,
  run: TaggingRun,
  author: string,
  target: OutputTarget,
): { path: string; bytes: number; rounds: number } {
  const read = effectiveTagReader(database, run, readVocabulary(database));
  const rounds = touchedRounds(database, run.tagger);
  const lines = rounds.map(({ id, ...line }): AnnotationLine => {
    const tags = read(id as RoundId).tags.map((tag) => tag.name);
    return { ...line, tags, author };
  });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return { ...writeWhole(target, text), rounds: rounds.length };
}
