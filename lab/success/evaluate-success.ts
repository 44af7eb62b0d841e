import { quoted } from '#backend/formats/bytes/format-error.ts';
import { readJson } from '#backend/formats/json/fields.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { createDelexicaliser } from './delexicalise.ts';
import { isFields, readState } from './goals.ts';
import { findPlaceholders, PLACEHOLDER_CLASSES } from './placeholders.ts';
import { type ReadReferences, readDatabases, readReferences } from './read-databases.ts';
import {
  type BeliefSource,
  createDialogueScorer,
  type DialogueScore,
  onlyDomain,
  type PredictedTurn,
  type ReferenceDialogue,
} from './score-dialogue.ts';
import { summariseScores, type TaskSuccessFigures } from './summarise.ts';
import type { InformReason } from './verdict.ts';

type Predictions = ReadonlyMap<string, readonly PredictedTurn[]>;

const NEXT_STEP =
  'Use JSON such as {"DIALOGUE": [{"response": "…", "state": {…}, "active_domains": […]}, …]}, with one entry for each system turn. "npm run lab -- success --make-reference FILE" writes an example.';

/**
 * Reads predictions. Ids may omit ".json" and differ in case (`sng0073` is SNG0073.json).
 * Throws a DialogramError with the wrong dialogue, turn and value.
 */
async function readPredictions(
  path: string,
  references: ReadonlyMap<string, ReferenceDialogue>,
  signal: AbortSignal,
): Promise<Predictions> {
  const file = await readJson(path, NEXT_STEP, signal);
  const bad = (message: string, place: string, value: unknown = null, nextStep = NEXT_STEP): DialogramError =>
    new DialogramError('BAD_FILE', message, {
      place: place === '' ? path : `${path}: ${place}`,
      value: value === null ? null : quoted(value),
      nextStep,
    });
  if (!isFields(file)) throw bad(`${path} is not a JSON object of dialogues.`, '', file);
  const entries = Object.entries(file);
  if (entries.length === 0) throw bad(`${path} contains no predicted dialogue.`, '');

  const byLooseId = new Map([...references.keys()].reverse().map((id) => [looseId(id), id]));
  const predictions = new Map<string, PredictedTurn[]>();
  for (const [name, turns] of entries) {
    const id = references.has(name) ? name : byLooseId.get(looseId(name));
    const reference = id === undefined ? undefined : references.get(id);
    if (!reference) {
      throw new DialogramError(
        'NOT_FOUND',
        `There is a prediction for the dialogue ${quoted(name)}, but no dialogue with this id has a goal.`,
        {
          place: `${path}: ${name}`,
          value: name,
          nextStep:
            'Set --dialogues to the file with this dialogue, or remove the dialogue from the predictions.',
        },
      );
    }
    if (predictions.has(reference.id)) {
      throw bad(
        `There are two predictions for the dialogue ${quoted(reference.id)}.`,
        name,
        name,
        'Remove one of the two.',
      );
    }
    if (!Array.isArray(turns)) throw bad(`The dialogue ${quoted(name)} is not a list of turns.`, name, turns);
    if (turns.length > reference.turns.length) {
      throw bad(
        `The dialogue ${quoted(name)} has ${turns.length} predicted turns, but only ${reference.turns.length} system turns.`,
        name,
        String(turns.length),
        'Predict one answer for each system turn, in order. Consecutive system messages are one turn.',
      );
    }
    const only = onlyDomain(reference.goal);
    predictions.set(
      reference.id,
      turns.map((turn: unknown, at) => {
        const place = `${name}, turn ${at + 1}`;
        if (!isFields(turn)) throw bad(`${place}: the prediction is not an object.`, place, turn);
        const { response, state, active_domains: active } = turn;
        if (typeof response !== 'string')
          throw bad(`${place}: the prediction has no "response".`, place, response ?? turn);
        if (state !== undefined && state !== null && !isFields(state)) {
          throw bad(`${place}: "state" is not an object.`, place, state);
        }
        const names = active ?? null;
        if (names !== null && !(Array.isArray(names) && names.every((one) => typeof one === 'string'))) {
          throw bad(`${place}: "active_domains" is not a list of names.`, place, names);
        }
        return {
          response,
          state: isFields(state) ? readState(state, only) : null,
          activeDomains: names === null ? null : (names as string[]).map((domain) => domain.toLowerCase()),
        };
      }),
    );
  }
  return predictions;
}

const looseId = (id: string): string => id.toLowerCase().replace(/\.json$/, '');

interface SuccessWarnings {
  readonly domains: ReadonlySet<string>;
  belief(source: BeliefSource, withState: number, turns: number, chosen: boolean): void;
  all(): readonly string[];
}

interface WarningCount {
  count: number;
  readonly first: string;
}

