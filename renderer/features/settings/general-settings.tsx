import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ZOOM_STEPS } from '#shared/contract/native.ts';
import { formatSetShare } from '#shared/domain/figure-text.ts';
import { client, native, queryClient } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { forgetStored, prefer, type Theme, usePreferences } from '../../ui/hooks/preferences.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { OneOf, SelectField, TextField } from '../../ui/inputs/field.tsx';
import { askToConfirm } from '../../ui/overlays/dialog.tsx';
import { useAction } from '../../ui/overlays/toasts.tsx';

const THEMES: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'Same as system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function AppearanceSetting() {
  const theme = usePreferences((state) => state.theme);
  return (
    <OneOf legend="Appearance" value={theme} options={THEMES} onChange={(value) => prefer('theme', value)} />
  );
}

export function SizeSetting() {
  const zoom = useQuery({ queryKey: ['zoom'], queryFn: () => native.zoom(), staleTime: 0, gcTime: 0 });
  const set = useAction((factor: number) => native.setZoom(factor), { onSuccess: () => zoom.refetch() });
  if (native.shell === 'browser')
    return <p className="quiet">To change the text size, use your browser’s zoom (80 % to 200 %).</p>;
  return (
    <SelectField
      label="Text size"
      hint="Also in the View menu. Everything scales with the text."
      value={zoom.data ?? 1}
      disabled={!zoom.data || set.isPending}
      options={ZOOM_STEPS.map((value) => ({ value, label: formatSetShare(value) }))}
      onChange={(value) => set.mutate(value)}
    />
  );
}

export const LanguageFact = () => <p className="quiet">Dialogram is in English only so far.</p>;

export function AuthorSetting() {
  const author = useQuery(question('history.author', client.history.author, undefined, about('author'))).data;
  const [text, setText] = useState<string | null>(null);
  const save = useAction((name: string) => client.history.setAuthor({ name }), { meta: about('author') });
  const keep = () => {
    const name = text?.trim();
    if (name && name !== author?.name) save.mutate(name);
    setText(null);
  };
  return (
    <TextField
      label="Your name in the history"
      hint="Shown with every edit you make and stored in the project."
      maxLength={80}
      value={text ?? author?.name ?? ''}
      onChange={setText}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
      }}
    />
  );
}

export function CoresSetting() {
  const query = question('system.threads', client.system.threads, undefined);
  const { data } = useQuery(query);
  const set = useAction((threads: number | null) => client.system.setThreads({ threads }), {
    onSuccess: (now) => queryClient.setQueryData(query.queryKey, now),
  });
  const cores = data?.cores ?? 1;
  const fewer = [1, 2, 4, 8, 16, 32].filter((count) => count < cores);
  return (
    <SelectField
      label="Processor cores per job"
      hint="Applies to jobs that you start from now on. Small jobs use one core."
      value={data?.threads ?? null}
      disabled={!data || set.isPending}
      options={[
        { value: null, label: `All ${cores}` },
        ...fewer.map((value) => ({ value, label: String(value) })),
      ]}
      onChange={(threads) => set.mutate(threads)}
    />
  );
}

export function ResetSetting() {
  const reset = useAction(
    async () => {
      forgetStored('');
      if (native.shell === 'electron') await native.setZoom(1);
    },
    { onSuccess: () => window.location.reload() },
  );
  const ask = () =>
    askToConfirm({
      title: 'Reset settings?',
      verb: 'Reset settings',
      danger: true,
      onConfirm: () => reset.mutate(),
      children: <p>You cannot undo this.</p>,
    });
  return (
    <div className="stack-2">
      <p>
        Resets appearance, text size, keys, hints, columns, panel sizes and export settings. Projects, models,
        modules, backups, processor cores and your name are kept.
      </p>
      <div>
        <Button onClick={ask}>Reset settings…</Button>
      </div>
    </div>
  );
}
