import type { DialogueRound } from '#shared/contract/corpus.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { formatTime } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { goTo } from '../../../project/view.ts';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { speakersText } from '../../../ui/text/speaker.ts';
import { QuoteButton } from '../../annotate/index.ts';
import { RoundComment } from './round-comment.tsx';
import { RoundTags } from './round-tags.tsx';
import type { RoundEditing } from './use-round-editing.ts';
import { Utterance } from './utterance.tsx';

/** Shows one turn: its speaker and text, its tags, and the states it led to. */
export function Round({
  round,
  query,
  tabStop,
  current,
  automaton,
  states,
  editing,
  onFocus,
  onHover,
}: {
  readonly round: DialogueRound;
  readonly query: string;
  /** True for the one turn of the transcript that is a tab stop. */
  readonly tabStop: boolean;
  readonly current: boolean;
  readonly automaton: RunId | null;
  /** The remark about the states it reached; null without an automaton. */
  readonly states: 'reached' | 'stopped' | 'beyond' | null;
  readonly editing: RoundEditing;
  readonly onFocus: () => void;
  readonly onHover: () => void;
}) {
  const time = round.utterances.find((utterance) => utterance.time !== null)?.time;
  return (
    <Focusable
      as="li"
      className={`round of-${round.role} ${current ? 'round-current' : ''}`}
      tabIndex={tabStop ? 0 : -1}
      aria-label={`Turn ${round.index + 1}, ${ROLE_NAMES[round.role]}`}
      aria-current={current || undefined}
      onFocus={onFocus}
      onPointerEnter={onHover}
    >
      <div className="row-2 round-head">
        <span className={`role-mark role-mark-${round.role}`} aria-hidden="true" />
        <span className="bold">{ROLE_NAMES[round.role]}</span>
        <span className="quiet small clip">{speakersText(round.role, round.utterances)}</span>
        {time && <time className="quiet small rigid">{formatTime(time)}</time>}
        {states === 'reached' && <ReachedStates round={round} tabStop={tabStop} />}
        {states === 'stopped' && (
          <span
            className="round-states quiet small"
            title="This turn has no transition from the state before"
          >
            leaves the automaton here
          </span>
        )}
      </div>
      {round.utterances.map((utterance, part) => (
        <Utterance key={utterance.id} utterance={utterance} query={query} tabStop={tabStop}>
          {states === 'reached' && round.visits[0] && (
            <QuoteButton
              automaton={automaton}
              round={round.id}
              part={part}
              state={round.visits[0].state}
              tabStop={tabStop}
            />
          )}
        </Utterance>
      ))}
      <RoundTags round={round} tabStop={tabStop} editing={editing} />
      <RoundComment round={round} editing={editing} />
    </Focusable>
  );
}

function ReachedStates({ round, tabStop }: { readonly round: DialogueRound; readonly tabStop: boolean }) {
  return (
    <span className="round-states">
      <InPlace of={round.visits}>
        {({ state, symbol }) => (
          <button
            type="button"
            className={`state-link state-link-${symbol.role}`}
            aria-label={`State ${state}, reached by ${symbol.tag}`}
            title={`#${symbol.tag} → state ${state}: show its dialogues`}
            tabIndex={tabStop ? 0 : -1}
            data-stop=""
            onClick={() => goTo({ kind: 'state', state })}
          >
            {state}
          </button>
        )}
      </InPlace>
    </span>
  );
}
