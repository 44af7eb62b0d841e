import { type EvaluationInput, evaluationInputSchema } from '#shared/contract/evaluation.ts';

/** The values of the evaluation form; numbers as typed. */
export interface EvaluationForm {
  readonly tagger: EvaluationInput['tagger'];
  readonly methods: readonly string[];
  /** In percent. */
  readonly heldOut: string;
  readonly examples: string;
  readonly seed: string;
  /** Number of dialogues; empty for all. */
  readonly limit: string;
  readonly trainLimit: string;
  readonly textOnly: boolean;
}

export const START_FORM: EvaluationForm = {
  tagger: 'run',
  methods: [
    'random',
    'bm25-last',
    'bm25-3',
    'bm25-dialogue',
    'dense',
    'rrf',
    'dfa-rag',
    'dfa-paper',
    'context',
    'context-ranker',
  ],
  heldOut: '10',
  examples: '5',
  seed: '1',
  limit: '',
  trainLimit: '',
  textOnly: false,
};

type EvaluationErrors = Partial<Record<keyof EvaluationForm, string>>;

function whole(text: string, least: number, most: number): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
}

/** Returns an error message for each invalid field. */
export function errorsOf(form: EvaluationForm): EvaluationErrors {
  const errors: EvaluationErrors = {};
  const share = Number(form.heldOut);
  if (form.heldOut.trim() === '' || !(share > 0 && share < 100)) {
    errors.heldOut = 'Enter a share above 0 % and below 100 %.';
  }
  if (!whole(form.examples, 1, 50)) errors.examples = 'Enter a whole number from 1 to 50.';
  if (!whole(form.seed, 0, Number.MAX_SAFE_INTEGER)) errors.seed = 'Enter a whole number, 0 or more.';
  for (const field of ['limit', 'trainLimit'] as const) {
    if (form[field].trim() !== '' && !whole(form[field], 1, Number.MAX_SAFE_INTEGER)) {
      errors[field] = 'Enter a whole number of 1 or more, or leave empty for all.';
    }
  }
  if (form.methods.length === 0) errors.methods = 'Choose at least one method.';
  return errors;
}

/** Returns the input for the backend; null if a field is invalid. */
export function inputOf(form: EvaluationForm): EvaluationInput | null {
  if (Object.keys(errorsOf(form)).length > 0) return null;
  const limitOf = (text: string) => (text.trim() === '' ? null : Number(text));
  return (
    evaluationInputSchema.safeParse({
      from: { kind: 'project', heldOutShare: Number(form.heldOut) / 100 },
      tagger: form.tagger,
      methods: form.methods,
      examples: Number(form.examples),
      seed: Number(form.seed),
      limit: limitOf(form.limit),
      trainLimit: limitOf(form.trainLimit),
      textOnly: form.textOnly,
    }).data ?? null
  );
}

/** Selects or deselects a method, keeping the order of the list. */
export function toggleMethod(form: EvaluationForm, name: string, all: readonly string[]): EvaluationForm {
  const wanted = form.methods.includes(name)
    ? form.methods.filter((other) => other !== name)
    : [...form.methods, name];
  return { ...form, methods: all.filter((other) => wanted.includes(other)) };
}
