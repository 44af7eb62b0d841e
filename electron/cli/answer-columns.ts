import { type AnswerColumn, type Answerer, columnKey, NO_EXAMPLES } from '#shared/contract/generation.ts';
import { choice, integer, required, text, texts, usage, type Values } from './arguments.ts';
import { temperatureOf } from './model-options.ts';

/** Options that say which columns answer; see `readColumns`. */
export const COLUMN_OPTIONS = {
  column: { type: 'string', multiple: true },
  methods: { type: 'string' },
  answer: { type: 'string' },
  provider: { type: 'string' },
  model: { type: 'string' },
  temperature: { type: 'string' },
  'max-output-tokens': { type: 'string' },
} as const;

/**
 * The columns of `--column METHOD[:ANSWERER]`, any number of them, in their order, behind those of `--methods LIST`,
 * which share one answerer. METHOD is one of `known`, `all` for each of these or `none`; ANSWERER is `consensus`,
 * `first` or PROVIDER/MODEL, and without one who answers `--methods`. Columns that come twice count once.
 * @throws DialogramError INVALID where a word is not known
 */
export function readColumns(values: Values, known: readonly string[], command: string): AnswerColumn[] {
  const shared = sharedAnswerer(values, command);
  const listed = (text(values, 'methods') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => [name, shared] as const);
  const single = texts(values, 'column').map((given) => {
    // A model's name may hold colons and slashes; a method's and a provider's do not.
    const [, method, named] = /^([^:]*)(?::(.*))?$/s.exec(given.trim()) ?? [];
    return [method, named === undefined ? shared : answererNamed(named, given, values, command)] as const;
  });
  if (listed.length + single.length === 0) throw usage(command, '--column or --methods is missing.');
  const columns = [...listed, ...single].flatMap(([name, answerer]) =>
    methodsNamed(name, known, command).map((method) => ({ method, answerer })),
  );
  const alone = columns.find(({ method, answerer }) => method === NO_EXAMPLES && answerer.kind !== 'model');
  if (alone) {
    throw usage(
      command,
      'Without examples only a model can answer: --column none:PROVIDER/MODEL.',
      columnKey(alone),
    );
  }
  return [...new Map(columns.map((column) => [columnKey(column), column])).values()];
}

function methodsNamed(name: string, known: readonly string[], command: string): readonly string[] {
  if (name === 'all') return known;
  if (known.includes(name) || name === NO_EXAMPLES) return [name];
  throw usage(command, `There is no method "${name}". The methods are ${known.join(', ')}.`, name);
}

function answererNamed(named: string, given: string, values: Values, command: string): Answerer {
  if (named === 'consensus' || named === 'first') return { kind: named };
  const [, provider, model] = /^([^/]+)\/(.+)$/s.exec(named) ?? [];
  if (provider !== undefined && model !== undefined) return modelOf(provider, model, values, command);
  throw usage(
    command,
    `--column takes METHOD[:consensus|first|PROVIDER/MODEL]; "${named}" is none of these answerers.`,
    given,
  );
}

/** Who answers a column that does not say it itself. */
function sharedAnswerer(values: Values, command: string): Answerer {
  const given = text(values, 'answer');
  if (text(values, 'provider') === null && text(values, 'model') === null)
    return { kind: choice(values, 'answer', ['consensus', 'first'] as const, command) ?? 'consensus' };
  if (given !== null) throw usage(command, 'Give --answer or a model, not both.');
  return modelOf(required(values, 'provider', command), required(values, 'model', command), values, command);
}

function modelOf(provider: string, model: string, values: Values, command: string): Answerer {
  return {
    kind: 'model',
    provider,
    model,
    temperature: temperatureOf(values, command),
    seed: integer(values, 'seed', command) ?? 1,
    maxOutputTokens: integer(values, 'max-output-tokens', command, 1) ?? 512,
  };
}
