import { useMutation } from '@tanstack/react-query';
import type { Provider } from '#shared/contract/providers.ts';
import { useApi } from '../../../client/api.tsx';
import { about } from '../../../client/queries.ts';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { ErrorNotice } from '../../../ui/state/notice.tsx';
import { NOT_MASKED, whereIs } from '../sentences.ts';
import './editor.css';

/** Names the hosts and the data that they get, before anything is sent. */
export function ConsentDialog({
  provider,
  onClose,
  onConsented,
}: {
  readonly provider: Provider;
  readonly onClose: () => void;
  readonly onConsented: (provider: Provider) => void;
}) {
  const { client } = useApi();
  const consent = useMutation({
    mutationFn: (host: string) => client.providers.consent({ id: provider.id, host }),
    meta: about('models'),
    onSuccess: (consented) => {
      onConsented(consented);
      onClose();
    },
  });
  const [host] = provider.hosts;
  return (
    <ConfirmDialog
      title={`Send to ${provider.name}?`}
      verb="Agree"
      onClose={onClose}
      onConfirm={() => host !== undefined && consent.mutate(host)}
    >
      <div className="stack-2 models-consent">
        <p>When you use a model of this server, Dialogram connects to</p>
        <ul>
          {provider.hosts.map((name) => (
            <li key={name}>
              <span className="mono">{name}</span>
              <span className="quiet"> · {whereIs(provider)}</span>
            </li>
          ))}
        </ul>
        <p>and sends, only when you start it:</p>
        <ul className="models-sent">
          <li>
            the text of the dialogues you choose
            {provider.maskPersonalData ? ', with personal data masked where it is recognized' : ', unmasked'}
          </li>
          <li>
            for an answer, other customers’ dialogues as examples, masked too unless you switch masking off
            under “Answers…”
          </li>
          <li>the prompt, and your tags if the prompt offers them</li>
          <li>your key, if you entered one</li>
        </ul>
        {provider.maskPersonalData && <p className="warning">Masking has its limits. {NOT_MASKED}</p>}
        <p className="quiet small">
          The server's operator decides what happens to it there. You can withdraw at any time. Dialogram asks
          again before it uses another address.
        </p>
        {provider.warning && <p className="warning">{provider.warning}</p>}
        {consent.isError && <ErrorNotice error={consent.error} />}
      </div>
    </ConfirmDialog>
  );
}
