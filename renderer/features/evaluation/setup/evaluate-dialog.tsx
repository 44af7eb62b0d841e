import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { runIdSchema } from '#shared/contract/base.ts';
import type { EvaluationInput } from '#shared/contract/evaluation.ts';
import { useApi } from '../../../client/api.tsx';
import { showMode } from '../../../project/mode.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Notice, Unanswered } from '../../../ui/state/notice.tsx';
import { comparisonQueries } from '../../columns/index.ts';
import { StartedJobFoot, StartedJobState, useStartedJob } from '../../jobs/index.ts';
import { RESULTS, showResult } from '../../results/index.ts';
import { EVALUATION } from '../commands.ts';
import { type EvaluationForm, inputOf, START_FORM } from './evaluation-form.ts';
import { EvaluationOptions } from './evaluation-options.tsx';
import '../evaluation.css';

const evaluatedSchema = z.object({ run: runIdSchema });

/** Starts an evaluation of how well methods find the next turn, shows its progress and opens the result. */
export function EvaluateDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useApi();
  const methods = useQuery(comparisonQueries(client).methods);
  const [form, setForm] = useState<EvaluationForm>(START_FORM);
  const input = inputOf(form);
  const evaluation = useStartedJob(evaluatedSchema, (asked: EvaluationInput) =>
    client.evaluation.start(asked),
  );
  const { start, result, stage } = evaluation;

  const foot = (
    <StartedJobFoot
      of={evaluation}
      form="evaluate"
      submit="Run"
      ready={input !== null}
      change="Change the settings"
      again="Run another"
      onShow={{
        label: 'Show the figures',
        act: () => {
          if (result) showResult(EVALUATION, result.run);
          showMode(RESULTS);
          onClose();
        },
      }}
      onClose={onClose}
    />
  );

  return (
    <Dialog title="Run an evaluation" width="wide" onClose={onClose} foot={foot}>
      {!methods.isSuccess && <Unanswered of={methods} />}
      {stage === 'idle' && methods.data && (
        <form
          id="evaluate"
          onSubmit={(event) => {
            event.preventDefault();
            if (input) start.mutate(input);
          }}
        >
          <EvaluationOptions form={form} methods={methods.data} onChange={setForm} />
        </form>
      )}
      <StartedJobState of={evaluation} />
      {result && <Notice kind="done">The evaluation is done and kept with the project.</Notice>}
    </Dialog>
  );
}
