import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { wilsonInterval } from '#shared/algorithms/agreement/wilson.ts';
import { spokenTag } from '#shared/algorithms/layout/labels/label-text.ts';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import type { FitnessReference, FitnessRow } from '#shared/contract/fitness.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import {
  formatAmount,
  formatCount,
  formatSetShare,
  formatShare,
  intervalWords,
  tooFew,
} from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { client, queryClient } from '../../client/api.ts';
import { about, pageOf, question } from '../../client/queries.ts';
import { usePagedRows } from '../../client/use-paged-rows.ts';
import { DEVIATION_WORDS, describeAutomaton, labelOfAutomaton } from '../../project/describe.ts';
import { useDialogueFilter } from '../../project/dialogue-filter.ts';
import { type Place, samePlace } from '../../project/place.ts';
import { projectQueries } from '../../project/queries.ts';
import { focusTurn, goTo, useView } from '../../project/view.ts';
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SelectField } from '../../ui/inputs/field.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { EmptyState, FailedState, LoadingState, Notice, ResultLine } from '../../ui/state/notice.tsx';
import { WhereField } from '../filters/index.ts';

interface CheckedDialogues {
  readonly checked: number;
  readonly whole: number;
  readonly mean: number | null;
  readonly items: readonly FitnessRow[];
}

const inQuotes = (tag: string): string => `“${spokenTag(tag)}”`;

export const deviationPlace = ({ place, after }: Pick<FitnessRow, 'place' | 'after'>): string =>
  place !== null ? `at ${place}` : after === null ? 'at the start' : `after ${inQuotes(after.tag)}`;

/** Describes how many dialogues deviate. `cover` is the share of the dialogues that the reference covers, or null. */
export function describeFitness(
  { checked, whole, mean, items }: CheckedDialogues,
  cover: number | null,
): string {
  if (checked === 0) return 'No result: no dialogue could be checked against the reference.';
  const apart = checked - whole;
  const { low, high } = wilsonInterval(apart, checked);
  const sure = intervalWords({ lower: low, upper: high }, { share: true });
  const fit = mean === null ? '' : `; average fit ${formatShare(mean)}`;
  const [first] = items;
  const often = first
    ? `Most often, “${spokenTag(first.move.tag)}” is ${DEVIATION_WORDS[first.kind]} ${deviationPlace(first)} (${formatAmount(first.dialogues, 'dialogue')}).`
    : '';
  const few = tooFew(checked, 'dialogues');
  // If the reference covers only a part of the dialogues, the others deviate by definition and are no result.
  const sentences =
    apart > 0 && cover !== null
      ? [
          often,
          `The most common variants cover ${formatSetShare(cover)} of the dialogues, so ${formatCount(apart)} of ${formatCount(checked)} deviate by definition${mean === null ? '' : ` (average fit of all dialogues: ${formatShare(mean)})`}.`,
        ]
      : [
          apart === 0
            ? `All ${formatAmount(checked, 'dialogue')} follow the reference from start to end (deviations: ${sure} %).`
            : `${formatCount(apart)} of ${formatAmount(checked, 'dialogue')} deviate from the reference: ${formatShare(apart / checked)} (${sure}${fit}).`,
          often,
        ];
  return [...sentences, ...few].filter(Boolean).join(' ');
}

interface FitnessSettings {
  readonly run: RunId | null;
  readonly reference: FitnessReference;
  readonly seconds: number;
}

const CHANGING = about('corpus', 'tags', 'runs', 'automata', 'flows');

const fitnessQueries = {
  check: (held: FitnessSettings & { readonly where: string }, page: number) =>
    question('fitness', client.fitness.check, { ...held, ...pageOf(page) }, CHANGING),
  dialogue: (held: FitnessSettings, dialogue: DialogueId) =>
    question('fitness.dialogue', client.fitness.dialogue, { ...held, dialogue }, CHANGING),
  flows: question('flows.list', client.flows.list, undefined, about('flows')),
};

interface DialogueFitnessProps {
  readonly held: {
    readonly run: RunId | null;
    readonly reference: FitnessReference;
    readonly seconds: number;
  };
  readonly dialogue: DialogueId;
}