function createWarnings(
  { dialogues, withoutGoal, rejected }: ReadReferences,
  predictions: Predictions,
  tables: readonly { readonly domain: string }[],
): SuccessWarnings {
  const withTable = new Set(tables.map(({ domain }) => domain));
  const ofGoals = new Set(
    [...dialogues.values()].flatMap(({ goal }) => goal.domains.map(({ domain }) => domain)),
  );
  const domains = new Set([...withTable, ...ofGoals]);
  const warnings: string[] = [];

  if (rejected > 0) warnings.push(`${rejected} records of the dialogue file could not be read.`);
  if (withoutGoal.length > 0) {
    warnings.push(
      `Dialogues left out because they have no goal: ${withoutGoal.length}, the first is ${quoted(withoutGoal[0])}.`,
    );
  }
  const missing = [...dialogues.keys()].filter((id) => !predictions.has(id));
  if (missing.length > 0) {
    warnings.push(
      `Dialogues without a prediction: ${missing.length} of ${dialogues.size}, the first is ${quoted(missing[0])}. The figures do not include these dialogues.`,
    );
  }
  for (const domain of [...ofGoals].filter((one) => !withTable.has(one)).sort()) {
    warnings.push(
      `The goals mention the domain ${quoted(domain)}, which has no table and always counts as informed. If it should have a table, add ${domain}_db.json.`,
    );
  }

  const short = new Map<string, WarningCount>();
  const unknown = new Map<string, WarningCount>();
  const strange = new Map<string, WarningCount>();
  const count = (tally: Map<string, WarningCount>, key: string, place: string): void => {
    const counted = tally.get(key);
    if (counted) counted.count++;
    else tally.set(key, { count: 1, first: place });
  };
  for (const [id, turns] of predictions) {
    const reference = dialogues.get(id);
    if (reference && turns.length < reference.turns.length) {
      count(short, '', `${quoted(id)} with ${turns.length} of ${reference.turns.length}`);
    }
    turns.forEach(({ response, state, activeDomains }, at) => {
      const place = `${quoted(id)}, turn ${at + 1}`;
      for (const { written, stands } of findPlaceholders(response, domains)) {
        if (stands === null) count(unknown, written, place);
      }
      for (const domain of new Set([...(state?.keys() ?? []), ...(activeDomains ?? [])])) {
        if (!domains.has(domain)) count(strange, domain, place);
      }
    });
  }
  for (const { count: number, first } of short.values()) {
    warnings.push(
      `Dialogues with fewer predicted turns than system turns: ${number}, the first is ${first}. The missing answers count as empty.`,
    );
  }
  for (const [written, { count: number, first }] of unknown) {
    warnings.push(
      `The placeholder ${quoted(written)} is unknown (${number} times, first in ${first}) and counts as plain words. Write [domain_slot] or [slot], with a slot such as ${PLACEHOLDER_CLASSES.slice(0, 6).join(', ')}.`,
    );
  }
  for (const [domain, { count: number, first }] of strange) {
    warnings.push(
      `The domain ${quoted(domain)} (${number} times, first in ${first}) is ignored, because it is not in any table or goal. The domains are ${[...domains].sort().join(', ')}.`,
    );
  }
  return {
    domains,
    belief(source, withState, turns, chosen) {
      if (source === 'oracle' && chosen && withState > 0) {
        warnings.push(
          `Only ${withState} of ${turns} predicted turns have a "state", so the annotated states of the file are used for all turns.`,
        );
      }
      if (source === 'predictions' && withState < turns) {
        warnings.push(
          `${turns - withState} of ${turns} predicted turns have no "state". Each of these turns uses the state of the previous turn, or an empty state at the start.`,
        );
      }
    },
    all: () => warnings,
  };
}

interface SuccessInput {
  readonly predictions: string;
  readonly dialogues: string;
  readonly databases: string;
  readonly belief: BeliefSource | 'auto';
  readonly seed: number;
}

/** The result of `success`; figures are 0 … 100 with 95 % intervals. */
interface SuccessResult extends Omit<TaskSuccessFigures, 'successOfAllSlots' | 'domains'> {
  /** As `success`, but with every slot of the goal, not only the published five. */
  readonly successOfAllSlots: TaskSuccessFigures['successOfAllSlots'];
  readonly perDomain: TaskSuccessFigures['domains'];
  readonly dialogues: number;
  readonly turns: number;
  readonly beliefState: BeliefSource;
  readonly requestedSlots: 'published' | 'all';
  /** The number of (dialogue, domain) pairs that were informed, or not, by reason. */
  readonly informBecause: Readonly<Partial<Record<InformReason, number>>>;
  readonly failed: { readonly inform: readonly string[]; readonly success: readonly string[] };
  readonly databases: {
    readonly tables: readonly { domain: string; file: string; entities: number }[];
    readonly ontology: string | null;
  };
  readonly bootstrap: { readonly seed: number; readonly resamples: number; readonly level: number };
  readonly warnings: readonly string[];
  readonly seconds: number;
}

const CHUNK = 10;

/**
 * Scores predictions by the rules of README.md.
 * Flat goals (CamRest676) ask for all their slots, goals by domain for the published five.
 * Throws a DialogramError with the fault and its file.
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
        nextStep: 'Add a "state" to every predicted turn, or choose a file whose user turns have one.',
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
