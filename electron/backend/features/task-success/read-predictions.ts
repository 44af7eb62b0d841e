import { isFields, readState } from '#shared/algorithms/task-success/goals.ts';
import {
  onlyDomain,
  type PredictedTurn,
  type ReferenceDialogue,
} from '#shared/algorithms/task-success/score-dialogue.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { quoted } from '../../formats/bytes/excerpt.ts';
import { readJson } from '../../formats/json/read-json.ts';

/** The answers of a predictions file by the ids of the dialogues they answer. */
export type Predictions = ReadonlyMap<string, readonly PredictedTurn[]>;

const NEXT_STEP =
  'Give {"DIALOGUE": [{"response": "…", "state": {…}, "active_domains": […]}, …]}, one entry a system turn; "evaluate success --make-reference FILE" writes an example.';

/**
 * Reads predictions in the layout of the published evaluation. Ids may leave out ".json" and are compared
 * without regard to case if no dialogue has exactly that id (`sng0073` is SNG0073.json).
 * @throws DialogramError with the wrong dialogue, turn and value
 */
export async function readPredictions(
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
  if (!isFields(file)) throw bad(`${path} does not hold an object of dialogues.`, '', file);
  const entries = Object.entries(file);
  if (entries.length === 0) throw bad(`${path} predicts no dialogue.`, '');

  const byLooseId = new Map([...references.keys()].reverse().map((id) => [looseId(id), id]));
  const predictions = new Map<string, PredictedTurn[]>();
  for (const [name, turns] of entries) {
    const id = references.has(name) ? name : byLooseId.get(looseId(name));
    const reference = id === undefined ? undefined : references.get(id);
    if (!reference) {
      throw new DialogramError(
        'NOT_FOUND',
        `The dialogue ${quoted(name)} is predicted, but no dialogue with this id has a goal.`,
        {
          place: `${path}: ${name}`,
          value: name,
          nextStep:
            'Give the file with this dialogue as --dialogues, or remove the dialogue from the predictions.',
        },
      );
    }
    if (predictions.has(reference.id)) {
      throw bad(
        `The dialogue ${quoted(reference.id)} is predicted twice.`,
        name,
        name,
        'Keep one of the two.',
      );
    }
    if (!Array.isArray(turns)) throw bad(`The dialogue ${quoted(name)} is not a list of turns.`, name, turns);
    if (turns.length > reference.turns.length) {
      throw bad(
        `The dialogue ${quoted(name)} has ${turns.length} predicted turns, but the system has only ${reference.turns.length} turns in it.`,
        name,
        String(turns.length),
        'Predict one answer for each turn of the system (consecutive ones count as one), in their order.',
      );
    }
    const only = onlyDomain(reference.goal);
    predictions.set(
      reference.id,
      turns.map((turn: unknown, at) => {
        const place = `${name}, turn ${at + 1}`;
        if (!isFields(turn)) throw bad(`The ${place} is not an object.`, place, turn);
        const { response, state, active_domains: active } = turn;
        if (typeof response !== 'string')
          throw bad(`The ${place} has no "response".`, place, response ?? turn);
        if (state !== undefined && state !== null && !isFields(state)) {
          throw bad(`The "state" of ${place} is not an object.`, place, state);
        }
        const names = active ?? null;
        if (names !== null && !(Array.isArray(names) && names.every((one) => typeof one === 'string'))) {
          throw bad(`The "active_domains" of ${place} is not a list of names.`, place, names);
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