function DialogueFitness({ held, dialogue }: DialogueFitnessProps) {
  const { data } = useQuery(fitnessQueries.dialogue(held, dialogue));
  if (!data || data.fitness === null) return null;
  return (
    <section className="fitness-dialogue pad-2-3 small fill-2" aria-label="The open dialogue">
      <span>
        Fit of the open dialogue: <strong>{formatShare(data.fitness)}</strong>
      </span>
      <ol className="fitness-moves wrap flex scrolls above-1">
        {data.moves.map(({ move, deviation, turn }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: moves are identified by their position only
          <li key={at}>
            <button
              type="button"
              className={`rounded fitness-move role-tint of-${move.role} ${deviation ?? ''}`}
              disabled={turn === null}
              onClick={() => focusTurn(turn)}
            >
              {spokenTag(move.tag)}
              {deviation !== null && <span className="bold"> {DEVIATION_WORDS[deviation]}</span>}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface ReferenceFieldsProps {
  readonly reference: FitnessReference;
  readonly automaton: AutomatonSummary;
  readonly run: RunId | null;
  readonly onChange: (reference: FitnessReference) => void;
}

function ReferenceFields({ reference, automaton, run, onChange }: ReferenceFieldsProps) {
  const id = useId();
  const { data: flows = [] } = useQuery(fitnessQueries.flows);
  const { data: automata = [] } = useQuery(projectQueries.automata);
  const fitting = automata.filter(({ learner }) => learner !== 'context');
  const ordered = [
    ...fitting.filter((one) => one.id === automaton.id),
    ...fitting.filter((one) => one.id !== automaton.id),
  ];
  const choices: { label: string; reference: FitnessReference }[] = [
    { label: 'The most common variants', reference: { kind: 'variants', cover: 0.5, among: '' } },
    ...flows.map(({ name }) => ({
      label: `The flow ${name}`,
      reference: { kind: 'flow', flow: name } as const,
    })),
    ...ordered.map((one) => ({
      label: `${one.id === automaton.id ? `The automaton on the graph: ${describeAutomaton(one)}` : labelOfAutomaton(one)}`,
      reference: { kind: 'automaton', automaton: one.id } as const,
    })),
  ];
  const chosen = choices.findIndex(({ reference: one }) => keyOf(one) === keyOf(reference));
  return (
    <div className="fitness-asked pad-3 line-below form-grid halves at-start">
      <SelectField
        className="field-wide"
        label="Check dialogues against"
        value={Math.max(0, chosen)}
        options={choices.map(({ label }, at) => ({ value: at, label }))}
        onChange={(at) => {
          const choice = choices[at];
          if (choice) onChange(choice.reference);
        }}
      />
      {reference.kind === 'variants' && (
        <>
          <div className="field-wide row-2 slider-row">
            <label htmlFor={id}>Covering</label>
            <input
              id={id}
              type="range"
              min={5}
              max={100}
              step={5}
              value={Math.round(100 * reference.cover)}
              aria-valuetext={`${formatSetShare(reference.cover)} of the dialogues`}
              onChange={({ target }) => onChange({ ...reference, cover: Number(target.value) / 100 })}
            />
            <output htmlFor={id}>{formatSetShare(reference.cover)}</output>
          </div>
          <WhereField
            label="of the dialogues where"
            where={reference.among}
            run={run}
            onChange={(among) => onChange({ ...reference, among })}
          />
        </>
      )}
    </div>
  );
}

const keyOf = (reference: FitnessReference): string => {
  switch (reference.kind) {
    case 'variants':
      return 'variants';
    case 'flow':
      return `flow ${reference.flow}`;
    case 'automaton':
      return `automaton ${reference.automaton}`;
  }
};

const QUIET_MS = 300;
const ROW_PX = 50;
const SECONDS = 20;
const LONGER = 10;
const MOST_SECONDS = 600;

interface FitnessPanelProps {
  readonly run: RunId | null;
  readonly automaton: AutomatonSummary;
}

export function FitnessPanel({ run, automaton }: FitnessPanelProps) {
  const place = useView((view) => view.place);
  const dialogue = useView((view) => view.dialogue);
  const { where } = useDialogueFilter();
  const [reference, setReference] = useState<FitnessReference>(
    place.kind === 'misfit' ? place.reference : { kind: 'variants', cover: 0.5, among: '' },
  );
  const [seconds, setSeconds] = useState(SECONDS);
  const held = { run, reference: useSettledValue(reference, QUIET_MS), seconds };
  const asked = { ...held, where };
  const key = JSON.stringify(asked);
  const [stopped, setStopped] = useState('');
  const isStopped = stopped === key;
  const { rows, outdated, error, retry, onRange } = usePagedRows(
    (page) => ({ ...fitnessQueries.check(asked, page), enabled: !isStopped }),
    key,
  );
  const stop = () => {
    setStopped(key);
    void queryClient.cancelQueries({ queryKey: ['fitness'] });
  };
  const placeOf = ({ kind, state, after, move }: FitnessRow): Place => ({
    kind: 'misfit',
    ...held,
    at: { kind, state, after, move },
  });
  const open = (index: number) => {
    const row = rows?.itemAt(index);
    if (!row) return;
    goTo(placeOf(row));
  };
  const found = rows?.first;
  const covered =
    held.reference.kind === 'variants' && held.reference.among === '' && where === ''
      ? held.reference.cover
      : null;
  return (
    <section className="fitness stack grow shrink-down" aria-label="Deviations">
      <ReferenceFields reference={reference} automaton={automaton} run={run} onChange={setReference} />
      {error !== null && <FailedState error={error} onRetry={retry} />}
      {isStopped && (
        <EmptyState title="Stopped" action={<Button onClick={() => setStopped('')}>Continue</Button>}>
          The dialogues were not checked.
        </EmptyState>
      )}
      {error === null && outdated && !isStopped && (
        <LoadingState
          label="Checking the dialogues…"
          action={
            <Button small onClick={stop}>
              Stop
            </Button>
          }
        />
      )}
      {error === null && !outdated && found && (
        <>
          <div className="wrap apart flex middle pad-2-3 gap-2-4">
            <ResultLine sentences={[describeFitness(found, covered)]} />
            {found.whole < found.checked && (
              <Button small onClick={() => goTo({ kind: 'misfit', ...held, at: null })}>
                Show the {formatCount(found.checked - found.whole)} that deviate
              </Button>
            )}
          </div>
          {found.checked + found.tooLong < found.dialogues && (
            <Notice
              bar
              kind="warning"
              actions={
                seconds * LONGER <= MOST_SECONDS && (
                  <Button small onClick={() => setSeconds(seconds * LONGER)}>
                    Keep checking
                  </Button>
                )
              }
            >
              In {formatAmount(seconds, 'second')}, only {formatCount(found.checked)} of{' '}
              {formatAmount(found.dialogues, 'dialogue')} were checked, starting with the most common paths.
            </Notice>
          )}
          {found.cutTo !== null && (
            <Notice bar kind="warning">
              The reference contains only the most common variants, which cover {formatShare(found.cutTo)} of
              the dialogues. More variants would create too many states.
            </Notice>
          )}
          {found.tooLong > 0 && (
            <Notice bar kind="warning">
              Not checked: {formatAmount(found.tooLong, 'dialogue that is', 'dialogues that are')} too long
              for a reference with {formatAmount(found.states, 'state')}.
            </Notice>
          )}
          {dialogue !== null && <DialogueFitness held={held} dialogue={dialogue} />}
          {found.total === 0 && (
            <EmptyState title="No deviations">Every dialogue follows the reference.</EmptyState>
          )}
          {rows && found.total > 0 && (
            <VirtualList
              key={key}
              label="Where dialogues deviate, most frequent first"
              total={rows.total}
              rowHeight={ROW_PX}
              itemAt={rows.itemAt}
              keyOf={(row) => JSON.stringify(placeOf(row))}
              selected={
                place.kind === 'misfit' ? rows.findIndex((row) => samePlace(placeOf(row), place)) : -1
              }
              onOpen={open}
              onRange={onRange}
            >
              {(row) => <RowView row={row} of={found.checked} />}
            </VirtualList>
          )}
        </>
      )}
    </section>
  );
}

function RowView({ row, of }: { readonly row: FitnessRow; readonly of: number }) {
  const { kind, move } = row;
  return (
    <div className="misfit">
      <div className="row-2 clip">
        <span className={`small rigid indent-2 misfit-kind ${kind}`}>{DEVIATION_WORDS[kind]}</span>
        <span className={`${move.role}`}>{`${ROLE_NAMES[move.role]}: ${spokenTag(move.tag)}`}</span>
        <span className="quiet">{deviationPlace(row)}</span>
      </div>
      <div className="row-3 small">
        <meter
          className="misfit-bar"
          min={0}
          max={1}
          value={row.dialogues / of}
          aria-label={`${formatShare(row.dialogues / of)} of the dialogues`}
        />
        <strong>{formatCount(row.dialogues)}</strong>
        <span className="quiet">{formatShare(row.dialogues / of)}</span>
      </div>
    </div>
  );
}
