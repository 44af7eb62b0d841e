import type { SpokenTurn } from '#shared/algorithms/moves/moves-corpus.ts';
import { OTHER, OTHER_LANGUAGE } from '#shared/algorithms/moves/moves-model.ts';
import { knownBySupport } from '#shared/algorithms/teaching/known-by-support.ts';
import type { KnownMoves, SaidByName } from '#shared/algorithms/teaching/turn-features.ts';
import type { RunId, TurnId } from '#shared/domain/ids.ts';
import { supportModel } from '../../machine/optional-packages.ts';
import { bundledEncoder } from '../../providers/embeddings/known-encoder.ts';
import { openForReading, type ReadDatabase } from '../../store/database.ts';
import { taggingRuns, tagNamesFor } from '../../store/runs/tagging-runs.ts';
import {
  encoderRun,
  loadTurnVectors,
  supportVectorsOf,
  vectorsInOrder,
} from '../../store/runs/vector-table.ts';
import { readMovesRun } from '../../store/tags/move-decision-table.ts';
import { moveConfidenceReader } from '../../store/tags/move-table.ts';

/** The probability of a move that a person gave. */
const BY_A_PERSON = 0.95;

export function supportRun(database: ReadDatabase): RunId | null {
  const newest = taggingRuns(database).find(({ tagger }) => tagger === 'moves');
  return newest && readMovesRun(database, newest.id)?.model.method === 'support' ? newest.id : null;
}

/** The probabilities of all moves, read again by the support tagger, with the vectors that its run stored. */
export function knownInFull(
  { path, resources }: { readonly path: string; readonly resources: string },
  dialogues: readonly (readonly SpokenTurn[])[],
  turns: readonly TurnId[],
): KnownMoves | null {
  const said = movesOfRun(path, turns);
  if (!said) return null;
  const encoder = bundledEncoder(resources);
  const database = openForReading(path);
  const stored =
    encoder &&
    loadTurnVectors(database, {
      turns: null,
      otherTurns: encoderRun(database, supportVectorsOf(encoder.fingerprint)),
    });
  database.close();
  const values = stored && vectorsInOrder(stored, turns);
  return knownBySupport(
    supportModel(resources),
    dialogues,
    said,
    (turn) => said(turn)[0]?.confidence === BY_A_PERSON / said(turn).length,
    values && { dimensions: stored.dimensions, values },
  );
}

function movesOfRun(
  path: string,
  turns: readonly TurnId[],
): ((turn: number) => readonly SaidByName[]) | null {
  const database = openForReading(path);
  try {
    const run = supportRun(database);
    if (run === null) return null;
    const tagsOf = tagNamesFor(database, run);
    const sureOf = moveConfidenceReader(database, run);
    const said = turns.map((turn): SaidByName[] => {
      const names = tagsOf(turn).filter((name) => name !== OTHER && name !== OTHER_LANGUAGE);
      const sure = sureOf(turn);
      return names.map((move, at) => ({
        move,
        confidence: names.length > sure.length ? BY_A_PERSON / names.length : sure[at]!,
      }));
    });
    return (turn) => said[turn] ?? [];
  } finally {
    database.close();
  }
}
