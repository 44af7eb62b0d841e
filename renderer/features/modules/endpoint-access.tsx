import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndpointModule, ExternalModule } from '#shared/contract/modules.ts';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { TextField } from '../../ui/inputs/field.tsx';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { ErrorNotice } from '../../ui/state/notice.tsx';
import { readable } from '../../ui/text/readable-error.ts';

const WHERE = { loopback: 'this machine', private: 'your own network', public: 'the internet' } as const;

/** Whether a host was agreed to, and its key. */
export function EndpointAccess({
  module,
  keysKeptFor,
  onModule,
}: {
  readonly module: EndpointModule;
  readonly keysKeptFor: 'device' | 'session';
  readonly onModule: (module: ExternalModule) => Promise<void>;
}) {
  const { client } = useApi();
  const [asking, setAsking] = useState(false);
  const [key, setKey] = useState('');
  const { id, consent, origin, reach, warning, keyHeader, hasKey, name } = module;
  const agree = useMutation({
    mutationFn: () => client.modules.consent({ id, host: origin }),
    meta: about('modules'),
    onSuccess: async (saved) => {
      await onModule(saved);
      setAsking(false);
    },
  });
  const withdraw = useMutation({
    mutationFn: () => client.modules.withdraw({ id }),
    meta: about('modules'),
    onSuccess: onModule,
  });
  const set = useMutation({
    mutationFn: (typed: string) => client.modules.setKey({ id, key: typed }),
    meta: about('modules'),
    onSuccess: async (saved) => {
      setKey('');
      await onModule(saved);
    },
    // Nothing keeps what was typed longer than the call.
    gcTime: 0,
  });
  const remove = useMutation({
    mutationFn: () => client.modules.removeKey({ id }),
    meta: about('modules'),
    onSuccess: onModule,
  });
  return (
    <>
      <div className="models-row">
        <div>
          <h3>{consent ? 'Agreed to' : 'Not agreed to'}</h3>
          <p className="quiet small">
            <span className="mono">{origin}</span> · {WHERE[reach]}
            {consent ? '' : '. Nothing is sent before you agree.'}
          </p>
          {warning && <p className="models-warning small">{warning}</p>}
        </div>
        {consent ? (
          <Button disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Withdraw
          </Button>
        ) : (
          <Button kind="primary" onClick={() => setAsking(true)}>
            Agree…
          </Button>
        )}
      </div>
      {withdraw.isError && <ErrorNotice error={withdraw.error} />}
      {keyHeader !== null && (
        <form
          className="models-key"
          onSubmit={(event) => {
            event.preventDefault();
            if (key.trim() !== '') set.mutate(key);
          }}
        >
          <TextField
            label="Key"
            type="password"
            value={key}
            placeholder={hasKey ? 'A key is there; type to replace it' : ''}
            hint={
              keysKeptFor === 'device'
                ? 'Kept encrypted by the operating system, never in a project.'
                : 'Kept in memory until Dialogram ends: nothing here encrypts keys.'
            }
            error={set.error ? readable(set.error).message : null}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setKey(event.target.value)}
          />
          <Button type="submit" disabled={key.trim() === '' || set.isPending}>
            {hasKey ? 'Replace key' : 'Keep key'}
          </Button>
          {hasKey && (
            <Button disabled={remove.isPending} onClick={() => remove.mutate()}>
              Remove key
            </Button>
          )}
        </form>
      )}
      {asking && (
        <ConfirmDialog
          title={`Send to ${name}?`}
          verb="Agree"
          onClose={() => setAsking(false)}
          onConfirm={() => agree.mutate()}
        >
          <div className="stack-2 models-consent">
            <p>
              When a project uses this module, the simulator connects to{' '}
              <span className="mono">{origin}</span> ({WHERE[reach]}) and sends the arguments you named, with
              personal data masked
              {keyHeader === null ? '' : ', and the key'}.
            </p>
            <p className="quiet small">
              It is sent nowhere else: a redirect is not followed. What comes back is shown as text. You can
              withdraw at any time; another host asks again.
            </p>
            {warning && <p className="models-warning">{warning}</p>}
            {agree.isError && <ErrorNotice error={agree.error} />}
          </div>
        </ConfirmDialog>
      )}
    </>
  );
}
