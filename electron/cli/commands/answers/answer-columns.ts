import {
  type AgentSpec,
  type Answerer,
  agentKey,
  type FeatureAgent,
  type ModelAnswerer,
  modelAnswererSchema,
  NO_EXAMPLES,
  withModel,
} from '#shared/domain/agent.ts';
import type { Arguments } from '../../arguments.ts';

/**
 * Reads `--methods LIST`, then each `--column METHOD[:ANSWERER]`, then `flow:NAME` and `worksheets:NAME`. METHOD may
 * also be `known`, `all` or `none`. ANSWERER is `consensus`, `first` or PROVIDER/MODEL. A repeated column counts once.
 * @throws DialogramError INVALID for an unknown word
 */
export function readColumns(
  given: Arguments,
  known: readonly string[],
  offered: readonly string[],
): AgentSpec[] {
  const shared = sharedAnswerer(given);
  const listed = (given.list('methods') ?? []).map((name) => [name, shared] as const);
  const methods = given.texts('column').filter((column) => !agentNamed(column.trim(), given));
  const single = methods.map((column) => {
    // Only the name of a model may contain colons and slashes.
    const [, method = '', named] = /^([^:]*)(?::(.*))?$/s.exec(column.trim()) ?? [];
    return [method, named === undefined ? shared : answererNamed(named, column, given)] as const;
  });
  const featured = given.texts('column').flatMap((column) => agentNamed(column.trim(), given) ?? []);
  if (listed.length + single.length + featured.length === 0)
    throw given.wrong('--column or --methods is missing.');
  const found = [...listed, ...single].flatMap(([name, answerer]) =>
    methodsNamed(name, known, offered, given).map((method) => ({ method, answerer })),
  );
  const alone = found.find(({ method, answerer }) => method === NO_EXAMPLES && answerer.kind !== 'model');
  if (alone) {
    throw given.wrong(
      'Without examples, only a model can answer: --column none:PROVIDER/MODEL.',
      agentKey(alone),
    );
  }
  const columns: AgentSpec[] = [...found, ...featured];
  return [...new Map(columns.map((column) => [agentKey(column), column])).values()];
}

/** Reads `flow:NAME[=PROVIDER/MODEL]` and `worksheets:NAME[=PROVIDER/MODEL]`; null for other columns. */
function agentNamed(column: string, given: Arguments): FeatureAgent | null {
  // The name of a flow may contain "=". The id of a provider contains neither "=" nor a space.
  const [, kind, name, provider, model] =
    /^(flow|worksheets):(.+?)(?:=([^\s/=]+)\/(\S+))?$/s.exec(column) ?? [];
  if (kind === undefined || name === undefined) return null;
  const agent =
    kind === 'flow'
      ? { kind, title: `Flow ${name}`, flow: name }
      : { kind, title: `Worksheets ${name}`, worksheet: name };
  return provider === undefined || model === undefined
    ? agent
    : withModel(agent, modelOf(provider, model, given));
}

function methodsNamed(
  name: string,
  known: readonly string[],
  offered: readonly string[],
  given: Arguments,
): readonly string[] {
  if (name === 'all') return offered;
  if (known.includes(name) || name === NO_EXAMPLES) return [name];
  throw given.wrong(`There is no method "${name}". The methods are ${known.join(', ')}.`, name);
}

function answererNamed(named: string, column: string, given: Arguments): Answerer {
  if (named === 'consensus' || named === 'first') return { kind: named };
  const [, provider, model] = /^([^/]+)\/(.+)$/s.exec(named) ?? [];
  if (provider !== undefined && model !== undefined) return modelOf(provider, model, given);
  throw given.wrong(`--column must be METHOD[:consensus|first|PROVIDER/MODEL], not "${named}".`, column);
}

function sharedAnswerer(given: Arguments): Answerer {
  if (given.text('provider') === null && given.text('model') === null)
    return { kind: given.choice('answer', ['consensus', 'first']) ?? 'consensus' };
  if (given.text('answer') !== null) throw given.wrong('Use either --answer or a model, not both.');
  return namedModel(given);
}

export const namedModel = (given: Arguments): ModelAnswerer =>
  modelOf(given.required('provider'), given.required('model'), given);

const modelOf = (provider: string, model: string, given: Arguments): ModelAnswerer =>
  given.input(modelAnswererSchema, { kind: 'model', provider, model });
