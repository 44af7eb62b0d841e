import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import type { AskedTurn, TeachingQuestion } from '#shared/contract/teaching.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import { KeyButton } from '../../commands/command-button.tsx';
import { useCommand, useKeyHint, useKeyScope } from '../../commands/use-command.ts';
import { hasDialogues } from '../../project/feature.ts';
import { TagEditor } from '../../project/tags/tag-finder.tsx';
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { EmptyState, FailedState } from '../../ui/state/notice.tsx';
import { NextStep } from '../steps/index.ts';
import { FinishDialog, GettingReady } from './finish-dialog.tsx';
import {
  MOVE_COMMANDS,
  type Teaching,
  teachingCommands,
  teachingQueries,
  useTeaching,
} from './use-teaching.ts';

export function TeachingView({ project }: { readonly project: Project }) {
  return hasDialogues(project) ? <Questions /> : <NextStep project={project} />;
}

function Questions() {
  const teaching = useTeaching();
  const { question, error, retry } = teaching;
  useKeyScope('teaching');
  useCommand(teachingCommands.finish, () => openDialog(FinishDialog, {}));
  return (
    <section className="panel teaching" aria-label="Teach moves">
      <TeachingHead answers={teaching.answers} />
      {error != null && <FailedState error={error} onRetry={retry} />}
      {error == null && question === undefined && <GettingReady />}
      {question === null && (
        <EmptyState
          title="You have answered every question"
          action={
            <Button kind="primary" onClick={() => openDialog(FinishDialog, {})}>
              Tag all turns…
            </Button>
          }
        >
          Your answers are used to tag every turn.
        </EmptyState>
      )}
      {question && <Question question={question} teaching={teaching} />}
    </section>
  );
}

const SETTLED_MS = 1500;

function TeachingHead({ answers }: { readonly answers: number }) {
  const withKeys = useKeyHint();
  const progress = useQuery({
    ...teachingQueries.progress(useSettledValue(answers, SETTLED_MS)),
    placeholderData: (before) => before,
  });
  return (
    <div className="panel-head teaching-head">
      <h2>Teach moves</h2>
      <span className="quiet">{formatAmount(answers, 'turn')} answered</span>
      <span className="grow shrink small" role="status">
        {progress.data?.advice}
      </span>
      <Button
        small
        kind="primary"
        title={answers > 0 ? withKeys(teachingCommands.finish) : 'Answer some questions first'}
        disabled={answers === 0}
        onClick={() => openDialog(FinishDialog, {})}
      >
        Tag all turns…
      </Button>
    </div>
  );
}

interface QuestionProps {
  readonly question: TeachingQuestion;
  readonly teaching: Teaching;
}

function Question({ question, teaching }: QuestionProps) {
  const { role, drawn, unclear, turns, border, moves } = question;
  const card = useRef<HTMLElement>(null);
  const [typing, setTyping] = useState(false);
  const toCard = () => card.current?.focus({ preventScroll: true });
  const first = turns[0]?.turn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question takes the focus
  useEffect(() => toCard(), [first]);
  const likeliest = moves.reduce<(typeof moves)[number] | null>(
    (best, move) => ((move.confidence ?? 0) > (best?.confidence ?? 0) ? move : best),
    null,
  );
  useCommand(teachingCommands.accept, likeliest ? () => teaching.answer(likeliest.name) : null);
  useCommand(teachingCommands.type, () => setTyping(true));
  useCommand(teachingCommands.also, teaching.keepNext);
  useCommand(teachingCommands.alone, teaching.askAlone);
  useCommand(teachingCommands.skip, teaching.skip);
  for (const [at, command] of MOVE_COMMANDS.entries()) {
    const move = moves[at];
    // biome-ignore lint/correctness/useHookAtTopLevel: as many each time
    useCommand(command, move ? () => teaching.answer(move.name) : null);
  }
  const isCluster = turns.length > 1;
  const title = isCluster
    ? `What is the ${ROLE_NAMES[role]} doing in these ${turns.length} turns?`
    : `What is the ${ROLE_NAMES[role]} doing in this turn?`;
  return (
    <>
      <Focusable
        as="article"
        ref={card}
        className="scroll teaching-stage"
        aria-label={title}
        aria-busy={teaching.isBusy}
      >
        <h3 className="row-2 large">
          <span className={`role-mark role-mark-${role}`} aria-hidden="true" />
          {title}
        </h3>
        <p className="quiet small">{effectOf(turns.length, unclear)}</p>
        {drawn && (
          <p className="quiet small">
            This turn was picked at random. Random turns show how often the tagger is right.
          </p>
        )}
        <ul
          className={`teaching-turns of-${role}`}
          aria-label={isCluster ? 'The most typical turns' : 'The turn'}
        >
          {turns.map((turn) => (
            <TurnItem key={turn.turn} turn={turn} />
          ))}
        </ul>
        {border.length > 0 && (
          <>
            <h4 className="quiet small">The least similar turns (your answer does not tag these)</h4>
            <ul className={`teaching-turns teaching-border of-${role}`} aria-label="The least similar turns">
              {border.map((turn) => (
                <TurnItem key={turn.turn} turn={turn} />
              ))}
            </ul>
          </>
        )}
      </Focusable>
      <div className="teaching-foot rigid anchor line-above fill-2">
        <MoveButtons question={question} likeliest={likeliest?.name ?? null} teaching={teaching} />
        {typing && (
          <TagEditor
            label="Find or create a move"
            run={null}
            present={teaching.kept}
            onTake={(name) => {
              setTyping(false);
              toCard();
              teaching.answer(name);
            }}
            onClose={() => {
              setTyping(false);
              toCard();
            }}
          />
        )}
      </div>
    </>
  );
}

