import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Provider } from '#shared/contract/providers.ts';
import {
  type Answerer,
  agentKey,
  answererTitle,
  modelAnswererSchema,
  modelName,
} from '#shared/domain/agent.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { runCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Form } from '../../ui/inputs/field.tsx';
import { useFields } from '../../ui/inputs/schema-fields.tsx';
import { closeDialog, Dialog, openOnTop } from '../../ui/overlays/dialog.tsx';
import { Menu, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { ErrorNotice, Notice } from '../../ui/state/notice.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import {
  isReady,
  ModelFields,
  modelsCommands,
  providerQueries,
  useOfferedModels,
} from '../providers/index.ts';
import { CONSENSUS, modelAnswerer } from './column-list.ts';
import './columns.css';

const NUMBERS = modelAnswererSchema.pick({ temperature: true, maxOutputTokens: true });

interface AnswererDialogProps {
  readonly providers: readonly Provider[];
  readonly current: Answerer;
  readonly isTaken: (answerer: Answerer) => boolean;
  readonly onTake: (answerer: Answerer) => void;
}

function AnswererDialog({ providers, current, isTaken, onTake }: AnswererDialogProps) {
  const before = current.kind === 'model' ? current : null;
  const [asked, setAsked] = useState(() => {
    const first = providers.find(({ id }) => id === before?.provider) ?? providers[0];
    return { provider: first?.id ?? '', model: before?.model ?? first?.chatModel ?? '' };
  });
  const provider = providers.find(({ id }) => id === asked.provider);
  const { values, control } = useFields(NUMBERS, before ?? {});
  const agreed = provider !== undefined && isReady(provider);
  const offered = useOfferedModels(provider);
  const chosen: Answerer | null =
    provider !== undefined && asked.model.trim() !== '' && values !== null
      ? {
          kind: 'model',
          provider: provider.id,
          model: asked.model.trim(),
          seed: before ? before.seed : 1,
          ...values,
        }
      : null;
  const taken = chosen !== null && isTaken(chosen);

  return (
    <Dialog title="Answer with a model">
      <Form
        className="stack-4"
        onSubmit={() => {
          if (chosen === null || taken) return;
          closeDialog();
          onTake(chosen);
        }}
      >
        <ModelFields
          providers={providers}
          asked={asked}
          hint={
            offered.data
              ? `The server offers ${formatAmount(offered.data.models.length, 'model')}. For a fine-tuned model, enter the name that the server gave it.`
              : offered.isError
                ? 'The server did not list its models. Type a model name.'
                : agreed
                  ? 'Asking the server for its models…'
                  : 'You have not agreed to contact this server, so its models are not listed. Type a model name.'
          }
          onChange={setAsked}
        />
        <div className="gap-4 grid auto-columns">
          {control('temperature')}
          {control('maxOutputTokens')}
        </div>
        {taken && (
          <Notice kind="warning">There is already a column with this model and these settings.</Notice>
        )}
        {offered.isError && <ErrorNotice error={offered.error} />}
        <div className="flex gap-2 at-end above-2">
          <Button onClick={closeDialog}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={chosen === null || taken}>
            Add
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const FIRST: Answerer = { kind: 'first' };

interface AnswererChoice {
  readonly answerer: Answerer | null;
  readonly withoutExamples?: boolean;
  readonly isTaken?: (answerer: Answerer) => boolean;
  readonly onTake: (answerer: Answerer) => void;
  readonly onBeside?: (answerer: Answerer) => void;
  readonly setUp?: boolean;
  /** Also lists servers that a person has not approved, for prompts that are answered outside the app. */
  readonly anyServer?: boolean;
}

export function useAnswererEntries({
  answerer,
  withoutExamples = false,
  isTaken = () => false,
  onTake,
  onBeside,
  setUp = true,
  anyServer = false,
}: AnswererChoice): readonly MenuEntry[] {
  const providers = useQuery(providerQueries.list).data?.providers ?? [];
  const mayAnswer = (provider: Provider): boolean => anyServer || isReady(provider);
  const choose = (take: (answerer: Answerer) => void, isTaken: (answerer: Answerer) => boolean) =>
    openOnTop(AnswererDialog, {
      providers: providers.filter(mayAnswer),
      current: answerer ?? CONSENSUS,
      isTaken,
      onTake: take,
    });
  const own = (one: Answerer, label: string, hint: string): MenuEntry => ({
    label,
    hint,
    ...(answerer === null ? {} : { checked: answerer.kind === one.kind }),
    disabled: withoutExamples || (answerer?.kind !== one.kind && isTaken(one)),
    onSelect: () => onTake(one),
  });

  return [
    { kind: 'heading', label: answerer === null ? 'Answer in all columns with' : 'Answer with' },
    own(CONSENSUS, 'Most typical answer', 'The example that agrees most with the other examples.'),
    own(FIRST, 'First example', 'The first example, word for word.'),
    { kind: 'line' },
    ...providers.flatMap((provider) =>
      providerEntries(provider, mayAnswer(provider), answerer, isTaken, onTake),
    ),
    ...(providers.some(mayAnswer)
      ? ([
          {
            label: 'Choose a model…',
            onSelect: () => choose(onTake, (next) => isTaken(next) && !isSame(next, answerer)),
          },
          ...(onBeside
            ? [
                {
                  label: 'Add a column with a model…',
                  hint: 'Adds the same method again, with answers from another model.',
                  onSelect: () => choose(onBeside, isTaken),
                },
              ]
            : []),
        ] satisfies MenuEntry[])
      : []),
    ...(setUp
      ? [
          {
            label: 'Set up models…',
            hint:
              providers.length === 0 ? 'No model is set up. Everything here works without one.' : undefined,
            onSelect: () => runCommand(modelsCommands.settings),
          },
        ]
      : []),
  ];
}

export const answeredBy = (answerer: Answerer): string =>
  (answerer.kind === 'model' ? 'by ' : '') + answererTitle(answerer);

type AnswererMenuProps = AnswererChoice & {
  readonly title: string;
};

export function AnswererMenu({ title, ...choice }: AnswererMenuProps) {
  const { answerer } = choice;
  const entries = useAnswererEntries(choice);
  const name = answerer === null ? 'Answer all with…' : answeredBy(answerer);
  const whole = answerer?.kind === 'model' ? answerer.model : null;
  return (
    <Menu
      label={`How ${title} answers`}
      buttonLabel={`${name}, ${title}`}
      entries={entries}
      className="answerer-button"
      title={
        whole ??
        (answerer === null ? 'Choose how to answer in all columns' : 'Choose how to answer in this column')
      }
    >
      <span className="clip">{name}</span>
      <Icon name="chevron-down" />
    </Menu>
  );
}

function isSame(one: Answerer, other: Answerer | null): boolean {
  const keyOf = (answerer: Answerer) => agentKey({ method: '', answerer });
  return other !== null && keyOf(one) === keyOf(other);
}

function providerEntries(
  provider: Provider,
  mayAnswer: boolean,
  answerer: Answerer | null,
  isTaken: (answerer: Answerer) => boolean,
  onTake: (answerer: Answerer) => void,
): MenuEntry[] {
  const { id, name, chatModel } = provider;
  const isOwn = (model: string | null): boolean =>
    answerer?.kind === 'model' && answerer.provider === id && answerer.model === model;
  const current =
    answerer?.kind === 'model' && answerer.provider === id && answerer.model !== chatModel
      ? [answerer.model]
      : [];
  const models = [...new Set([...(chatModel === null ? [] : [chatModel]), ...current])];
  if (models.length === 0 && mayAnswer) return [];
  return [
    { kind: 'heading', label: mayAnswer && !isReady(provider) ? `${name}, needs your agreement` : name },
    ...(mayAnswer
      ? models.map(
          (model): MenuEntry => ({
            label: modelName(model),
            ...(modelName(model) === model ? {} : { hint: model }),
            ...(answerer === null ? {} : { checked: isOwn(model) }),
            disabled: !isOwn(model) && isTaken(modelAnswerer(id, model)),
            onSelect: () => {
              if (!isOwn(model)) onTake(modelAnswerer(id, model));
            },
          }),
        )
      : ([
          {
            label: 'Needs your agreement',
            hint: 'First agree to send data to this server, under "Set up models…".',
            disabled: true,
            onSelect: () => {},
          },
        ] satisfies MenuEntry[])),
    { kind: 'line' },
  ];
}
