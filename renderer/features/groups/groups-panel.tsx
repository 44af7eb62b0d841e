import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { CLEAR } from '#shared/algorithms/populations/compare-populations.ts';
import type { GroupDifference } from '#shared/contract/analysis.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import {
  figureText,
  formatAmount,
  formatCount,
  formatShare,
  intervalWords,
} from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, pageOf, question } from '../../client/queries.ts';
import { usePagedRows } from '../../client/use-paged-rows.ts';
import { patternText } from '../../project/describe.ts';
import { bothWheres, useDialogueFilter } from '../../project/dialogue-filter.ts';
import { placesOf } from '../../project/selection.ts';
import { filterBy, goTo, showTab, useView } from '../../project/view.ts';
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { DropMenu, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { EmptyState, FailedState, LoadingState, ResultLine } from '../../ui/state/notice.tsx';
import { filterQueries, WhereField } from '../filters/index.ts';
import {
  changeGroups,
  contentPairs,
  LEAST_DIALOGUES,
  monthPair,
  otherGroup,
  useGroups,
  valuePairs,
} from './pairs.ts';

interface GroupsInput {
  readonly run: RunId | null;
  readonly left: string;
  readonly right: string;
}

const groupQueries = {
  compare: (asked: GroupsInput, page: number) =>
    question(
      'groups',
      client.analysis.compare,
      { ...asked, ...pageOf(page) },
      about('corpus', 'tags', 'runs'),
    ),
};

type ComparedGroups = Omit<Awaited<ReturnType<DialogramClient['analysis']['compare']>>, 'both'>;

const isClear = ({ q, byDefinition }: Pick<GroupDifference, 'q' | 'byDefinition'>): boolean =>
  q <= CLEAR && !byDefinition;

export function describeGroups({ left, right, total, clear, byDefinition, items }: ComparedGroups): string {
  const sizes = `${formatAmount(left, 'dialogue')} in A, ${formatCount(right)} in B`;
  const [first] = items;
  if (!first) return `Nothing to compare: no pattern is shared by at least five dialogues (${sizes}).`;
  if (!isClear(first))
    return `${byDefinition > 0 ? 'Apart from what defines them, the' : 'The'} groups look alike: none of ${formatAmount(total - byDefinition, 'pattern')} differs by more than chance (${sizes}).`;
  const [more, less] = first.difference > 0 ? (['A', 'B'] as const) : (['B', 'A'] as const);
  const shares = [first.left / left, first.right / right].map((share) => formatShare(share));
  const [high, low] = more === 'A' ? shares : shares.toReversed();
  const sign = Math.sign(first.difference);
  const [lower, upper] = [sign * first.lower, sign * first.upper].sort((a, b) => a - b);
  const size = figureText(Math.abs(first.difference), { share: true });
  const sure = intervalWords({ lower: lower ?? null, upper: upper ?? null }, { share: true });
  return [
    `More dialogues in ${more} ${patternText(first.pattern)}: ${high}, compared with ${low} in ${less} (${size} points; ${sure}; ${sizes}).`,
    clear > 1 && `${formatAmount(clear - 1, 'more pattern differs', 'more patterns differ')} clearly.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const QUIET_MS = 300;
const ROW_PX = 50;

interface GroupsPanelProps {
  readonly run: RunId | null;
  readonly graph: AutomatonGraph | undefined;
}

export function GroupsPanel({ run, graph }: GroupsPanelProps) {
  const { left, right } = useGroups();
  const groups = useMemo(() => ({ left, right }), [left, right]);
  const ready = useReadyPairs(run);
  const { where } = useDialogueFilter();
  const settled = useSettledValue(groups, QUIET_MS);
  const isAsked = settled.left.trim() !== '';
  // Compares only dialogues that pass the filter of all views.
  const asked = {
    run,
    left: bothWheres(where, settled.left),
    right: where.trim() === '' ? settled.right : bothWheres(where, otherGroup(settled)),
  };
  const key = JSON.stringify(asked);
  const { rows, error, retry, onRange } = usePagedRows(
    (page) => ({ ...groupQueries.compare(asked, page), enabled: isAsked }),
    key,
  );
  const open = (index: number) => {
    const row = rows?.itemAt(index);
    if (!row) return;
    const more = row.difference < 0 ? otherGroup(asked) : asked.left;
    goTo({ kind: 'pattern', run, where: more, pattern: row.pattern });
  };
  const sizes = rows?.first;
  const [insisted, setInsisted] = useState('');
  const smallest = sizes ? Math.min(sizes.left, sizes.right) : LEAST_DIALOGUES;
  const isRefused = smallest < LEAST_DIALOGUES && insisted !== key;
  return (
    <section className="groups stack grow shrink-down" aria-label="Compare two groups of dialogues">
      <ReadyPairs pairs={ready} where={where} />
      <div className="halves gap-4 pad-3 line-below">
        <div className="form-grid">
          <WhereField
            label="Group A: dialogues where"
            where={groups.left}
            run={run}
            onChange={(next) => changeGroups({ left: next })}
          />
        </div>
        <div className="form-grid">
          <WhereField
            label="Group B: dialogues where"
            placeholder="all others"
            where={groups.right}
            run={run}
            onChange={(next) => changeGroups({ right: next })}
          />
        </div>
      </div>
      {!isAsked && (
        <EmptyState
          title="Choose two groups to compare"
          action={ready.slice(0, MOST_OFFERED).map(({ name, about, left, right }) => (
            <Button key={name} title={about} onClick={() => changeGroups({ left, right })}>
              {name}
            </Button>
          ))}
        >
          Choose a pair, or write a condition for group A, such as one brand or one month. Without a
          condition, group B is all other dialogues.
        </EmptyState>
      )}
      {isAsked && error !== null && <FailedState error={error} onRetry={retry} />}
      {isAsked && error === null && !rows && <LoadingState label="Comparing…" />}
      {isAsked && error === null && sizes && isRefused && (
        <EmptyState
          title={`Group ${sizes.left === smallest ? 'A' : 'B'} has only ${formatAmount(smallest, 'dialogue')}`}
          action={
            <Button onClick={() => setInsisted(key)} disabled={smallest === 0}>
              Compare anyway
            </Button>
          }
        >
          At least {LEAST_DIALOGUES} dialogues in each group are needed for a reliable comparison. Choose a
          larger group, or compare anyway.
        </EmptyState>
      )}
      {isAsked && error === null && sizes && !isRefused && (
        <div className="row-2 apart pad-2-3 small">
          <div className="stack-1">
            <ResultLine sentences={[describeGroups(sizes)]} />
            <p className="quiet">
              {formatAmount(sizes.total, 'pattern')} shared by at least five dialogues, clearest difference
              first.
              {sizes.byDefinition > 0 &&
                ` ${formatAmount(sizes.byDefinition, 'pattern differs', 'patterns differ')} only because of how the groups are defined; these come last.`}
              {sizes.both > 0 &&
                ` ${formatAmount(sizes.both, 'dialogue is', 'dialogues are')} in both groups and left out here.`}
            </p>
          </div>
          {graph && <OnGraph graph={graph} />}
        </div>
      )}
      {isAsked && error === null && rows && rows.total > 0 && !isRefused && (
        <VirtualList
          key={key}
          label="Differences, clearest first"
          total={rows.total}
          rowHeight={ROW_PX}
          itemAt={rows.itemAt}
          keyOf={(row) => JSON.stringify(row.pattern)}
          onOpen={open}
          onRange={onRange}
        >
          {(row) => <DifferenceView row={row} of={rows.first} />}
        </VirtualList>
      )}
    </section>
  );
}

function OnGraph({ graph }: { readonly graph: AutomatonGraph }) {
  const place = useView((view) => view.place);
  const pattern = place.kind === 'pattern' ? place.pattern : null;
  const isLit = useMemo(() => pattern !== null && placesOf(pattern, graph) !== null, [pattern, graph]);
  const title =
    pattern === null
      ? 'Choose a row to highlight it on the graph'
      : isLit
        ? `Highlights where dialogues ${patternText(pattern)}`
        : 'This row has no state or transition on the graph';
  return (
    <Button small disabled={!isLit} title={title} onClick={() => showTab('graph')}>
      Show on the graph
    </Button>
  );
}

const MOST_OFFERED = 3;

function useReadyPairs(run: RunId | null) {
  const { data: fields = [] } = useQuery(filterQueries.fields(run));
  const months = monthPair(fields);
  return [...(months ? [months] : []), ...contentPairs(fields), ...valuePairs(fields)];
}

interface ReadyPairsProps {
  readonly pairs: ReturnType<typeof useReadyPairs>;
  readonly where: string;
}

function ReadyPairs({ pairs, where }: ReadyPairsProps) {
  const entries = pairs.map(
    ({ name, about, left, right }): MenuEntry => ({
      label: name,
      hint: about,
      onSelect: () => changeGroups({ left, right }),
    }),
  );
  if (where.trim() !== '')
    entries.unshift({
      label: 'The filter / the rest',
      hint: 'Use the current filter as group A',
      onSelect: () => {
        changeGroups({ left: where, right: '' });
        filterBy('');
      },
    });
  if (entries.length === 0) return null;
  return (
    <div className="pad-0-3 pad-top-2">
      <DropMenu small label="Suggested groups" entries={entries} />
    </div>
  );
}

interface DifferenceViewProps {
  readonly row: GroupDifference;
  readonly of: { readonly left: number; readonly right: number };
}

function DifferenceView({ row, of }: DifferenceViewProps) {
  const [a, b] = [row.left / of.left, row.right / of.right];
  const points = (share: number): string => figureText(share, { share: true, signed: true });
  return (
    <div className={`difference ${isClear(row) ? '' : 'unclear'}`}>
      <div className="clip">{patternText(row.pattern)}</div>
      <div className="row-3 small">
        <span className="stack rigid difference-bars fill-2" aria-hidden="true">
          <span className="difference-bar a" style={{ width: `${100 * a}%` }} />
          <span className="difference-bar b" style={{ width: `${100 * b}%` }} />
        </span>
        <span>
          A {formatShare(a)}, B {formatShare(b)}
        </span>
        <strong>{points(row.difference)}</strong>
        <span className="quiet">
          [{points(row.lower)}, {points(row.upper)}]
          {row.byDefinition ? ' by definition' : isClear(row) ? '' : ' may be chance'}
        </span>
      </div>
    </div>
  );
}
