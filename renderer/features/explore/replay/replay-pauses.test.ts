import { expect, it } from 'vitest';
import { replayPauses } from './many-replay.tsx';

const turn = (time: string | null) =>
  ({ utterances: [{ time }] }) as Parameters<typeof replayPauses>[0][number];

it('scales pauses with the waits, within limits', () => {
  const at = (minute: number) => turn(new Date(Date.UTC(2026, 2, 1, 9, minute)).toISOString());
  expect(replayPauses([at(0), at(1), at(3), at(4), at(4), at(2000)])).toEqual([
    900, 1800, 900, 200, 4000, 900,
  ]);
});

it('makes all pauses equal if no times are known', () => {
  expect(replayPauses([turn(null), turn(null)])).toEqual([900, 900]);
});
