import { createDelexicaliser } from '#shared/algorithms/task-success/delexicalise.ts';
import {
  type BeliefSource,
  createDialogueScorer,
  type DialogueScore,
} from '#shared/algorithms/task-success/score-dialogue.ts';
import { summariseScores, type TaskSuccessFigures } from '#shared/algorithms/task-success/summarise.ts';
import type { InformReason } from '#shared/algorithms/task-success/verdict.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { readDatabases } from './read-databases.ts';
import { readPredictions } from './read-predictions.ts';
import { readReferences } from './read-references.ts';
import { createWarnings } from './success-warnings.ts';

interface SuccessInput {
  readonly predictions: string;
  readonly dialogues: string;
  readonly databases: string;
  /** `auto` takes the predictions' own states where every predicted turn has one. */
  readonly belief: BeliefSource | 'auto';
  readonly seed: number;
}

/** The result of `evaluate success`; figures are 0 … 100 with 95 % intervals. */
interface SuccessResult extends Omit<TaskSuccessFigures, 'successOfAllSlots' | 'domains'> {
  /** As `success`, but with every slot of the goal, not only the published five. */
  readonly successOfAllSlots: TaskSuccessFigures['successOfAllSlots'];
  readonly perDomain: TaskSuccessFigures['domains'];
  readonly dialogues: number;
  readonly turns: number;
  /** The source of the belief state used to look up the offers. */
  readonly beliefState: BeliefSource;
  readonly requestedSlots: 'published' | 'all';
  /** The number of (dialogue, domain) pairs that were informed, or not, by reason. */
  readonly informBecause: Readonly<Partial<Record<InformReason, number>>>;
  /** The ids of the dialogues that failed, by what failed first. */
  readonly failed: { readonly inform: readonly string[]; readonly success: readonly string[] };
  readonly databases: {
    readonly tables: readonly { domain: string; file: string; entities: number }[];
    readonly ontology: string | null;
  };
  readonly bootstrap: { readonly seed: number; readonly resamples: number; readonly level: number };
  readonly warnings: readonly string[];
  readonly seconds: number;
}

/** Dialogues scored before the event loop gets a turn. */
const CHUNK = 10;

/**
 * Scores predicted answers by Inform, Success and BLEU; see docs/reference/task-success.md for the rules.
 * Goals in CamRest676's flat layout ask for all their slots, goals by domain for the published five.
 * @throws DialogramError with the fault and its file
 */
export async function evaluateSuccess(
  input: SuccessInput,
  {
    signal,
    onProgress,
  }: { readonly signal: AbortSignal; readonly onProgress?: (done: number, total: number) => void },
): Promise<SuccessResult> {
  const started = performance.now();
  const { database, lexicon, tables, ontology } = await readDatabases(input.databases, signal);
  const references = await readReferences(input.dialogues, signal);
  const predictions = await readPredictions(input.predictions, references.dialogues, signal);

  const warnings = createWarnings(references, predictions, tables);
  const answers = [...predictions.values()].flat();
  const withState = answers.filter(({ state }) => state !== null).length;
  const belief: BeliefSource =
    input.belief !== 'auto'
      ? input.belief
      : withState === answers.length && withState > 0
        ? 'predictions'
        : 'oracle';
  warnings.belief(belief, withState, answers.length, input.belief === 'auto');
  if (belief === 'oracle' && references.hasNoStates) {
    throw new DialogramError(
      'INVALID',
      `Belief states are read from ${input.dialogues}, but no turn in it has a "state".`,
      {
        place: input.dialogues,
        nextStep: 'Give every predicted turn its own "state", or choose a file whose user turns have one.',
      },
    );
  }

  const scorer = createDialogueScorer(database, createDelexicaliser(lexicon), warnings.domains);
  const scores: DialogueScore[] = [];
  let turns = 0;
  let isFlat = true;
  for (const [id, answered] of predictions) {
    const reference = references.dialogues.get(id);
    if (!reference) continue;
    if (scores.length % CHUNK === 0) {
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
      onProgress?.(scores.length, predictions.size);
    }
    turns += reference.turns.length;
    isFlat &&= reference.goal.layout === 'flat';
    scores.push(scorer.score(reference, answered, belief));
  }
  const judged = scores.map((score) => (isFlat ? askingForAll(score) : score));
  const { domains: perDomain, ...figures } = summariseScores(judged, input.seed);
  return {
    ...figures,
    perDomain,
    dialogues: scores.length,
    turns,
    beliefState: belief,
    requestedSlots: isFlat ? 'all' : 'published',
    informBecause: countReasons(judged),
    failed: {
      inform: judged.filter(({ verdict }) => !verdict.inform).map(({ id }) => id),
      success: judged.filter(({ verdict }) => verdict.inform && !verdict.success).map(({ id }) => id),
    },
    databases: { tables, ontology },
    bootstrap: { seed: input.seed, resamples: 1000, level: 0.95 },
    warnings: warnings.all(),
    seconds: (performance.now() - started) / 1000,
  };
}

function askingForAll(score: DialogueScore): DialogueScore {
  const { verdict } = score;
  return {
    ...score,
    verdict: {
      ...verdict,
      success: verdict.successOfAllSlots,
      domains: verdict.domains.map((domain) => ({ ...domain, missing: domain.missingOfAll })),
    },
  };
}

function countReasons(scores: readonly DialogueScore[]): Partial<Record<InformReason, number>> {
  const counts: Partial<Record<InformReason, number>> = {};
  for (const { verdict } of scores) {
    for (const { because } of verdict.domains) counts[because] = (counts[because] ?? 0) + 1;
  }
  return counts;
}
