import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { type Likeness, likenessSchema } from '#shared/contract/base.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { LikenessWay } from '#shared/contract/likeness.ts';
import { formatShare } from '#shared/domain/figure-text.ts';
import type { RoundId, RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { about, question } from '../../client/queries.ts';
import { readStored, writeStored } from '../../ui/hooks/preferences.ts';
import { Menu, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { useAction } from '../../ui/overlays/toasts.tsx';
import { Icon } from '../../ui/text/icon.tsx';

const KEY = 'likeness';

/** The last choice of how turns are compared, stored in this browser or on this computer. */
const useChosenLikeness = create<{ readonly by: Likeness }>(() => ({
  by: likenessSchema.catch('words').parse(readStored<unknown>(KEY, 'words')),
}));

export function chooseLikeness(by: Likeness): void {
  useChosenLikeness.setState({ by });
  writeStored(KEY, by);
}

export const likenessQueries = ({ likeness }: DialogramClient) => ({
  ways: question('likeness.ways', likeness.ways, undefined, about('corpus', 'jobs')),
  nearest: (round: RoundId, by: Likeness, run: RunId | null, limit: number) =>
    question(
      'likeness.nearest',
      likeness.nearest,
      { to: { round }, by, run, limit },
      about('corpus', 'tags', 'runs', 'jobs'),
    ),
});

/** True if a way of comparing is available: for a turn, or for any text. */
const canAsk = (way: LikenessWay, ofText: boolean): boolean =>
  way.problem === null && (!ofText || way.takesText);

/** Returns the chosen way if it is available here, else words. */
export const usableWay = (ways: readonly LikenessWay[], chosen: Likeness, ofText: boolean): Likeness =>
  ways.some((way) => way.by === chosen && canAsk(way, ofText)) ? chosen : 'words';

function hintOf(way: LikenessWay, ofText: boolean): string {
  if (way.by === 'words') return 'Turns that share words, especially rare ones.';
  if (way.problem !== null) return way.problem;
  if (ofText && !way.takesText)
    return 'It cannot search for text, because it only knows turns that were sent to it.';
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
    return [{ kind: 'line' }, { label: `Encoding with ${title}`, hint, disabled: true, onSelect }];
  }
  const minutes = Math.max(1, Math.ceil(secondsAtMost / 60));
  const hint = `Takes about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} in the background. You can cancel it and continue later.`;
  return [{ kind: 'line' }, { label: `Encode the turns with ${title}`, hint, onSelect }];
}

const NO_WAYS: readonly LikenessWay[] = [];

export function useLikeness(ofText = false): Likeness {
  const ways = useQuery(likenessQueries(useApi().client).ways).data ?? NO_WAYS;
  return usableWay(
    ways,
    useChosenLikeness((state) => state.by),
    ofText,
  );
}

export function LikenessMenu({
  by,
  onChoose = chooseLikeness,
  ofText = false,
}: {
  readonly by: Likeness;
  readonly onChoose?: (by: Likeness) => void;
  /** True if the query is typed text; else it is a turn. */
  readonly ofText?: boolean;
}) {
  const { client } = useApi();
  const ways = useQuery(likenessQueries(client).ways).data ?? NO_WAYS;
  const encode = useAction(
    async ({ by: encoder }: LikenessWay) => {
      if (encoder !== 'words') await client.comparison.encode({ encoder, everyRound: true });
    },
    { meta: about('jobs') },
  );
  const title = by === 'words' ? 'words' : (ways.find((way) => way.by === by)?.title ?? 'words');
  const name = `${ofText ? 'Nearest' : 'Similar'} by ${title}`;
  return (
    <Menu
      label={ofText ? 'Nearest by' : 'Alike by'}
      className="button button-small rigid"
      title="Choose how to find similar turns"
      entries={wayEntries(ways, by, ofText, { choose: onChoose, encode: (way) => encode.mutate(way) })}
    >
      <span className="clip">{name}</span>
      <Icon name="chevron-down" />
    </Menu>
  );
}
