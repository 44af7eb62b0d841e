import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { type Likeness, likenessSchema } from '#shared/contract/base.ts';
import type { LikenessMethod } from '#shared/contract/likeness.ts';
import { formatShare } from '#shared/domain/figure-text.ts';
import type { RunId, TurnId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { readStored, writeStored } from '../../ui/hooks/preferences.ts';
import { DropMenu, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { useAction } from '../../ui/overlays/toasts.tsx';

const KEY = 'likeness';

/** The last choice of how turns are compared, stored in this browser or on this computer. */
const useChosenLikeness = create<{ readonly by: Likeness }>(() => ({
  by: likenessSchema.catch('words').parse(readStored<unknown>(KEY, 'words')),
}));

export function chooseLikeness(by: Likeness): void {
  useChosenLikeness.setState({ by });
  writeStored(KEY, by);
}

export const likenessQueries = {
  methods: question('likeness.methods', client.likeness.methods, undefined, about('corpus', 'jobs')),
  nearest: (turn: TurnId, by: Likeness, run: RunId | null, limit: number) =>
    question(
      'likeness.nearest',
      client.likeness.nearest,
      { to: { turn }, by, run, limit },
      about('corpus', 'tags', 'runs', 'jobs'),
    ),
};

const canAsk = (method: LikenessMethod, ofText: boolean): boolean =>
  method.problem === null && (!ofText || method.takesText);

/** Returns the chosen method if it is available here, else words. */
export const usableMethod = (
  methods: readonly LikenessMethod[],
  chosen: Likeness,
  ofText: boolean,
): Likeness => (methods.some((method) => method.by === chosen && canAsk(method, ofText)) ? chosen : 'words');

function hintOf(method: LikenessMethod, ofText: boolean): string {
  if (method.by === 'words') return 'Turns that share words, especially rare ones.';
  if (method.problem !== null) return method.problem;
  if (ofText && !method.takesText)
    return 'You cannot search for typed text with this model, because the text would be sent to the provider. Search from a turn instead.';
  if (method.share >= 1) return 'Turns with a similar meaning, even if the wording differs.';
  return `Turns with a similar meaning, even if the wording differs. ${formatShare(method.share)} of the turns are encoded.`;
}

export function methodEntries(
  methods: readonly LikenessMethod[],
  by: Likeness,
  ofText: boolean,
  {
    choose,
    encode,
  }: { readonly choose: (by: Likeness) => void; readonly encode: (method: LikenessMethod) => void },
): MenuEntry[] {
  return [
    { kind: 'heading', label: ofText ? 'Nearest by' : 'Similar by' },
    ...methods.map(
      (method): MenuEntry => ({
        label: method.title,
        hint: hintOf(method, ofText),
        checked: method.by === by,
        disabled: !canAsk(method, ofText),
        onSelect: () => choose(method.by),
      }),
    ),
    ...methods.flatMap((method) => encodeEntry(method, () => encode(method))),
  ];
}

function encodeEntry(
  { title, share, secondsAtMost, job }: LikenessMethod,
  onSelect: () => void,
): MenuEntry[] {
  if (secondsAtMost === null || share >= 1) return [];
  if (job !== null) {
    const hint = `${formatShare(share)} of the turns are encoded.`;
    return [{ kind: 'line' }, { label: `Encoding with ${title}`, hint, disabled: true, onSelect }];
  }
  const minutes = Math.max(1, Math.ceil(secondsAtMost / 60));
  const hint = `Takes about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} in the background. You can cancel and continue later.`;
  return [{ kind: 'line' }, { label: `Encode the turns with ${title}`, hint, onSelect }];
}

const NO_METHODS: readonly LikenessMethod[] = [];

export function useLikeness(ofText = false): Likeness {
  const methods = useQuery(likenessQueries.methods).data ?? NO_METHODS;
  return usableMethod(
    methods,
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
  readonly ofText?: boolean;
}) {
  const methods = useQuery(likenessQueries.methods).data ?? NO_METHODS;
  const encode = useAction(
    async ({ by: encoder }: LikenessMethod) => {
      if (encoder !== 'words') await client.comparison.encode({ encoder, everyTurn: true });
    },
    { meta: about('jobs') },
  );
  const title = by === 'words' ? 'words' : (methods.find((method) => method.by === by)?.title ?? 'words');
  const name = `${ofText ? 'Nearest' : 'Similar'} by ${title}`;
  return (
    <DropMenu
      small
      className="rigid"
      label={ofText ? 'Nearest by' : 'Similar by'}
      title="Choose how to find similar turns"
      entries={methodEntries(methods, by, ofText, {
        choose: onChoose,
        encode: (method) => encode.mutate(method),
      })}
    >
      <span className="clip">{name}</span>
    </DropMenu>
  );
}
