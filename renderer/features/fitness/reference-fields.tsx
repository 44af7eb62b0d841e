import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import type { FitnessReference } from '#shared/contract/fitness.ts';
import { formatSetShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { describeAutomaton } from '../../project/describe.ts';
import { projectQueries } from '../../project/queries.ts';
import { SelectField } from '../../ui/inputs/field.tsx';
import { WhereField } from '../filters/index.ts';
import { fitnessQueries } from './queries.ts';

/** Chooses the reference to check dialogues against: frequent variants, a designed flow or an automaton. */
export function ReferenceFields({
  reference,
  automaton,
  run,
  onChange,
}: {
  readonly reference: FitnessReference;
  /** The shown automaton, listed first. */
  readonly automaton: AutomatonSummary;
  readonly run: RunId | null;
  readonly onChange: (reference: FitnessReference) => void;
}) {
  const id = useId();
  const { client } = useApi();
  const { data: flows = [] } = useQuery(fitnessQueries(client).flows);
  const { data: automata = [] } = useQuery(projectQueries(client).automata);
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
      label: `${one.id === automaton.id ? 'The automaton on the graph' : `Automaton ${one.id}`}: ${describeAutomaton(one)}`,
      reference: { kind: 'automaton', automaton: one.id } as const,
    })),
  ];
  const chosen = choices.findIndex(({ reference: one }) => keyOf(one) === keyOf(reference));
  return (
    <div className="fitness-asked form-grid">
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
