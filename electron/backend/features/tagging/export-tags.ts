import { closeSync, openSync, writeFileSync } from 'node:fs';
import { type TaggingRun, tagsAreMoves } from '#shared/contract/tagging.ts';
import { roleAt } from '#shared/domain/dialogue.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { translateError } from '../../errors.ts';
import { breathe } from '../../jobs/breathe.ts';
import { beginOutput, type OutputTarget } from '../../output/target.ts';
import { externalIdReader } from '../../store/corpus/dialogue-table.ts';
import { roundsAfter } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { tagNamesFor, wordsOf } from '../../store/runs/tagging-runs.ts';
import { moveConfidenceReader } from '../../store/tags/move-table.ts';
import { runTagNameReader } from '../../store/tags/round-tags.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';

const ROUNDS_PER_CHUNK = 1000;

/** Writes the moves and words of every turn, one line per turn: the whole file or nothing. Includes no dialogue text. */
export async function exportTags(
  database: ReadDatabase,
  run: TaggingRun,
  target: OutputTarget,
  signal: AbortSignal,
): Promise<{ path: string; bytes: number; rounds: number }> {
  const words = tagsAreMoves(run.tagger) ? wordsOf(database, run) : run.id;
  const namesOf = (of: TaggingRun['id'] | null) =>
    of === null ? (): string[] => [] : tagNamesFor(database, of);
  const movesOf = namesOf(tagsAreMoves(run.tagger) ? run.id : null);
  const given = runTagNameReader(database, run.id, readVocabulary(database));
  const sureOf = moveConfidenceReader(database, run.id);
  const wordsOfRound = namesOf(words);
  const externalIdOf = externalIdReader(database);
  const output = beginOutput(target);
  try {
    const file = openSync(output.temporary, 'w');
    let rounds = 0;
    try {
      let before: { dialogue: DialogueId; position: number } | null = null;
      for (;;) {
        const chunk = roundsAfter(database, before, ROUNDS_PER_CHUNK);
        const lines = chunk.map(({ id, dialogue, position, role }) => {
          const sure = new Map(sureOf(id).map((confidence, at) => [given(id)[at], confidence]));
          return JSON.stringify({
            dialogueId: externalIdOf(dialogue),
            round: position,
            role: roleAt(role),
            // A person's move, and "other", have no confidence.
            moves: movesOf(id).map((name) => ({ name, confidence: sure.get(name) ?? null })),
            words: wordsOfRound(id),
          });
        });
        writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
        rounds += chunk.length;
        before = chunk.at(-1) ?? before;
        if (chunk.length < ROUNDS_PER_CHUNK) break;
        await breathe();
        signal.throwIfAborted();
      }
    } finally {
      closeSync(file);
    }
    return { ...output.finish(), rounds };
  } catch (error) {
    output.discard();
    throw translateError(error, target.path);
  }
}
