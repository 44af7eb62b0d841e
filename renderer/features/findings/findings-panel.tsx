import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { TAG_FIELDS } from '#shared/algorithms/filters/tag-fields.ts';
import type {
  DecidedFinding,
  FindingDecision,
  FindingQuestionInput,
  ShownFinding,
} from '#shared/contract/findings.ts';
import { formatAmount, formatCount, formatPart } from '#shared/domain/figure-text.ts';
import { findingText } from '#shared/domain/finding.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { runCommand } from '../../commands/use-command.ts';
import { useDialogueFilter } from '../../project/dialogue-filter.ts';
import { showModeNamed } from '../../project/mode.ts';
import type { ShownAutomaton } from '../../project/use-shown-automaton.ts';
import { filterBy, goTo, pointAt, useView } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Combobox } from '../../ui/inputs/combobox.tsx';
import { Form, TextField } from '../../ui/inputs/field.tsx';
import { closeDialog, Dialog, openDialog } from '../../ui/overlays/dialog.tsx';
import { tell, useAction } from '../../ui/overlays/toasts.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { corpusCommands } from '../corpus/index.ts';
import { filterQueries } from '../filters/index.ts';
import { useTellingFinding } from '../story/index.ts';
import { type FindingActions, FindingCard, wordsOf } from './finding-card.tsx';
import { type Question, questionsFor } from './questions.ts';
import './findings.css';

interface RewordDialogProps {
  readonly finding: DecidedFinding;
  readonly onDecide: (decision: FindingDecision) => void;
}

