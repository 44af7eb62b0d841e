import { describe, expect, it } from 'vitest';
import type { NamedMove } from '#shared/contract/move-naming.ts';
import { describeNaming } from './naming-page.tsx';

const move = (
  name: string,
  clusters: number,
  { by = 'model', role = 'user' }: Partial<Pick<NamedMove, 'by' | 'role'>> = {},
): NamedMove => ({ role, name, by, clusters, turns: 10 * clusters, before: [], sentences: [] });
const agent = { role: 'system' } as const;

describe('the result of naming moves', () => {
  it('counts what the model named', () => {
    expect(
      describeNaming([
        move('asks-for-help', 3),
        move('thanks', 3),
        move('greets', 4, agent),
        move('says-hi', 1, agent),
        move('confirms', 3, agent),
        move('own', 1, { by: 'none' }),
        move('mine', 2, { by: 'person' }),
      ]),
    ).toEqual({ sentences: ['The model named 14 of 15 clusters, using 5 names.'], doubtful: false });
  });

  it('advises against names that are all alike', () => {
    expect(
      describeNaming([move('ask-order-number', 22), move('thank', 2), move('greets', 2, agent)]),
    ).toEqual({
      sentences: [
        'The model named 26 of 26 clusters, using 3 names.',
        'The model named 22 of 24 customer clusters “ask-order-number”.',
        'These names are too vague. Keep your current names, or try a larger model.',
      ],
      doubtful: true,
    });
  });

  it('advises against names if most clusters have none', () => {
    const { doubtful, sentences } = describeNaming([move('thank', 1), move('own', 2, { by: 'none' })]);
    expect(doubtful).toBe(true);
    expect(sentences).toContain('The model named 1 of 3 clusters, using 1 name.');
  });

  it('says nothing where people named everything', () => {
    expect(describeNaming([move('mine', 2, { by: 'person' })])).toEqual({ sentences: [], doubtful: false });
  });
});
