import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  EndpointModule,
  ExternalModule,
  ModuleArgument,
  ModuleDraft,
} from '#shared/contract/modules.ts';
import { client, native } from '../../client/api.ts';
import { about } from '../../client/queries.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { bindTo, Choice, Form, Select, SelectField, TextField } from '../../ui/inputs/field.tsx';
import { InPlace } from '../../ui/lists/in-place.tsx';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { ErrorNotice } from '../../ui/state/notice.tsx';
import { readable } from '../../ui/text/readable-error.ts';
import { KeyField } from '../providers/index.ts';
import { ARGUMENT_SOURCES, draftOf, type EndpointDraft, isComplete } from './module-form.ts';
import { ModulePassages } from './module-passages.tsx';

const WHERE = { loopback: 'this machine', private: 'your own network', public: 'the internet' } as const;

interface EndpointAccessProps {
  readonly module: EndpointModule;
  readonly keysKeptFor: 'device' | 'session';
  readonly onModule: (module: ExternalModule) => Promise<void>;
}

function EndpointAccess({ module, keysKeptFor, onModule }: EndpointAccessProps) {
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
      <div className="models-row apart flex middle gap-4">
        <div>
          <h3>{consent ? 'Agreed to' : 'Not agreed yet'}</h3>
          <p className="quiet small">
            <span className="mono">{origin}</span> · {WHERE[reach]}
            {consent ? '' : '. Nothing is sent until you agree.'}
          </p>
          {warning && <p className="warning small">{warning}</p>}
        </div>
        {consent ? (
          <Button does={withdraw}>Withdraw</Button>
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
              ({WHERE[reach]}) and sends the arguments you chose (with personal data masked)
              {keyHeader === null ? '' : ' and the key'}.
            </p>
            <p className="quiet small">
              Redirects are not followed. The reply is shown as text. You can withdraw your consent at any
              time. Dialogram asks again before it contacts another host.
            </p>
            {warning && <p className="warning">{warning}</p>}
            {agree.isError && <ErrorNotice error={agree.error} />}
          </div>
        </ConfirmDialog>
      )}
    </>
  );
}

function ModuleTest({ module, changed }: { readonly module: ExternalModule; readonly changed: boolean }) {
  const [query, setQuery] = useState('');
  const test = useMutation({
    mutationFn: (typed: string) => client.modules.test({ id: module.id, query: typed }),
  });
  const why = changed
    ? 'Save first.'
    : 'Sends your text like a customer message in the simulator, with personal data masked.';
  return (
    <div className="stack-3 line-above pad-top-3">
      <Form
        className="models-key flex top gap-2"
        onSubmit={() => {
          if (query.trim() !== '' && !changed) test.mutate(query);
        }}
      >
        <TextField
          label="Try it with"
          value={query}
          placeholder="Where is my package?"
          hint={
            module.kind === 'folder' ? (changed ? why : 'Searches on this machine. Nothing is sent.') : why
          }
          onChange={setQuery}
        />
        <Button type="submit" disabled={changed || query.trim() === '' || test.isPending}>
          {test.isPending ? 'Asking…' : 'Test'}
        </Button>
      </Form>
      {test.data && <ModulePassages result={test.data} />}
      {test.isError && <ErrorNotice error={test.error} />}
    </div>
  );
}

interface ArgumentRowsProps {
  readonly list: readonly ModuleArgument[];
  readonly onChange: (list: ModuleArgument[]) => void;
}

function ArgumentRows({ list, onChange }: ArgumentRowsProps) {
  const put = (at: number, change: Partial<ModuleArgument>) =>
    onChange(list.map((argument, index) => (index === at ? { ...argument, ...change } : argument)));
  return (
    <fieldset className="stack-2 top">
      <legend className="field-label small bold">Arguments</legend>
      <InPlace of={list}>
        {(argument, at) => {
          const number = at + 1;
          return (
            <div className="module-argument wide middle gap-2 grid">
              <input
                className="input"
                aria-label={`Name of argument ${number}`}
                value={argument.name}
                spellCheck={false}
                onChange={(event) => put(at, { name: event.target.value })}
              />
              <Select
                aria-label={`Argument ${number} is`}
                value={argument.of}
                options={ARGUMENT_SOURCES}
                onChange={(of) => put(at, { of })}
              />
              {argument.of === 'fixed' ? (
                <input
                  className="input"
                  aria-label={`Text of argument ${number}`}
                  value={argument.text}
                  onChange={(event) => put(at, { text: event.target.value })}
                />
              ) : (
                <span className="quiet small">masked</span>
              )}
              <IconButton
                icon="close"
                label={`Remove argument ${number}`}
                onClick={() => onChange(list.filter((_, index) => index !== at))}
              />
            </div>
          );
        }}
      </InPlace>
      <Button
        small
        icon="plus"
        disabled={list.length >= 20}
        onClick={() => onChange([...list, { name: '', of: 'fixed', text: '' }])}
      >
        Add an argument
      </Button>
    </fieldset>
  );
}