const effectOf = (turns: number, unclear: number): string =>
  [
    `Your answer tags ${turns === 1 ? 'this turn' : `these ${turns} turns`}`,
    unclear > 0
      ? ` and helps tag ${unclear === 1 ? 'a similar turn that is' : `${formatAmount(unclear, 'similar turn')} that are`} still unclear.`
      : '.',
  ].join('');

function TurnItem({ turn: { externalId, index, text, before } }: { readonly turn: AskedTurn }) {
  return (
    <li className="teaching-turn pad-2-3 rounded-large fill-2">
      {before && (
        <p className={`below-1 hides indent-2 quiet small teaching-before of-${before.role}`}>
          <span className="visually-hidden">Before this, the {ROLE_NAMES[before.role]} said: </span>
          {before.text}
        </p>
      )}
      <Utterance text={text} />
      <span className="quiet small">
        Dialogue {externalId}, turn {index + 1}
      </span>
    </li>
  );
}

/** Longer turns, in characters, are shortened, so that a question fits on the screen. */
const LONGEST_SHOWN = 400;

function Utterance({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(text.length <= LONGEST_SHOWN);
  if (text.trim() === '') return <p className="utterance quiet">(no text)</p>;
  if (whole) return <p className="utterance">{text}</p>;
  return (
    <p className="utterance">
      {text.slice(0, LONGEST_SHOWN).replace(/\s\S*$/, '')}…{' '}
      <Button
        small
        onClick={(event) => {
          event.currentTarget.closest('article')?.focus({ preventScroll: true });
          setWhole(true);
        }}
      >
        Show the whole turn
      </Button>
    </p>
  );
}

interface MoveButtonsProps {
  readonly question: TeachingQuestion;
  readonly likeliest: string | null;
  readonly teaching: Teaching;
}

function MoveButtons({ question: { moves }, likeliest, teaching }: MoveButtonsProps) {
  return (
    <fieldset className="row-2 wrap">
      <legend className="visually-hidden">Moves</legend>
      {teaching.kept.length > 0 && (
        <span className="small">{teaching.kept.map((move) => `#${move}`).join(', ')} and …</span>
      )}
      {moves.map(({ name, answers, confidence }, at) => (
        <KeyButton
          key={name}
          command={MOVE_COMMANDS[at]}
          className={`toggle ${name === likeliest ? 'toggle-person' : answers > 0 ? 'toggle-machine' : 'toggle-offered'}`}
          title={
            answers > 0
              ? `Your answer for ${formatAmount(answers, 'turn')} so far`
              : 'Found by the Moves tagger'
          }
          onClick={() => teaching.answer(name)}
        >
          <span className="toggle-name clip">#{name}</span>
          {confidence !== null && <span className="quiet small">{formatShare(confidence)}</span>}
        </KeyButton>
      ))}
      <KeyButton className="toggle toggle-type" command={teachingCommands.type}>
        Another move…
      </KeyButton>
      <KeyButton
        className="toggle toggle-type"
        command={teachingCommands.also}
        aria-pressed={teaching.keepsNext}
      >
        Several moves
      </KeyButton>
      {teaching.askAlone && (
        <KeyButton className="toggle toggle-type" command={teachingCommands.alone}>
          They differ
        </KeyButton>
      )}
      <KeyButton className="toggle toggle-type" command={teachingCommands.skip}>
        Skip
      </KeyButton>
    </fieldset>
  );
}
