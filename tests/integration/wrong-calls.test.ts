import { expect, it } from 'vitest';
import { createRandom, type Random } from '#shared/algorithms/random/random.ts';
import { contract } from '#shared/contract/contract.ts';
import { errorMap } from '#shared/contract/errors.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { makeProject, openPage, startTestBackend, tagWith } from '../fixtures/project.ts';

/** Calls per method: 300 in `npm run soak`. */
const CALLS = Number(process.env.DIALOGRAM_WRONG_CALLS ?? 2);
const SEED = 34;

const NUMBERS = [-1, 0, 1, 2, 7, 0.5, 1e9, 2 ** 53, -0, Number.NaN, Number.POSITIVE_INFINITY];
const TEXTS = [
  '',
  ' ',
  'a',
  '1',
  '%',
  '%zz',
  '\0',
  '../..',
  '/',
  '\ud800',
  '{}',
  '__proto__',
  'x'.repeat(5000),
];
const OTHERS = [null, undefined, true, 5n, [], {}, [[]], new Date(0), new Map(), Buffer.from('a')];

interface Schema {
  readonly def: {
    readonly type: string;
    readonly shape?: Readonly<Record<string, Schema>>;
    readonly element?: Schema;
    readonly innerType?: Schema;
    readonly in?: Schema;
    readonly options?: readonly Schema[];
    readonly entries?: Readonly<Record<string, unknown>>;
    readonly values?: readonly unknown[];
    readonly valueType?: Schema;
    readonly getter?: () => Schema;
  };
}

const oneOf = (random: Random, list: readonly unknown[]): unknown => list[random.integer(list.length)];
const anything = (random: Random): unknown => oneOf(random, [...NUMBERS, ...TEXTS, ...OTHERS]);

function almost(schema: Schema | undefined, random: Random, depth = 0): unknown {
  if (!schema || depth > 6 || random.integer(8) === 0) return anything(random);
  const { def } = schema;
  const within = (part: Schema | undefined): unknown => almost(part, random, depth + 1);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape ?? {}).map(([key, part]) => [key, within(part)]));
    case 'array':
      return Array.from({ length: random.integer(3) }, () => within(def.element));
    case 'record':
      return { a: within(def.valueType) };
    case 'union':
      return within(oneOf(random, def.options ?? []) as Schema);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return random.integer(3) === 0 ? oneOf(random, [null, undefined]) : within(def.innerType);
    case 'pipe':
      return within(def.in);
    case 'lazy':
      return within(def.getter?.());
    case 'enum':
      return oneOf(random, Object.values(def.entries ?? {}));
    case 'literal':
      return oneOf(random, def.values ?? []);
    case 'string':
      return oneOf(random, TEXTS);
    case 'number':
      return oneOf(random, NUMBERS);
    case 'boolean':
      return random.integer(2) === 0;
    default:
      return anything(random);
  }
}

interface Part {
  readonly '~orpc': { readonly inputSchema?: Schema };
}

/** The methods with their schemas; those that end what is open come last. */
const METHODS = Object.entries(contract as unknown as Record<string, Record<string, Part>>)
  .flatMap(([feature, methods]) =>
    Object.entries(methods).map(([name, part]) => ({ feature, name, schema: part['~orpc'].inputSchema })),
  )
  .sort((a, b) => Number(a.feature === 'projects') - Number(b.feature === 'projects'));

it(`names the error of ${CALLS} wrong calls of each of ${METHODS.length} methods, and leaves the project whole`, async () => {
  const random = createRandom(SEED);
  const { client, path, folder, backend } = await makeProject(supportCalls(10));
  await tagWith(client, 'annotations');
  const unnamed: string[] = [];
  const counts = { answered: 0, refused: 0 };
  for (const { feature, name, schema } of METHODS) {
    for (let call = 0; call < CALLS; call++) {
      const input = almost(schema, random);
      const method = (client as unknown as Record<string, Record<string, (input: unknown) => unknown>>)[
        feature
      ]?.[name];
      try {
        const answer = await method?.(input);
        counts.answered++;
        const stream = answer as AsyncIterator<unknown> | null;
        if (typeof stream?.return === 'function') await stream.return();
      } catch (error) {
        counts.refused++;
        const { code, message } = error as { code?: string; message: string };
        if (code === undefined || code === 'INTERNAL' || !(code in errorMap))
          unnamed.push(`${feature}.${name}: ${code} ${message.slice(0, 200)}`);
        if (code === 'NO_PROJECT' && feature !== 'projects') await client.projects.open({ path });
      }
    }
  }
  expect([...new Set(unnamed)]).toEqual([]);
  // Both happen often, so calls get beyond the check of their form.
  expect(counts.refused).toBeGreaterThan(METHODS.length / 2);
  expect(counts.answered).toBeGreaterThan(METHODS.length / 10);
  await backend.stop();
  const { client: again } = openPage(startTestBackend(folder));
  await again.projects.open({ path });
  expect((await again.health.integrity()).damage).toEqual([]);
}, 3_600_000);

it('refuses bytes and numbers that are too large, and names their place', async () => {
  const { client } = await makeProject(supportCalls(2));
  const list = (input: unknown) => client.findings.list(input as Parameters<typeof client.findings.list>[0]);
  const refused = { code: 'INVALID', data: { nextStep: 'Correct the value and try again.' } };
  await expect(list(Buffer.from('a'))).rejects.toMatchObject({
    ...refused,
    message: 'Binary data is not allowed here.',
  });
  await expect(list({ where: 5n })).rejects.toMatchObject({
    code: 'INVALID',
    message: 'This number is too large.',
    data: { place: 'where' },
  });
});
