import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ServeStatus, serveSettingsSchema } from '#shared/contract/serve.ts';
import { costText, formatCount } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { about, freshQuestion } from '../../client/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SelectField, TextField } from '../../ui/inputs/field.tsx';
import { useFields } from '../../ui/inputs/schema-fields.tsx';
import { closeDialog, Dialog } from '../../ui/overlays/dialog.tsx';
import { tell, tellError } from '../../ui/overlays/toasts.tsx';
import { ErrorNotice, Unanswered } from '../../ui/state/notice.tsx';
import { comparisonQueries } from '../columns/index.ts';
import { KeptPrompt } from '../lasting-runs/index.ts';

const PORT = serveSettingsSchema.pick({ port: true });
const promptOfServe = freshQuestion('serve.prompt', client.serve.prompt, undefined, about('prompts'));
const USUAL_METHOD = 'context-ranker';

export function ServeDialog() {
  const status = useQuery(freshQuestion('serve.status', client.serve.status, undefined, about('endpoint')));
  const methods = useQuery(comparisonQueries.methods).data ?? [];
  const prompt = useQuery(promptOfServe);
  const [method, setMethod] = useState(USUAL_METHOD);
  const { values, control } = useFields(PORT);
  const open = useMutation({
    mutationFn: () => client.serve.start({ method, ...values }),
    meta: about('endpoint'),
  });
  const close = useMutation({
    mutationFn: () => client.serve.stop(),
    meta: about('endpoint'),
    onSuccess: () => open.reset(),
  });
  // If the dialog closes while the server is starting, stop it, because nobody would see its token.
  const leave = () => {
    if (open.isPending) close.mutate();
    closeDialog();
  };
  const served = status.data;
  const choices = [
    ...methods
      .filter(({ name, offered }) => (offered && name !== 'random') || name === method)
      .map(({ name, title }) => ({ value: name, label: title })),
    { value: 'state', label: 'Automaton state' },
    { value: 'none', label: 'No examples' },
  ];
  const titleOf = (name: string): string | null =>
    name === 'none'
      ? null
      : (choices.find(({ value }) => value === name)?.label ??
        methods.find((one) => one.name === name)?.title ??
        name);
  return (
    <Dialog
      title="Serve this project to other programs"
      onClose={leave}
      foot={
        served ? (
          <>
            <Button does={close}>Stop serving</Button>
            <Button kind="primary" onClick={closeDialog}>
              Done
            </Button>
          </>
        ) : (
          <>
            <Button onClick={leave}>Cancel</Button>
            <Button kind="primary" disabled={!status.isSuccess || values === null} does={open}>
              {open.isPending ? 'Opening…' : 'Start serving'}
            </Button>
          </>
        )
      }
    >
      {!status.isSuccess && <Unanswered of={status} />}
      {served && <Open served={served} method={titleOf(served.method)} token={open.data?.token ?? null} />}
      {served === null && (
        <>
          <p>
            Lets other programs on this machine ask your model. Dialogram adds examples from this project. In
            a program that supports the OpenAI API, enter the address as the base URL and the token as the
            key.
          </p>
          <SelectField
            label="Examples by"
            value={method}
            options={choices}
            hint={[
              methods.find(({ name }) => name === method)?.description,
              'To use another method, a program puts the name of the method before the model name, as in bm25-last/gpt-4o-mini.',
            ]
              .filter((text) => text !== undefined)
              .join(' ')}
            onChange={setMethod}
          />
          {control('port')}
          <KeptPrompt
            title="Prompt with the examples"
            hint="The instructions for the model. The examples are added below them, after the program’s own instructions."
            of={prompt}
            onSave={(text) => client.serve.savePrompt({ text })}
            onReset={() => client.serve.resetPrompt()}
          />
          <p className="quiet small">
            Only programs on this machine that have the token get answers. Serving stops when you close the
            project. The model's masking and cost settings apply.
          </p>
        </>
      )}
      {open.isPending && (
        <output className="quiet small">
          Running jobs and the index must finish first. This can take a few minutes.
        </output>
      )}
      {open.isError && <ErrorNotice error={open.error} />}
      {close.isError && <ErrorNotice error={close.error} />}
    </Dialog>
  );
}

interface OpenProps {
  readonly served: ServeStatus;
  readonly method: string | null;
  readonly token: string | null;
}

function Open({ served, method, token }: OpenProps) {
  const { address, model, requests, failed, tokens, costUsd } = served;
  return (
    <>
      <Copied label="Address" text={address} />
      {token === null ? (
        <p className="quiet">
          The token was shown when serving started. For a new token, stop and start serving again.
        </p>
      ) : (
        <Copied label="Token" text={token} hint="Copy the token now. It is shown only once." />
      )}
      <p>
        {model === null
          ? 'No model is set up. Only /v1/route works: it returns a dialogue’s position in the automaton.'
          : `${model} answers, ${method === null ? 'without examples' : `with examples found by ${method}`}.`}
      </p>
      <p className="quiet small">
        {formatCount(requests)} {requests === 1 ? 'request' : 'requests'}, {formatCount(failed)} failed,{' '}
        {formatCount(tokens)} tokens{costUsd === null ? '' : `, ${costText(costUsd)}`}.
      </p>
    </>
  );
}

interface CopiedProps {
  readonly label: string;
  readonly text: string;
  readonly hint?: string;
}

function Copied({ label, text, hint }: CopiedProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      tell(`${label} copied.`);
    } catch (error) {
      tellError(error);
    }
  };
  return (
    <div className="row-2 top serve-copied">
      <TextField label={label} value={text} readOnly hint={hint} onFocus={(event) => event.target.select()} />
      <Button aria-label={`Copy the ${label.toLowerCase()}`} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  );
}
