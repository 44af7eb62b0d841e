import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { ErrorNotice, Notice } from '../../../ui/state/notice.tsx';
import { AnswerProgress, Grounds } from '../../columns/index.ts';
import { answerOrigin } from '../column/reasons.ts';
import { Acts } from '../conversation/conversation.tsx';
import { type Against, AnswerText, DialogueRow } from './answer-text.tsx';
import type { ShownColumn } from './shown-columns.ts';

interface AnswerControls {
  readonly ask: () => void;
  readonly stop: () => void;
  readonly pick: (group: number) => void;
}

interface AnswerSectionProps {
  readonly column: ShownColumn;
  readonly turns: readonly number[] | null;
  readonly against: Against | null;
  readonly userBefore: (turn: number) => string;
  readonly controls: AnswerControls;
}

export function AnswerSection({ column, turns, against, userBefore, controls }: AnswerSectionProps) {
  const { asked } = column;
  const head = (
    <div className={`column-part ${turns === null ? '' : 'answer-head'}`} aria-busy={column.running}>
      <div className="row-2 apart min-small">
        <h3 className="shrink quiet small breaks">{column.byModel ? 'Answer' : 'Answer without a model'}</h3>
        {asked && <Samples column={column} controls={controls} />}
      </div>
      {asked ? (
        <AskedAnswer
          column={column}
          against={turns === null ? against : null}
          controls={controls}
          turns={turns}
        />
      ) : (
        <OwnAnswer column={column} against={against} />
      )}
    </div>
  );
  if (turns === null) return head;
  return (
    <>
      {head}
      {turns.map((turn) => (
        <DialogueRow
          key={turn}
          turn={column.turns.find((one) => one.turn === turn) ?? null}
          before={userBefore(turn)}
          against={against}
        />
      ))}
    </>
  );
}

function Samples({ column: { groups, group }, controls }: { column: ShownColumn; controls: AnswerControls }) {
  if (group === null || (groups.length < 2 && group.count < 2)) return null;
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <span className="rigid middle gap-half inline-flex small">
      {groups.length > 1 && (
        <IconButton
          small
          icon="chevron-left"
          label="Previous answer"
          disabled={group.at === 0}
          onClick={() => controls.pick(group.at - 1)}
        />
      )}
      <span title={`${total} answers, ${groups.length} different`}>
        {groups.length > 1 ? `${group.at + 1} of ${groups.length}` : 'all the same'}
        {group.count > 1 && <strong> ×{group.count}</strong>}
      </span>
      {groups.length > 1 && (
        <IconButton
          small
          icon="chevron-right"
          label="Next answer"
          disabled={group.at === groups.length - 1}
          onClick={() => controls.pick(group.at + 1)}
        />
      )}
    </span>
  );
}

interface OwnAnswerProps {
  column: ShownColumn;
  against: Against | null;
}

function OwnAnswer({ column: { compared, turns }, against }: OwnAnswerProps) {
  const { answer } = compared;
  if (answer === null) return <p className="quiet">No answer, because no examples were found.</p>;
  return (
    <>
      <AnswerText
        text={answer.text}
        truth={against?.textOf(turns[0]?.turn ?? 0) ?? null}
        of={against?.name}
      />
      <Acts acts={answer.acts} />
      <p className="quiet small">
        {answerOrigin(compared)} {answer.externalId}
      </p>
    </>
  );
}

function AskedAnswer({
  column,
  turns,
  against,
  controls,
}: Omit<Parameters<typeof AnswerSection>[0], 'userBefore'>) {
  const { group } = column;
  if (group === null) {
    return (
      <div className="wrap apart flex middle gap-1-2">
        <p className="quiet">{column.byModel ? 'Not asked yet.' : 'Not answered yet.'}</p>
        <Button small aria-label={`Ask ${column.by ?? column.compared.method.title}`} onClick={controls.ask}>
          Ask
        </Button>
      </div>
    );
  }
  const { state, text, progress, answer, error } = group.asked;
  const streaming = state === 'running' || state === 'stopped';
  return (
    <>
      {streaming && (
        <p className="utterance pre-wrap">
          {text}
          {state === 'running' && <span className="answer-caret inline-block" aria-hidden="true" />}
        </p>
      )}
      {state === 'running' && (
        <div className="wrap apart flex middle gap-1-2">
          <AnswerProgress progress={progress} hasText={text !== ''} />
          <Button small aria-label={`Stop ${column.by ?? ''}`} onClick={controls.stop}>
            Stop
          </Button>
        </div>
      )}
      {state === 'stopped' && (
        <div className="wrap apart flex middle gap-1-2">
          <span className="quiet small">Stopped{text === '' ? '' : ' before the answer was complete'}.</span>
          <Button small onClick={controls.ask}>
            Ask again
          </Button>
        </div>
      )}
      {state === 'failed' && (
        <ErrorNotice
          error={error}
          actions={
            <Button small onClick={controls.ask}>
              Try again
            </Button>
          }
        />
      )}
      {turns === null &&
        column.turns.map(
          ({ turn, text: said }) =>
            said !== null && (
              <AnswerText key={turn} text={said} truth={against?.textOf(turn) ?? null} of={against?.name} />
            ),
        )}
      {answer?.grounds && <Grounds grounds={answer.grounds} />}
      {answer?.problem && (
        <Notice kind="warning">
          {answer.problem}{' '}
          <Button small onClick={controls.ask}>
            Try again
          </Button>
        </Notice>
      )}
    </>
  );
}
