import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Provider } from '#shared/contract/providers.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { TextField } from '../../ui/inputs/field.tsx';
import { Notice, Unanswered } from '../../ui/state/notice.tsx';
import { isReady, ModelFields, usualModel, WithServers } from '../columns/index.ts';
import { PromptEditor } from '../comparison/index.ts';
import {
  LimitFields,
  type LimitsForm,
  limitsOf,
  START_LIMITS,
  StartDialog,
  wholeIn,
} from '../lasting-runs/index.ts';
import { useElsewhere } from '../prompt-files/index.ts';
import { showResult } from '../results/index.ts';
import { instructionQueries, SLOT_INSTRUCTION } from './queries.ts';
import './slot-instructions.css';

interface Asked {
  readonly flow: string;
  readonly slot: string;
}

const titleOf = ({ slot }: Asked): string => `Make the description of ${slot} better`;

/** A model that words a slot's description anew on annotated turns: which, on how many, and what it may cost. */
export function InstructionDialog({
  flow,
  slot,
  onClose,
}: Asked & {
  readonly onClose: () => void;
}) {
  return (
    <WithServers title={titleOf({ flow, slot })} onClose={onClose}>
      {(providers) => <InstructionForm of={{ flow, slot }} providers={providers} onClose={onClose} />}
    </WithServers>
  );
}

function InstructionForm({
  of,
  providers,
  onClose,
}: {
  readonly of: Asked;
  /** At least one. */
  readonly providers: readonly Provider[];
  readonly onClose: () => void;
}) {
  const { client } = useApi();
  const [asked, setAsked] = useState(usualModel(providers));
  const { choice, elsewhere } = useElsewhere(
    providers.some((one) => one.id === asked.provider && isReady(one)),
  );
  const [words, setWords] = useState('20');
  const [holds, setHolds] = useState('50');
  const [limits, setLimits] = useState<LimitsForm>({ ...START_LIMITS, concurrency: '2' });
  const prompt = useQuery(instructionQueries(client).prompt);
  const [training, heldOut, within] = [wholeIn(words, 5, 500), wholeIn(holds, 5, 1000), limitsOf(limits)];
  const writer = { kind: 'model' as const, provider: asked.provider, model: asked.model.trim() };
  const settings =
    writer.model === '' || training === null || heldOut === null || within === null
      ? null
      : { ...of, writer, training, heldOut, ...within, ...elsewhere };
  return (
    <StartDialog
      title={titleOf(of)}
      settings={settings}
      estimate={(chosen) => client.slotInstructions.estimate(chosen)}
      estimated={(found) => (
        <Notice kind="info">
          {formatCount(found.training)} turns to word from and {formatCount(found.heldOut)} to hold against,
          of {formatAmount(found.turns, 'annotated turn')}: at most {formatAmount(found.requests, 'request')}.
        </Notice>
      )}
      start={(chosen) => client.slotInstructions.start(chosen)}
      onStarted={(run) => showResult(SLOT_INSTRUCTION, run, true)}
      onClose={onClose}
      after={
        prompt.data ? (
          <PromptEditor
            key={prompt.data.version}
            title="Prompt for wording"
            hint="What the model is told. The slot, its description and the turns follow it as data."
            prompt={prompt.data}
            onSave={(text) => client.slotInstructions.savePrompt({ text })}
            onReset={() => client.slotInstructions.resetPrompt()}
          />
        ) : (
          <Unanswered of={prompt} />
        )
      }
    >
      <p className="quiet">
        The model sees what the description led to at annotated turns and words it anew. A wording stays only
        where it is right more often on turns that it was not made from. The flow changes when you take it.
      </p>
      <div className="slot-instruction-fields">
        <ModelFields providers={providers} asked={asked} onChange={setAsked} />
        <TextField
          label="Turns to word from"
          inputMode="numeric"
          value={words}
          error={training === null ? 'From 5 to 500.' : null}
          onChange={({ target }) => setWords(target.value)}
        />
        <TextField
          label="Turns to hold against"
          inputMode="numeric"
          value={holds}
          error={heldOut === null ? 'From 5 to 1,000.' : null}
          onChange={({ target }) => setHolds(target.value)}
        />
        <LimitFields form={limits} onChange={setLimits} />
      </div>
      {choice}
    </StartDialog>
  );
}