function RewordDialog({ finding, onDecide }: RewordDialogProps) {
  const computed = findingText(finding);
  const [text, setText] = useState(wordsOf(finding).text);
  const save = (): void => {
    const words = text.trim();
    const wording = words === '' || words === computed ? null : { text: words, of: computed };
    onDecide({ ...finding.decision, wording });
    closeDialog();
  };
  return (
    <Dialog title="Reword the finding">
      <Form className="stack-3" onSubmit={() => save()}>
        <TextField
          label="Sentence"
          value={text}
          maxLength={500}
          hint={`Dialogram wrote: “${computed}” This sentence appears again if the figures change or you clear the text.`}
          onChange={setText}
        />
        <div className="row-2">
          <Button kind="primary" onClick={save}>
            Save
          </Button>
          <Button onClick={closeDialog}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface FindingsSubject {
  readonly run: RunId | null;
  readonly where: string;
  readonly automaton: RunId | null;
}

const MOST_TAGS = 1000;

const findingQueries = {
  list: (subject: FindingsSubject) =>
    question('findings', client.findings.list, subject, about('findings', 'corpus', 'tags', 'runs')),
  answer: (subject: FindingsSubject, asked: FindingQuestionInput) =>
    question(
      'answer',
      client.findings.answer,
      { ...subject, question: asked },
      about('corpus', 'tags', 'runs'),
    ),
  tags: (run: RunId | null) =>
    question(
      'question-tags',
      client.tagging.vocabulary,
      { run, query: '', limit: MOST_TAGS },
      about('tags', 'runs'),
    ),
};

/** A field with more values identifies dialogues and does not group them. */
const MOST_VALUES = 100;
const NO_GROUPS: readonly string[] = ['id', ...TAG_FIELDS];

interface AskBoxProps {
  readonly run: RunId | null;
  readonly onAsk: (question: Question) => void;
}

function AskBox({ run, onAsk }: AskBoxProps) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  const { data: vocabulary } = useQuery({ ...findingQueries.tags(run), enabled: open });
  const { data: fields } = useQuery({ ...filterQueries.fields(run), enabled: open });
  const known = useMemo(
    () => ({
      tags: (vocabulary?.items ?? []).map(({ name }) => name),
      fields: (fields ?? [])
        .filter(
          ({ name, kind, different }) =>
            kind === 'words' && different > 1 && different <= MOST_VALUES && !NO_GROUPS.includes(name),
        )
        .map(({ name }) => name),
    }),
    [vocabulary, fields],
  );
  const questions = useMemo(() => questionsFor(query, known), [query, known]);
  const close = (): void => {
    setOpen(false);
    setQuery('');
  };
  if (!open)
    return (
      <button ref={opener} type="button" className="row-2 ask" onClick={() => setOpen(true)}>
        <Icon name="search" />
        Ask: where do customers wait longest?
      </button>
    );
  return (
    <div className="ask-open rounded outline fill-1">
      <Combobox
        label="Ask about these dialogues"
        query={query}
        options={questions.map((question) => ({ key: question.words, text: question.words, question }))}
        message={
          questions.length === 0
            ? 'No question matches. Name one or two tags, such as “ask-question then thank within 2 h”.'
            : null
        }
        onQuery={setQuery}
        onPick={({ question }) => {
          close();
          onAsk(question);
        }}
        onEscape={() => {
          close();
          requestAnimationFrame(() => opener.current?.focus());
        }}
        onLeave={close}
      />
    </div>
  );
}

export function FindingsPanel({ shown }: { readonly shown: ShownAutomaton }) {
  const { where } = useDialogueFilter();
  const place = useView((view) => view.place);
  const subject: FindingsSubject = {
    run: shown.run?.id ?? null,
    where,
    automaton: shown.automaton?.imported ? null : (shown.automaton?.id ?? null),
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...findingQueries.list(subject),
    enabled: !shown.pending,
    placeholderData: keepPreviousData,
  });
  const [asked, setAsked] = useState<Question | null>(null);
  const [showsDismissed, setShowsDismissed] = useState(false);
  const { mutate: decide } = useAction(
    (decision: FindingDecision & { readonly finding: string }) => client.findings.decide(decision),
    {
      meta: about('findings'),
      onSuccess: (_, { dismissed }) => {
        if (dismissed) tell('Finding dismissed. Use Undo to bring it back.', 'done', 'finding');
      },
    },
  );
  const tellFinding = useTellingFinding(subject.automaton);
  useEffect(() => () => pointAt(null), []);

  const actionsFor = (question: FindingQuestionInput | null): FindingActions => ({
    onPoint: (finding) => pointAt(finding && { kind: 'places', ...finding.lit }),
    onChoose: (finding) => {
      const { id, lit } = finding;
      const title = findingText(finding);
      const { run, automaton } = subject;
      goTo({ kind: 'finding', finding: id, question, run, automaton, title, lit });
    },
    onTell: tellFinding,
    onRemedy: (remedy) => (remedy === 'teach' ? showModeNamed('teach') : runCommand(corpusCommands.import)),
    ...(question
      ? {}
      : {
          onDecide: (finding, decision) => decide({ ...decision, finding: finding.id }),
          onReword: (finding) =>
            openDialog(RewordDialog, {
              finding,
              onDecide: (decision: FindingDecision) => decide({ ...decision, finding: finding.id }),
            }),
        }),
  });
  const isChosen = (finding: ShownFinding): boolean =>
    place.kind === 'finding' && place.finding === finding.id;

  const actions = actionsFor(null);
  return (
    <section
      className="findings stack-2 grow shrink-down scrolls-y"
      aria-label="Findings"
      aria-busy={!data || isPlaceholderData}
    >
      <div className="ask-line rigid sticky fill-1 pin-top pad-0 pad-top-2">
        <AskBox run={subject.run} onAsk={setAsked} />
      </div>
      {asked && (
        <Answer
          key={asked.words}
          asked={asked}
          subject={subject}
          actions={actionsFor(asked.asked)}
          isChosen={isChosen}
          onClose={() => setAsked(null)}
        />
      )}
      {error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState label="Reading the dialogues…" />}
      {data && (
        <>
          <p className="rigid quiet small breaks" role="status">
            {where === ''
              ? `About all ${formatAmount(data.of, 'dialogue')}`
              : `About ${formatPart(data.dialogues, data.of, 'dialogue')}: ${where}`}
          </p>
          {data.findings.length === 0 && (
            <EmptyState
              title="No findings yet"
              action={
                where === '' ? (
                  <CommandButton command={corpusCommands.import} />
                ) : (
                  <Button onClick={() => filterBy('')}>Remove the filter</Button>
                )
              }
            >
              Findings need at least 30 dialogues. {where === '' ? 'This project has' : 'This filter matches'}{' '}
              {formatCount(data.dialogues)}.
            </EmptyState>
          )}
          <ol className="stack-2 rigid">
            {data.findings.map((finding) => (
              <FindingCard key={finding.id} finding={finding} chosen={isChosen(finding)} actions={actions} />
            ))}
          </ol>
          {data.dismissed.length > 0 && (
            <div className="rigid">
              <Button
                small
                kind="quiet"
                aria-expanded={showsDismissed}
                onClick={() => setShowsDismissed(!showsDismissed)}
              >
                {showsDismissed
                  ? 'Hide dismissed findings'
                  : `Show ${formatAmount(data.dismissed.length, 'dismissed finding')}`}
              </Button>
              {showsDismissed &&
                data.dismissed.map((finding) => (
                  <p key={finding.id} className="row-2 quiet small above-1 below-1">
                    <span className="grow">{findingText(finding)}</span>
                    <Button
                      small
                      onClick={() => decide({ ...finding.decision, finding: finding.id, dismissed: false })}
                    >
                      Show again
                    </Button>
                  </p>
                ))}
            </div>
          )}
        </>
      )}
    </section>
  );
}

interface AnswerProps {
  readonly asked: Question;
  readonly subject: FindingsSubject;
  readonly actions: FindingActions;
  readonly isChosen: (finding: ShownFinding) => boolean;
  readonly onClose: () => void;
}

function Answer({ asked: { words, asked }, subject, actions, isChosen, onClose }: AnswerProps): ReactNode {
  const { data, error, refetch } = useQuery(findingQueries.answer(subject, asked));
  return (
    <section className="answer" aria-label="Answer" aria-busy={!data}>
      <div className="row-2">
        <h3 className="answer-question grow">{words}</h3>
        <Button small kind="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      {error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState label="Counting…" />}
      {data?.remark && <p>{data.remark}</p>}
      <ol className="stack-2 rigid">
        {data?.findings.map((finding) => (
          <FindingCard key={finding.id} finding={finding} chosen={isChosen(finding)} actions={actions} />
        ))}
      </ol>
    </section>
  );
}