export function ModuleEditor({
  module,
  empty,
  used,
  keysKeptFor,
  onUse,
  acts,
  onAct,
  onSaved,
  onRemoved,
}: {
  readonly module: ExternalModule | null;
  readonly empty: ModuleDraft;
  readonly used: boolean | null;
  readonly keysKeptFor: 'device' | 'session';
  readonly onUse: (used: boolean) => void;
  readonly acts: boolean;
  readonly onAct: (acts: boolean) => void;
  readonly onSaved: (module: ExternalModule) => Promise<void>;
  readonly onRemoved: () => void;
}) {
  const kept = module ? draftOf(module) : empty;
  const [draft, setDraft] = useState<ModuleDraft>(kept);
  const changed = JSON.stringify(draft) !== JSON.stringify(kept);
  const save = useMutation({
    mutationFn: () => client.modules.save({ id: module?.id ?? null, draft }),
    meta: about('modules'),
    onSuccess: async (saved) => {
      setDraft(draftOf(saved));
      await onSaved(saved);
    },
  });
  const remove = useMutation({
    mutationFn: async () => {
      if (module) await client.modules.remove({ id: module.id });
    },
    meta: about('modules'),
    onSuccess: onRemoved,
  });
  const chooseFolder = async () => {
    const path = await native.chooseFolder();
    if (path === null) return;
    const name = draft.name.trim() === '' ? (path.split(/[\\/]/).findLast(Boolean) ?? '') : draft.name;
    setDraft((before) => (before.kind === 'folder' ? { ...before, path, name } : before));
  };
  const fault = save.error ? readable(save.error) : null;
  return (
    <div className="stack-4 shrink">
      <div className="stack-4 grow">
        <TextField
          label="Name"
          value={draft.name}
          onChange={(name) => setDraft({ ...draft, name })}
          placeholder={draft.kind === 'folder' ? 'Handbook' : 'Order lookup'}
        />
        {draft.kind === 'folder' ? (
          <div className="flex top gap-2 module-folder">
            <TextField
              label="Folder"
              value={draft.path}
              onChange={(path) => setDraft({ ...draft, path })}
              spellCheck={false}
              hint="Searches .txt, .md, .html and .csv files in this folder and its subfolders, on this machine."
            />
            {native.shell === 'electron' && <Button onClick={() => void chooseFolder()}>Choose…</Button>}
          </div>
        ) : (
          <EndpointFields draft={draft} onChange={setDraft} />
        )}
        {module && used !== null && <Choice label="Use in this project" checked={used} onChange={onUse} />}
        {module?.kind === 'endpoint' && used !== null && (
          <Choice
            label="Flows in this project may call this endpoint"
            hint="While you talk to a flow, the flow can call this endpoint as the external action with the same name. The endpoint acts on the values of the slots, so these values are sent unmasked."
            checked={acts}
            onChange={onAct}
          />
        )}
        {module?.kind === 'endpoint' && (
          <EndpointAccess module={module} keysKeptFor={keysKeptFor} onModule={onSaved} />
        )}
        {module && <ModuleTest module={module} changed={changed} />}
        {fault && <ErrorNotice error={save.error} />}
        {remove.isError && <ErrorNotice error={remove.error} />}
      </div>
      <div className="models-foot flex gap-2 line-above at-end pad-top-3">
        {module && (
          <Button kind="danger" className="spread" does={remove}>
            Remove
          </Button>
        )}
        <Button kind="primary" disabled={!isComplete(draft) || (module !== null && !changed)} does={save}>
          {module ? 'Save' : 'Add'}
        </Button>
      </div>
    </div>
  );
}

interface EndpointFieldsProps {
  readonly draft: EndpointDraft;
  readonly onChange: (draft: EndpointDraft) => void;
}

function EndpointFields({ draft, onChange }: EndpointFieldsProps) {
  const bind = bindTo(draft, (part) => onChange({ ...draft, ...part }));
  return (
    <>
      <div className="module-address gap-3 grid">
        <SelectField
          label="Request"
          {...bind('method')}
          options={[
            { value: 'post', label: 'POST' },
            { value: 'get', label: 'GET' },
          ]}
        />
        <TextField
          label="Address"
          {...bind('address')}
          placeholder="https://example.com/search"
          spellCheck={false}
        />
      </div>
      <ArgumentRows list={draft.arguments} onChange={(list) => onChange({ ...draft, arguments: list })} />
      <div className="models-fields one-if-narrow grid two-columns">
        <TextField
          label="Field in a JSON answer"
          {...bind('field')}
          placeholder="results.text"
          hint="The field with the text, such as results.0.text. Leave empty to use the whole answer."
          spellCheck={false}
        />
        <TextField
          label="Header for the key"
          value={draft.keyHeader ?? ''}
          placeholder="authorization"
          hint="Leave empty if no key is needed."
          spellCheck={false}
          onChange={(value) => onChange({ ...draft, keyHeader: value.trim() === '' ? null : value })}
        />
      </div>
    </>
  );
}
