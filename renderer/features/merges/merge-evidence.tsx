import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { printableTag } from '#shared/algorithms/layout/labels/label-text.ts';
import { stateName } from '#shared/algorithms/layout/scene/describe.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { CandidateOrder, MergeEvidence, MergeSide } from '#shared/contract/merge-decisions.ts';
import { formatAmount, formatCount, formatShare, tooFew } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { KeyButton } from '../../commands/command-button.tsx';
import { type Command, defineCommands } from '../../commands/commands.ts';
import { goTo, openDialogue } from '../../project/view.ts';
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts';
import { type Column, FigureTable } from '../../ui/lists/figure-table.tsx';
import { FailedState, LoadingState, Notice, ResultLine, Unanswered } from '../../ui/state/notice.tsx';
import { ConsequenceList } from '../consequence/index.ts';

export const mergeCommands = defineCommands(
  'merges',
  { group: 'Merges', scope: 'merges', once: true },
  {
    merge: { title: 'Merge the two states', keys: ['M'] },
    never: { title: 'Never merge the two states', keys: ['N'] },
    pinFirst: { title: 'Never merge the first state', keys: ['1'] },
    pinSecond: { title: 'Never merge the second state', keys: ['2'] },
  },
);

interface Pair {
  readonly automaton: RunId;
  readonly left: number;
  readonly right: number;
}

export const mergeQueries = {
  candidates: (automaton: RunId, order: CandidateOrder) =>
    question('merge-candidates', client.mergeDecisions.candidates, { automaton, order }, about('automata')),
  evidence: (pair: Pair) =>
    question('merge-evidence', client.mergeDecisions.evidence, { ...pair }, about('automata', 'corpus')),
  preview: (pair: Pair) =>
    question(
      'merge-preview',
      client.mergeDecisions.preview,
      { kind: 'merge', ...pair },
      about('automata', 'tags', 'corpus'),
    ),
};

export function describeMerge({
  left,
  right,
  alike,
  forced,
  canBeOne,
}: Pick<MergeEvidence, 'left' | 'right' | 'alike' | 'forced' | 'canBeOne'>): string {
  const more =
    forced.total === 0
      ? 'No other states would be merged.'
      : `Merging these states would also merge ${formatAmount(forced.total, 'other pair')}.`;
  return [
    `What follows state ${left.state} is ${formatShare(alike, { rough: true })} the same as what follows state ${right.state} (${formatCount(left.support)} and ${formatAmount(right.support, 'dialogue')}).`,
    canBeOne
      ? more
      : 'These states cannot be merged, because a merged state would contain both customer and agent turns.',
    ...tooFew(Math.min(left.support, right.support), 'dialogues'),
  ].join(' ');
}

/** Time in ms that a pair is on screen before the effect of merging it is computed. */
const SETTLED_MS = 350;
const LISTED_NEXT = 8;
const LISTED_FORCED = 8;

interface MergeEvidenceViewProps {
  readonly pair: Pair;
  readonly graph: AutomatonGraph;
  readonly decided: string | null;
  readonly pending: boolean;
}

export function MergeEvidenceView({ pair, graph, decided, pending }: MergeEvidenceViewProps) {
  const evidence = useQuery({
    ...mergeQueries.evidence(pair),
    placeholderData: keepPreviousData,
  });
  if (!evidence.data || evidence.isError)
    return <Unanswered of={evidence} loading="Comparing what follows…" />;
  const { left, right } = evidence.data;
  return (
    <>
      <ResultLine sentences={[describeMerge(evidence.data)]} />
      <div className="row-2 wrap pad-2-0 sticky fill-1 layer-1 pin-top">
        <Act command={mergeCommands.merge} label="Merge" pending={pending} />
        <Act command={mergeCommands.never} label="Never merge" pending={pending} />
        <span className="quiet" role="status">
          {decided && `Decision: ${decided}`}
        </span>
      </div>
      <div className="halves gap-3">
        <Side side={left} graph={graph} pin={mergeCommands.pinFirst} pending={pending} />
        <Side side={right} graph={graph} pin={mergeCommands.pinSecond} pending={pending} />
      </div>
      <Futures evidence={evidence.data} />
      <Forced evidence={evidence.data} graph={graph} />
      <Preview pair={pair} />
    </>
  );
}

interface ActProps {
  readonly command: Command;
  readonly label: string;
  readonly pending: boolean;
}

function Act({ command, label, pending }: ActProps) {
  return (
    <KeyButton
      command={command}
      className="button button-small"
      title={command.title}
      aria-disabled={pending || undefined}
    >
      {label}
    </KeyButton>
  );
}

function StateLink({ state, graph }: { readonly state: number; readonly graph: AutomatonGraph }) {
  return (
    <button
      type="button"
      className="link clip"
      title="Show the dialogues in this state"
      onClick={() => goTo({ kind: 'state', state })}
    >
      {state} {stateName(graph, state)}
    </button>
  );
}

