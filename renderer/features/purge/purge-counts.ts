import type { PurgePreview, PurgeResult } from '#shared/contract/purge.ts';
import { formatAmount, formatBytes } from '#shared/domain/figure-text.ts';

/** Lists what is deleted permanently, most important first. Zero counts are left out. */
export function purgeRows(preview: PurgePreview): string[] {
  const rows: readonly (readonly [number, string, string?])[] = [
    [preview.dialogues, 'dialogue'],
    [preview.utterances, 'message'],
    [preview.sources, 'source'],
    [preview.automata, 'automaton', 'automata'],
    [preview.machineTags, 'automatic tag', 'automatic tags'],
    [preview.decisions, 'decision of a person', 'decisions of people'],
    [preview.edits, 'edit in the history', 'edits in the history'],
    [preview.tags, 'tag of the vocabulary', 'tags of the vocabulary'],
    [preview.rejects, 'rejected record'],
    [preview.vectors, 'vector'],
    [preview.modelAnswers, 'answer of a model', 'answers of models'],
    [preview.prompts, 'prompt'],
    [preview.cases, 'saved case', 'saved cases'],
    [preview.votePairs, 'pair of answers with votes', 'pairs of answers with votes'],
    [preview.evaluations, 'evaluation'],
    [preview.batches, 'batch run'],
    [preview.judgings, 'judging run'],
    [preview.jobs, 'earlier job'],
  ];
  return rows.filter(([count]) => count > 0).map(([count, one, many]) => formatAmount(count, one, many));
}

/** "2 backups, 3.1 MB": the number of files and their total size. */
export function filesText(files: readonly { readonly bytes: number }[], one: string): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${formatAmount(files.length, one)}, ${formatBytes(bytes)}`;
}

/** Says what was purged. */
export function purgeOutcome(result: PurgeResult): string {
  const them = result.dialogues === 1 ? 'it' : 'them';
  const gone = `Purged ${formatAmount(result.dialogues, 'dialogue')} and everything made from ${them}.`;
  const files =
    result.filesRemoved > 0
      ? ` ${formatAmount(result.filesRemoved, 'file')} beside the project removed.`
      : '';
  const left =
    result.filesLeft > 0
      ? ` ${formatAmount(result.filesLeft, 'file')} could not be removed and still ${result.filesLeft === 1 ? 'holds' : 'hold'} ${them}.`
      : '';
  return gone + files + left;
}
