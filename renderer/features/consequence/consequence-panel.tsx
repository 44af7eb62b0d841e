import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import type { ComparedState, Consequence } from '#shared/contract/relearning.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { about, question } from '../../client/queries.ts';
import { CHANGE_SIGNS, type StateChange } from '../../graph/painting/painter.ts';
import { goTo } from '../../project/view.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { ReachChange } from '../learn/index.ts';
import { openConsequence, useConsequence } from './consequence-state.ts';
import { isNothing, placeOfState, type Side } from './describe-consequence.ts';
import { RetrievalChange } from './retrieval-change.tsx';
import './consequence.css';

/** What learning again changes, or has just changed: over the right of the picture, which stays as wide as it is. */
export function ConsequencePanel({
  automaton,
  onKeep,
}: {
  readonly automaton: AutomatonSummary;
  readonly onKeep: () => void;
}) {
  const { kept, working, atOnce } = useConsequence();
  const preview = useConsequencePreview(automaton);
  // While the next one is learned at once, the last difference stays on show.
  const own = kept?.automaton === automaton.id && (!automaton.stale || atOnce) ? kept : null;
  const shown = own ?? preview.data ?? null;
  const show = (state: number): void => {
    useConsequence.setState({ sought: { automaton: automaton.id, state } });
    goTo({ kind: 'state', state });
  };
  return (
    <aside className="consequence-panel" aria-label="What changes">
      <div className="row-2 consequence-head">
        <h3>{own ? 'What changed' : 'What changes'}</h3>
        <span className="quiet small" role="status">
          {working || preview.isFetching ? 'Looking…' : ''}
        </span>
        <IconButton icon="close" label="Close what changes" onClick={() => openConsequence(false)} />
      </div>
      <div className="stack-2 consequence-body">
        {!shown && preview.isPending && <LoadingState label="Learning again…" />}
        {!shown && preview.isError && (
          <FailedState error={preview.error} onRetry={() => void preview.refetch()} />
        )}
        {shown && <ConsequenceList consequence={shown} side={own ? 'after' : 'before'} onShow={show} />}
      </div>
      {shown && !own && !atOnce && !isNothing(shown.difference) && (
        <div className="consequence-foot">
          <Button kind="primary" small disabled={working} onClick={onKeep}>
            Keep the new automaton
          </Button>
          <span className="quiet small">This one stays in the list of automata.</span>
        </div>
      )}
    </aside>
  );
}

const TAGS = about('tags', 'corpus');

/** What would be learned now against what is shown; asked again whenever tags change while it is on show. */
export function useConsequencePreview(automaton: AutomatonSummary) {
  const { client } = useApi();
  const { open, atOnce, kept } = useConsequence();
  const isKept = kept?.automaton === automaton.id && !automaton.stale;
  return useQuery({
    ...question('relearning', client.automata.relearn, { automaton: automaton.id }, TAGS),
    enabled: open && !isKept && !(atOnce && automaton.stale),
  });
}

/** Before and after, and which states differ. */
export function ConsequenceList({
  consequence,
  side,
  onShow,
}: {
  readonly consequence: Consequence;
  readonly side: Side;
  readonly onShow: (state: number) => void;
}) {
  const { before, after, difference, reach } = consequence;
  const { dialogues } = difference;
  if (isNothing(difference)) {
    return <p className="quiet">Nothing in the automaton differs: the tags lead to the same states.</p>;
  }
  return (
    <>
      <table className="wide consequence-table">
        <thead>
          <tr>
            <td />
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          <Row label="States" before={before.states} after={after.states} />
          <Row label="Transitions" before={before.transitions} after={after.transitions} />
          {dialogues.gone + dialogues.new > 0 && (
            <Row label="Dialogues" before={before.dialogues} after={after.dialogues} />
          )}
          <ReachChange before={reach.before} after={reach.after} />
        </tbody>
      </table>
      <p className="quiet small">
        {dialogues.changed === 0
          ? 'Every dialogue keeps its path.'
          : `${formatAmount(dialogues.changed, 'dialogue')} on another path.`}
        {difference.transitionsNew + difference.transitionsGone > 0 &&
          ` Transitions: ${formatCount(difference.transitionsNew)} new, ${formatCount(difference.transitionsGone)} gone.`}
      </p>
      <States change="gone" title="Gone" states={difference.gone} side={side} onShow={onShow} />
      <States change="new" title="New" states={difference.new} side={side} onShow={onShow} />
      <States change="changed" title="Changed" states={difference.changed} side={side} onShow={onShow} />
      <RetrievalChange turns={consequence.retrieval} side={side} onShow={onShow} />
    </>
  );
}

function Row({
  label,
  before,
  after,
}: {
  readonly label: string;
  readonly before: number;
  readonly after: number;
}) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="number">{formatCount(before)}</td>
      <td className={before === after ? 'number quiet' : 'number'}>{formatCount(after)}</td>
    </tr>
  );
}

const FIRST = 50;

function States({
  change,
  title,
  states,
  side,
  onShow,
}: {
  readonly change: StateChange;
  readonly title: string;
  readonly states: Consequence['difference']['gone'];
  readonly side: Side;
  readonly onShow: (state: number) => void;
}) {
  const [all, setAll] = useState(false);
  if (states.total === 0) return null;
  const listed = all ? states.items : states.items.slice(0, FIRST);
  return (
    <section className="consequence-states" aria-label={`${title}: ${formatAmount(states.total, 'state')}`}>
      <h4>
        <span className="consequence-sign" aria-hidden="true">
          {CHANGE_SIGNS[change]}
        </span>
        {title} <span className="quiet">{formatCount(states.total)}</span>
      </h4>
      <ul>
        {listed.map((state) => (
          <li key={`${state.before} ${state.after}`}>
            <StateRow state={state} side={side} onShow={onShow} />
          </li>
        ))}
      </ul>
      {states.total > listed.length &&
        (all || states.items.length === listed.length ? (
          <p className="quiet small">The first {formatCount(listed.length)} are listed.</p>
        ) : (
          <Button kind="quiet" small onClick={() => setAll(true)}>
            Show {formatCount(states.items.length)}
          </Button>
        ))}
    </section>
  );
}

/** One state; pressing it shows it in the picture, or where it hangs if the picture has it not. */
function StateRow({
  state,
  side,
  onShow,
}: {
  readonly state: ComparedState;
  readonly side: Side;
  readonly onShow: (state: number) => void;
}) {
  const place = placeOfState(state, side);
  const number = state[side] ?? state.before ?? state.after;
  const tags = state.tags.length === 0 ? 'start' : state.tags.map((tag) => `#${tag}`).join(' ');
  const transitions = [
    state.transitionsNew > 0 && `+${formatCount(state.transitionsNew)}`,
    state.transitionsGone > 0 && `−${formatCount(state.transitionsGone)}`,
  ].filter((part) => part !== false);
  const where = state[side] === null && place !== null ? `, after state ${place}` : '';
  return (
    <button
      type="button"
      className={`consequence-state ${state.role ?? ''}`}
      disabled={place === null}
      title={`${tags}${where}`}
      onClick={() => place !== null && onShow(place)}
    >
      <span className="consequence-number">{state[side] === null ? '·' : number}</span>
      <span className="clip">{tags}</span>
      {state.before !== null && state.after !== null && transitions.length > 0 && (
        <span className="quiet small" title="Transitions that leave it, new and gone">
          {transitions.join(' ')}
        </span>
      )}
      <span className="number" title="Dialogues before and after">
        {formatCount(state.supportBefore)} → {formatCount(state.supportAfter)}
      </span>
    </button>
  );
}