interface SideProps {
  readonly side: MergeSide;
  readonly graph: AutomatonGraph;
  readonly pin: Command;
  readonly pending: boolean;
}

function Side({ side: { state, support, samples }, graph, pin, pending }: SideProps) {
  return (
    <section className="stack-1 top shrink merge-side" aria-label={`State ${state}`}>
      <div className="row-2">
        <StateLink state={state} graph={graph} />
        <span className="quiet number">{formatAmount(support, 'dialogue')}</span>
      </div>
      <ul>
        {samples.map(({ dialogue, externalId, turn, said, next }) => (
          <li key={`${dialogue} ${turn}`}>
            <button
              type="button"
              className="stack merge-sample lights wide breaks no-border rounded no-fill pointer to-start gap-half pad-1"
              title={`Open ${externalId}, turn ${turn + 1}`}
              onClick={() => openDialogue(dialogue)}
            >
              <span>{said || '(no text)'}</span>
              <span className="quiet">{next === '' ? 'ends here' : `→ ${next}`}</span>
            </button>
          </li>
        ))}
      </ul>
      <Act command={pin} label="Never merge this state" pending={pending} />
    </section>
  );
}

function Futures({ evidence: { left, right, next } }: { readonly evidence: MergeEvidence }) {
  const column = (key: 'left' | 'right', side: MergeSide, name: 'a' | 'b'): Column<(typeof next)[number]> => {
    const shareOf = (count: number): number => count / Math.max(1, side.support);
    return {
      name: `After ${side.state}`,
      cellClass: () => `merge-share ${name}`,
      title: (row) => formatAmount(row[key], 'dialogue'),
      value: (row) => (
        <>
          <span
            className="merge-bar rounded-small floats"
            style={{ width: `${Math.min(100, 100 * shareOf(row[key]))}%` }}
            aria-hidden="true"
          />
          <span className="number">{formatShare(shareOf(row[key]), { rough: true })}</span>
        </>
      ),
    };
  };
  return (
    <FigureTable
      className="merge-futures"
      caption="What follows"
      captionClass=""
      columns={[
        {
          name: 'Move',
          isName: true,
          cellClass: () => 'clip',
          value: ({ symbol }) => (symbol ? printableTag(symbol.tag) : <span className="quiet">the end</span>),
        },
        column('left', left, 'a'),
        column('right', right, 'b'),
      ]}
      rows={next.slice(0, LISTED_NEXT)}
      keyOf={({ symbol }) => (symbol ? `${symbol.role} ${symbol.tag}` : 'end')}
      foot={
        next.length > LISTED_NEXT && (
          <tr>
            <td colSpan={3} className="quiet">
              and {formatAmount(next.length - LISTED_NEXT, 'rarer move')}
            </td>
          </tr>
        )
      }
    />
  );
}

interface ForcedProps {
  readonly evidence: MergeEvidence;
  readonly graph: AutomatonGraph;
}

function Forced({ evidence: { forced, canBeOne }, graph }: ForcedProps) {
  if (!canBeOne || forced.total === 0) return null;
  return (
    <section aria-label="Forced merges">
      <h3>{formatAmount(forced.total, 'more pair')} would be merged too</h3>
      <p className="quiet small">A move can lead to only one state, so these pairs must be merged too.</p>
      <ul className="merge-forced">
        {forced.items.slice(0, LISTED_FORCED).map(({ left, right }) => (
          <li key={`${left} ${right}`} className="row-1">
            <StateLink state={left} graph={graph} /> <span className="quiet">and</span>{' '}
            <StateLink state={right} graph={graph} />
          </li>
        ))}
        {forced.total > LISTED_FORCED && (
          <li className="quiet">and {formatCount(forced.total - LISTED_FORCED)} more</li>
        )}
      </ul>
    </section>
  );
}

function Preview({ pair }: { readonly pair: Pair }) {
  const settled = useSettledValue(pair, SETTLED_MS);
  const isSettled = settled.left === pair.left && settled.right === pair.right;
  const asked = useQuery({ ...mergeQueries.preview(settled), enabled: isSettled });
  const preview = isSettled ? asked : null;
  return (
    <section aria-label="Effect of merging">
      <h3>Effect of merging</h3>
      {preview?.isError && <FailedState error={preview.error} onRetry={() => void preview.refetch()} />}
      {(preview?.isPending ?? true) && <LoadingState label="Learning with the two states merged…" />}
      {preview?.data && (
        <>
          {preview.data.unkept.map((why) => (
            <Notice key={why}>{why}</Notice>
          ))}
          <ConsequenceList
            consequence={preview.data}
            side="before"
            onShow={(state) => goTo({ kind: 'state', state })}
          />
        </>
      )}
    </section>
  );
}
