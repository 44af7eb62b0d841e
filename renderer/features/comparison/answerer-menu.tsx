import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answerer } from '#shared/contract/generation.ts';
import type { Provider } from '#shared/contract/providers.ts';
import { openDialog } from '../../app/dialogs.ts';
import { useApi } from '../../client/api.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { providerQueries } from '../providers/queries.ts';
import { AnswererDialog } from './answerer-dialog.tsx';
import { addColumn, answererOf, type ColumnChoice, type ColumnLayout, idOf, setAnswerer } from './columns.ts';
import { setColumns } from './compare-state.ts';
import { NO_EXAMPLES_METHOD } from './shown-columns.ts';

/** What a column is answered by, in a few words. */
export function answererName(answerer: Answerer): string {
  switch (answerer.kind) {
    case 'consensus':
      return 'agreement';
    case 'first':
      return 'first example';
    case 'model':
      return answerer.model;
  }
}

/** The answerer that a provider's model becomes, with the settings it starts from. */
export function modelAnswerer(provider: string, model: string): Answerer {
  return { kind: 'model', provider, model, temperature: 0, seed: 1, maxOutputTokens: 512 };
}

/** Who answers a column: what its examples agree on, the first of them, or a model. */
export function AnswererMenu({
  choice,
  layout,
  title,
}: {
  readonly choice: ColumnChoice;
  readonly layout: ColumnLayout;
  /** Of the column, for those who cannot see where the button stands. */
  readonly title: string;
}) {
  const { client } = useApi();
  const providers = useQuery(providerQueries(client).list).data?.providers ?? [];
  const [choosing, setChoosing] = useState<'instead' | 'beside' | null>(null);
  const answerer = answererOf(choice);
  const id = idOf(choice);
  const take = (next: Answerer) => setColumns(() => setAnswerer(layout, id, next));
  const noExamples = choice.name === NO_EXAMPLES_METHOD.name;

  const entries: MenuEntry[] = [
    { kind: 'heading', label: 'Answered by' },
    {
      kind: 'action',
      label: 'Agreement of the examples',
      hint: 'The retrieved turn that the others agree with most.',
      checked: answerer.kind === 'consensus',
      disabled: noExamples,
      onSelect: () => take({ kind: 'consensus' }),
    },
    {
      kind: 'action',
      label: 'First example',
      hint: 'The turn that was retrieved first, as it stands.',
      checked: answerer.kind === 'first',
      disabled: noExamples,
      onSelect: () => take({ kind: 'first' }),
    },
    { kind: 'line' },
    ...providers.flatMap((provider) => providerEntries(provider, answerer, take)),
    ...(providers.some(isReady)
      ? ([
          { kind: 'action', label: 'Choose a model…', onSelect: () => setChoosing('instead') },
          {
            kind: 'action',
            label: 'Add a column with a model…',
            hint: 'The same method once more, answered by another one.',
            onSelect: () => setChoosing('beside'),
          },
        ] satisfies MenuEntry[])
      : []),
    {
      kind: 'action',
      label: 'Set up models…',
      hint: providers.length === 0 ? 'None is set up. Everything here works without one.' : undefined,
      onSelect: () => openDialog({ kind: 'models' }),
    },
  ];
  return (
    <>
      <Menu
        label={`Who answers ${title}`}
        buttonLabel={`by ${answererName(answerer)}, ${title}`}
        entries={entries}
        className="answerer-button"
        title="Who answers this column"
      >
        <span className="clip">by {answererName(answerer)}</span>
        <Icon name="chevron-down" />
      </Menu>
      {choosing !== null && (
        <AnswererDialog
          providers={providers.filter(isReady)}
          current={answerer}
          onClose={() => setChoosing(null)}
          onTake={(next) => {
            if (choosing === 'instead') take(next);
            else setColumns(() => addColumn(layout, choice.name, next));
            setChoosing(null);
          }}
        />
      )}
    </>
  );
}

/** Nothing is sent to a host that was not agreed to. */
export const isReady = ({ consent }: Provider): boolean => consent !== null;

function providerEntries(
  provider: Provider,
  answerer: Answerer,
  take: (answerer: Answerer) => void,
): MenuEntry[] {
  const { id, name, chatModel } = provider;
  const current =
    answerer.kind === 'model' && answerer.provider === id && answerer.model !== chatModel
      ? [answerer.model]
      : [];
  const models = [...new Set([...(chatModel === null ? [] : [chatModel]), ...current])];
  if (models.length === 0 && isReady(provider)) return [];
  return [
    { kind: 'heading', label: name },
    ...(isReady(provider)
      ? models.map(
          (model): MenuEntry => ({
            kind: 'action',
            label: model,
            checked: answerer.kind === 'model' && answerer.provider === id && answerer.model === model,
            onSelect: () => take(modelAnswerer(id, model)),
          }),
        )
      : ([
          {
            kind: 'action',
            label: 'Not agreed to',
            hint: 'Agree to send to its host under "Set up models…" first.',
            disabled: true,
            onSelect: () => {},
          },
        ] satisfies MenuEntry[])),
    { kind: 'line' },
  ];
}
