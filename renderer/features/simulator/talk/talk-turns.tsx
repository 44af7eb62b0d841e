import type { Talk, TalkResult } from '#shared/contract/agents.ts';
import { costText, formatAmount, formatCount, formatMilliseconds } from '#shared/domain/figure-text.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { GroundSteps, Understood, Underway } from '../../columns/index.ts';
import { useTurnList } from '../use-simulation.ts';

type Asked = NonNullable<Talk['turns'][number]['asked']>;
type TurnCost = Pick<Asked, 'tokens' | 'costUsd' | 'cached'> & Partial<Pick<Asked, 'latencyMs'>>;

export function askedText({ tokens, costUsd, cached, latencyMs }: TurnCost): string {
  const count = tokens
    ? `${formatCount(tokens.input)} tokens in, ${formatCount(tokens.output)} out`
    : 'tokens unknown';
  if (cached) return `${count}, from the cache`;
  const time = latencyMs === undefined ? '' : `${formatMilliseconds(latencyMs)}, `;
  return `${time}${count}, ${costUsd === null ? 'cost unknown' : costText(costUsd)}`;
}

/** Returns the tokens of a dialogue as text, in total and per turn. Answers from the cache count, too. */
export function talkTokensText(turns: readonly TurnCost[]): string {
  const told = turns.flatMap(({ tokens }) => tokens ?? []);
  if (told.length === 0) return 'tokens unknown';
  const sum = told.reduce((all, { input, output }) => all + input + output, 0);
  const each = told.length > 1 ? `, ${formatCount(Math.round(sum / told.length))} per turn` : '';
  return `${formatAmount(sum, 'token')} so far${each}`;
}

type Answer = Talk['turns'][number];

interface TalkTurnsProps {
  readonly turns: readonly TalkResult[];
  readonly at: number;
  readonly answers: readonly Answer[];
  readonly isRead: boolean;
  readonly onRewind: (at: number) => void;
}

export function TalkTurns({ turns, at, answers, isRead, onRewind }: TalkTurnsProps) {
  const asked = { count: turns.length, at, isThere: answers.length >= at };
  const { tabStop, setFocused, list } = useTurnList(asked, onRewind);
  return (
    <ol {...list} className="scroll pad-2-0" aria-label="Turns">
      <InPlace of={turns}>
        {(turn, index) => (
          <TalkTurn
            turn={turn}
            number={index + 1}
            answer={index < at ? answers[index] : undefined}
            inForce={index < at}
            isRead={isRead && index < at && index === answers.length}
            last={index === at - 1}
            tabIndex={index === tabStop ? 0 : -1}
            onFocus={() => setFocused(index)}
            onRewind={() => onRewind(index + 1)}
            onStop={() => onRewind(index)}
          />
        )}
      </InPlace>
    </ol>
  );
}

interface TalkTurnProps {
  readonly turn: TalkResult;
  readonly number: number;
  readonly answer: Answer | undefined;
  readonly inForce: boolean;
  readonly isRead: boolean;
  readonly last: boolean;
  readonly tabIndex: 0 | -1;
  readonly onFocus: () => void;
  readonly onRewind: () => void;
  readonly onStop: () => void;
}

function TalkTurn(props: TalkTurnProps) {
  const { turn, number, answer, inForce, isRead, last, tabIndex, onFocus, onRewind, onStop } = props;
  return (
    <Focusable
      as="li"
      className={`sim-turn focus-inside of-user ${inForce ? '' : 'sim-turn-rewound'} ${last ? 'sim-turn-last' : ''}`}
      tabIndex={tabIndex}
      aria-label={`Turn ${number}${inForce ? '' : ', undone'}`}
      aria-current={last || undefined}
      onFocus={onFocus}
    >
      <div className="row-2 min-small sim-turn-head">
        <span className="role-mark role-mark-user" aria-hidden="true" />
        <span className="bold">{'change' in turn ? 'changed by hand' : 'customer'}</span>
        {!last && (
          <button
            type="button"
            className="sim-rewind rigid to-end min-small accent small no-border rounded no-fill pointer pad-0-1"
            tabIndex={tabIndex}
            onClick={onRewind}
          >
            {inForce ? 'Go back here' : 'Go forward here'}
          </button>
        )}
      </div>
      <p className="utterance">
        {'change' in turn ? (
          <code className="mono breaks pre-wrap">
            {turn.change.name} = {turn.change.value ?? 'nothing'}
          </code>
        ) : (
          turn.text
        )}
      </p>
      {isRead && (
        <div className="row-2 above-2">
          <Underway what="The model reads this turn and answers" />
          <Button small tabIndex={tabIndex} onClick={onStop}>
            Stop
          </Button>
        </div>
      )}
      {answer && <TalkAnswer answer={answer} isOpen={last} hand={'change' in turn} />}
    </Focusable>
  );
}

interface TalkAnswerProps {
  readonly answer: Answer;
  readonly isOpen: boolean;
  readonly hand: boolean;
}

function TalkAnswer({ answer: { text, problem, why, asked }, isOpen, hand }: TalkAnswerProps) {
  return (
    <>
      {(why.understood !== '' || why.readBy) && !hand && (
        <Understood text={why.understood || 'no change'} readBy={why.readBy} />
      )}
      <div className="indent-2 above-2 of-system role-edge">
        <div className="row-2 min-small sim-turn-head">
          <span className="role-mark role-mark-system" aria-hidden="true" />
          <span className="bold">agent</span>
          <span className="quiet small clip" title={why.at}>
            at {why.at}
          </span>
        </div>
        {text !== null && <p className="utterance">{text}</p>}
        {problem && <Notice kind="warning">{problem}</Notice>}
        {asked && <p className="quiet small">Asked the model: {askedText(asked)}</p>}
        <GroundSteps grounds={why} isOpen={isOpen} />
      </div>
    </>
  );
}
