import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndpointModule, ExternalModule } from '#shared/contract/modules.ts';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { ErrorNotice } from '../../ui/state/notice.tsx';
import { KeyField } from '../providers/index.ts';

const WHERE = { loopback: 'this machine', private: 'your own network', public: 'the internet' } as const;

/** Shows whether the host was approved, and its key. */
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
  return (
    <>
      <div className="models-row">
        <div>
          <h3>{consent ? 'Agreed to' : 'Not agreed to'}</h3>
          <p className="quiet small">
            <span className="mono">{origin}</span> · {WHERE[reach]}
            {consent ? '' : '. Nothing is sent before you agree.'}
          </p>
          {warning && <p className="warning small">{warning}</p>}
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
        <KeyField
          hasKey={hasKey}
          keptFor={keysKeptFor}
          topic="modules"
          onSet={(key) => client.modules.setKey({ id, key })}
          onRemove={() => client.modules.removeKey({ id })}
          onSaved={onModule}
        />
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
              If a project uses this module, the simulator connects to <span className="mono">{origin}</span>{' '}
              ({WHERE[reach]}) and sends the arguments you chose, with personal data masked
              {keyHeader === null ? '' : ', and the key'}.
            </p>
            <p className="quiet small">
              Redirects are not followed. The reply is shown as text. You can withdraw at any time. Dialogram
              asks again before it contacts another host.
            </p>
            {warning && <p className="warning">{warning}</p>}
            {agree.isError && <ErrorNotice error={agree.error} />}
          </div>
        </ConfirmDialog>
      )}
    </>
  );
}
