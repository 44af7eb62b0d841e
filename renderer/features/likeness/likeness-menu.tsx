import { useMutation, useQuery } from '@tanstack/react-query';
import type { Likeness } from '#shared/contract/base.ts';
import type { LikenessWay } from '#shared/contract/likeness.ts';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { chooseLikeness, useChosenLikeness } from './likeness-state.ts';
import { likenessQueries } from './queries.ts';
import { usableWay, wayEntries } from './way-entries.ts';

const NO_WAYS: readonly LikenessWay[] = [];

/** Returns how turns are compared: the last choice if it is available here, else by words. */
export function useLikeness(ofText = false): Likeness {
  const ways = useQuery(likenessQueries(useApi().client).ways).data ?? NO_WAYS;
  return usableWay(
    ways,
    useChosenLikeness((state) => state.by),
    ofText,
  );
}

/** Chooses how turns are compared, and encodes turns if an encoder needs it. */
export function LikenessMenu({
  by,
  onChoose = chooseLikeness,
  ofText = false,
  className = 'button button-small rigid',
}: {
  readonly by: Likeness;
  readonly onChoose?: (by: Likeness) => void;
  /** True if the query is typed text; else it is a turn. */
  readonly ofText?: boolean;
  readonly className?: string;
}) {
  const { client } = useApi();
  const ways = useQuery(likenessQueries(client).ways).data ?? NO_WAYS;
  const encode = useMutation({
    mutationFn: async ({ by: encoder }: LikenessWay) => {
      if (encoder !== 'words') await client.comparison.encode({ encoder, everyRound: true });
    },
    meta: about('jobs'),
    onError: tellError,
  });
  const title = by === 'words' ? 'words' : (ways.find((way) => way.by === by)?.title ?? 'words');
  const name = `${ofText ? 'Nearest' : 'Similar'} by ${title}`;
  return (
    <Menu
      label={ofText ? 'Nearest by' : 'Alike by'}
      className={className}
      title="Choose how to find similar turns"
      entries={wayEntries(ways, by, ofText, { choose: onChoose, encode: (way) => encode.mutate(way) })}
    >
      <span className="clip">{name}</span>
      <Icon name="chevron-down" />
    </Menu>
  );
}
