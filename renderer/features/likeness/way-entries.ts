import type { Likeness } from '#shared/contract/base.ts';
import type { LikenessWay } from '#shared/contract/likeness.ts';
import { formatShare } from '#shared/domain/figure-text.ts';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';

/** True if a way of comparing is available: for a turn, or for any text. */
export const canAsk = (way: LikenessWay, ofText: boolean): boolean =>
  way.problem === null && (!ofText || way.takesText);

/** Returns the chosen way if it is available here, else words. */
export const usableWay = (ways: readonly LikenessWay[], chosen: Likeness, ofText: boolean): Likeness =>
  ways.some((way) => way.by === chosen && canAsk(way, ofText)) ? chosen : 'words';

function hintOf(way: LikenessWay, ofText: boolean): string {
  if (way.by === 'words') return 'Turns that share words, especially rare ones.';
  if (way.problem !== null) return way.problem;
  if (ofText && !way.takesText) return 'It only knows the turns that were sent to it.';
  if (way.share >= 1) return 'Turns with a similar meaning, even in other words.';
  return `Turns with a similar meaning, even in other words. ${formatShare(way.share)} of the turns are encoded.`;
}

/** Returns an entry per way of comparing, and for local encoders one that encodes turns without a vector. */
export function wayEntries(
  ways: readonly LikenessWay[],
  by: Likeness,
  ofText: boolean,
  {
    choose,
    encode,
  }: { readonly choose: (by: Likeness) => void; readonly encode: (way: LikenessWay) => void },
): MenuEntry[] {
  return [
    { kind: 'heading', label: ofText ? 'Nearest by' : 'Alike by' },
    ...ways.map(
      (way): MenuEntry => ({
        kind: 'action',
        label: way.title,
        hint: hintOf(way, ofText),
        checked: way.by === by,
        disabled: !canAsk(way, ofText),
        onSelect: () => choose(way.by),
      }),
    ),
    ...ways.flatMap((way) => encodeEntry(way, () => encode(way))),
  ];
}

function encodeEntry({ title, share, secondsAtMost, job }: LikenessWay, onSelect: () => void): MenuEntry[] {
  if (secondsAtMost === null || share >= 1) return [];
  if (job !== null) {
    const hint = `${formatShare(share)} of the turns are encoded.`;
    return [
      { kind: 'line' },
      { kind: 'action', label: `Encoding with ${title}`, hint, disabled: true, onSelect },
    ];
  }
  const minutes = Math.max(1, Math.ceil(secondsAtMost / 60));
  const hint = `Takes about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} in the background. You can cancel it and continue later.`;
  return [{ kind: 'line' }, { kind: 'action', label: `Encode the turns with ${title}`, hint, onSelect }];
}
