import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExternalModule } from '#shared/contract/modules.ts';
import { useApi } from '../../client/api.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { TextField } from '../../ui/inputs/field.tsx';
import { ErrorNotice } from '../../ui/state/notice.tsx';
import { ModulePassages } from './module-passages.tsx';

/** Asks the module as if the customer had sent the text. */
export function ModuleTest({
  module,
  changed,
}: {
  readonly module: ExternalModule;
  readonly changed: boolean;
}) {
  const { client } = useApi();
  const [query, setQuery] = useState('');
  const test = useMutation({
    mutationFn: (typed: string) => client.modules.test({ id: module.id, query: typed }),
  });
  const why = changed
    ? 'Save first.'
    : 'Sent as if the customer had said it in the simulator, with personal data masked.';
  return (
    <div className="stack-3 module-test">
      <form
        className="models-key"
        onSubmit={(event) => {
          event.preventDefault();
          if (query.trim() !== '' && !changed) test.mutate(query);
        }}
      >
        <TextField
          label="Try it with"
          value={query}
          placeholder="Where is my parcel?"
          hint={
            module.kind === 'folder' ? (changed ? why : 'Searches on this machine. Nothing is sent.') : why
          }
          onChange={(event) => setQuery(event.target.value)}
        />
        <Button type="submit" disabled={changed || query.trim() === '' || test.isPending}>
          {test.isPending ? 'Asking…' : 'Test'}
        </Button>
      </form>
      {test.data && <ModulePassages result={test.data} />}
      {test.isError && <ErrorNotice error={test.error} />}
    </div>
  );
}
