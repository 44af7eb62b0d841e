import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import type {
  AutomatonDifference,
  ComparedState,
  ComparedTurnRow,
  Consequence,
  DrawnExampleRow,
} from '#shared/contract/relearning.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { CHANGE_SIGNS, type StateChange } from '../../graph/painting/painter.ts';
import { goTo, openDialogue } from '../../project/view.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/field.tsx';
import { FigureTable } from '../../ui/lists/figure-table.tsx';
import { FailedState, LoadingState, ResultLine } from '../../ui/state/notice.tsx';
import { ReachChange } from '../learn/index.ts';
import { openConsequence, relearnAtOnce, useConsequence } from './consequence-state.ts';
import {
  describeEffect,
  examplesBeforeAndAfter,
  isNothing,
  placeOfState,
  type Side,
  transitionCounts,
} from './strip.tsx';

interface RetrievalChangeProps {
  readonly turns: readonly ComparedTurnRow[];
  readonly side: Side;
  readonly onShow: (state: number) => void;
}

function RetrievalChange({ turns, side, onShow }: RetrievalChangeProps) {
  if (turns.length === 0) return null;
  return (
    <section className="consequence-states" aria-label="Examples before and after">
      <h4>
        Examples{' '}
        <span className="quiet">
          for {formatAmount(turns.length, 'turn whose path changes', 'turns whose path changes')}
        </span>
      </h4>
      <ul>
        {turns.map((turn) => (
          <li key={`${turn.dialogue} ${turn.turn}`} className="consequence-turn">
            <button type="button" className="link clip" onClick={() => openDialogue(turn.dialogue)}>
              {turn.externalId}, turn {turn.turn + 1}
            </button>
            {turn.heldOut && (
              <span
                className="quiet small"
                title="This is a test dialogue. A dialogue is never used as its own example."
              >
                {' '}
                test dialogue
              </span>
            )}
            <p className="quiet clip" title={turn.asked}>
              {turn.asked}
            </p>
            <button
              type="button"
              className="link small"
              title="Show the state on the graph"
              onClick={() => onShow(turn[side].state)}
            >
              {statesText(turn)}
            </button>
            <ul>
              {examplesBeforeAndAfter(turn).map(({ example, where }) => (
                <Example key={`${example.dialogue} ${example.turn}`} example={example} where={where} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function statesText({ before, after }: ComparedTurnRow): string {
  const words = ({ state, support }: typeof before) => `state ${state}, ${formatAmount(support, 'dialogue')}`;
  const [old, now] = [words(before), words(after)];
  return old === now ? now : `${old} → ${now}`;
}

const SIGNS = { before: '−', after: '+', both: '=' } as const;
const WORDS = { before: 'Only before', after: 'Only after', both: 'Before and after' } as const;

interface ExampleProps {
  readonly example: DrawnExampleRow;
  readonly where: keyof typeof SIGNS;
}

function Example({ example, where }: ExampleProps) {
  return (
    <li
      className={`flex gap-1 shrink small consequence-example is-${where}`}
      title={`${WORDS[where]}: ${example.text}`}
    >
      <span className="consequence-sign centered warning" aria-hidden="true">
        {SIGNS[where]}
      </span>
      <span className="visually-hidden">{WORDS[where]}: </span>
      <span className="clip">{example.text}</span>
    </li>
  );
}

interface ConsequencePanelProps {
  readonly automaton: AutomatonSummary;
  readonly onKeep: () => void;
}

export function ConsequencePanel({ automaton, onKeep }: ConsequencePanelProps) {
  const { kept, working, atOnce } = useConsequence();
  const preview = useConsequencePreview(automaton);
  const isOwn = kept?.automaton === automaton.id && (!automaton.stale || atOnce);
  const own = isOwn ? { ...kept, reach: { ...kept.reach, after: automaton.report.reach } } : null;
  const shown = own ?? preview.data ?? null;
  const show = (state: number): void => {
    useConsequence.setState({ sought: { automaton: automaton.id, state } });
    goTo({ kind: 'state', state });
  };
  return (
    <aside className="consequence-panel stack rigid line-before fill-1" aria-label="What changes">
      <div className="row-2 consequence-head rigid line-below">
        <h3>{own ? 'What changed' : 'What changes'}</h3>
        <span className="quiet small" role="status">
          {working || preview.isFetching ? 'Comparing…' : ''}
        </span>
        <IconButton icon="close" label="Close this panel" onClick={() => openConsequence(false)} />
      </div>
      <div className="stack-2 grow shrink-down scrolls-y pad-3 pad-top-2">
        {!shown && preview.isPending && <LoadingState label="Learning again…" />}
        {!shown && preview.isError && (
          <FailedState error={preview.error} onRetry={() => void preview.refetch()} />
        )}
        {shown && <ConsequenceList consequence={shown} side={own ? 'after' : 'before'} onShow={show} />}
      </div>
      <div className="rigid wrap flex middle pad-2-3 line-above gap-1-2">
        {shown && !own && !atOnce && !isNothing(shown.difference) && (
          <>
            <Button kind="primary" small disabled={working} onClick={onKeep}>
              Keep the new automaton
            </Button>
            <span className="quiet small">The current automaton stays in the list of automata.</span>
          </>
        )}
        <Choice label="Update after every change" checked={atOnce} onChange={relearnAtOnce} />
      </div>
    </aside>
  );
}

const TAGS = about('tags', 'corpus');

export function useConsequencePreview(automaton: AutomatonSummary) {
  const { open, atOnce, kept } = useConsequence();
  const isKept = kept?.automaton === automaton.id && !automaton.stale;
  return useQuery({
    ...question('relearning', client.automata.relearn, { automaton: automaton.id }, TAGS),
    enabled: open && !isKept && !(atOnce && automaton.stale),
  });
}

interface ConsequenceListProps {
  readonly consequence: Consequence;
  readonly side: Side;
  readonly onShow: (state: number) => void;
}

export function ConsequenceList({ consequence, side, onShow }: ConsequenceListProps) {
  const { before, after, difference, reach } = consequence;
  const { dialogues } = difference;
  const result = <ResultLine sentences={describeEffect(consequence)} />;
  if (isNothing(difference)) return result;
  return (
    <>
      {result}
      <FigureTable
        className="wide consequence-table"
        columns={[
          { name: '', isName: true, value: ({ label }) => label },
          {
            name: 'Before',
            cellClass: () => 'number',
            value: ({ of }) => formatCount(before[of]),
          },
          {
            name: 'After',
            cellClass: ({ of }) => (before[of] === after[of] ? 'number quiet' : 'number'),
            value: ({ of }) => formatCount(after[of]),
          },
        ]}
        rows={COUNTED.filter(({ of }) => of !== 'dialogues' || dialogues.gone + dialogues.new > 0)}
        keyOf={({ label }) => label}
      >
        <ReachChange before={reach.before} after={reach.after} />
      </FigureTable>
      {transitionCounts(difference) !== '' && (
        <p className="quiet small">Transitions: {transitionCounts(difference)}.</p>
      )}
      <ChangedStates difference={difference} side={side} onShow={onShow} />
      <RetrievalChange turns={consequence.retrieval} side={side} onShow={onShow} />
    </>
  );
}

interface ChangedStatesProps {
  readonly difference: AutomatonDifference;
  readonly side: Side;
  readonly onShow: ((state: number) => void) | null;
}

export function ChangedStates({ difference, ...rest }: ChangedStatesProps) {
  return (
    <>
      <States change="gone" title="Removed" states={difference.gone} {...rest} />
      <States change="new" title="New" states={difference.new} {...rest} />
      <States change="changed" title="Changed" states={difference.changed} {...rest} />
    </>
  );
}

const COUNTED = [
  { label: 'States', of: 'states' },
  { label: 'Transitions', of: 'transitions' },
  { label: 'Dialogues', of: 'dialogues' },
] as const;

const FIRST = 50;

interface StatesProps {
  readonly change: StateChange;
  readonly title: string;
  readonly states: Consequence['difference']['gone'];
  readonly side: Side;
  readonly onShow: ((state: number) => void) | null;
}

function States({ change, title, states, side, onShow }: StatesProps) {
  const [all, setAll] = useState(false);
  if (states.total === 0) return null;
  const listed = all ? states.items : states.items.slice(0, FIRST);
  return (
    <section className="consequence-states" aria-label={`${title}: ${formatAmount(states.total, 'state')}`}>
      <h4>
        <span className="consequence-sign centered warning" aria-hidden="true">
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
          <p className="quiet small">Only the first {formatCount(listed.length)} states are listed.</p>
        ) : (
          <Button kind="quiet" small onClick={() => setAll(true)}>
            Show {formatCount(states.items.length)}
          </Button>
        ))}
    </section>
  );
}

interface StateRowProps {
  readonly state: ComparedState;
  readonly side: Side;
  readonly onShow: ((state: number) => void) | null;
}

function StateRow({ state, side, onShow }: StateRowProps) {
  const place = placeOfState(state, side);
  const number = state[side] ?? state.before ?? state.after;
  const tags = state.tags.length === 0 ? 'start' : state.tags.map((tag) => `#${tag}`).join(' ');
  const transitions = [
    state.transitionsNew > 0 && `+${formatCount(state.transitionsNew)}`,
    state.transitionsGone > 0 && `−${formatCount(state.transitionsGone)}`,
  ].filter((part) => part !== false);
  const where = state[side] === null && place !== null ? `, after state ${place}` : '';
  const title = `${tags}${where}`;
  const className = `consequence-state of-${state.role}`;
  const content = (
    <>
      <span className="consequence-number">{state[side] === null ? '·' : number}</span>
      <span className="clip">{tags}</span>
      {state.before !== null && state.after !== null && transitions.length > 0 && (
        <span className="quiet small" title="New and removed transitions from this state">
          {transitions.join(' ')}
        </span>
      )}
      <span className="number" title="Dialogues before and after">
        {formatCount(state.supportBefore)} → {formatCount(state.supportAfter)}
      </span>
    </>
  );
  if (onShow === null) {
    return (
      <span className={className} title={title}>
        {content}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={className}
      disabled={place === null}
      title={title}
      onClick={() => place !== null && onShow(place)}
    >
      {content}
    </button>
  );
}
