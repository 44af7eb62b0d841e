import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ComparisonEncoder, ComparisonMethod } from '#shared/contract/comparison.ts';
import type { Provider } from '#shared/contract/providers.ts';
import {
  type AgentSpec,
  type Answerer,
  agentKey,
  modelName,
  modelOf,
  NO_EXAMPLES,
} from '#shared/domain/agent.ts';
import { client, native } from '../../client/api.ts';
import { about } from '../../client/queries.ts';
import { useKeptFocus } from '../../ui/hooks/focus.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import { Select } from '../../ui/inputs/field.tsx';
import { InPlace } from '../../ui/lists/in-place.tsx';
import { openOnTop } from '../../ui/overlays/dialog.tsx';
import { DropMenu, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { useAction } from '../../ui/overlays/toasts.tsx';
import { Unanswered } from '../../ui/state/notice.tsx';
import { providerQueries } from '../providers/index.ts';
import { agentEntries, agentOfOption, agentOptions, optionOf, useAgents } from './agent-options.tsx';
import { AnswererMenu } from './answerer-menu.tsx';
import {
  CONSENSUS,
  type ColumnList,
  canAnswer,
  comparisonQueries,
  hasColumn,
  NO_EXAMPLES_TITLE,
  suggestedModel,
  withAnswerer,
  withChanged,
  withColumn,
  withMoved,
  withoutColumn,
} from './column-list.ts';
import { EncoderDialog, encoderEntry } from './encoder-dialog.tsx';
import { ProviderEncoderDialog } from './provider-encoder-dialog.tsx';

const MOST_COLUMNS = 20;

export function ColumnChooser({
  columns,
  onChange,
  least = 1,
  most = MOST_COLUMNS,
  setUp = true,
  anyServer = false,
}: {
  readonly columns: ColumnList;
  readonly onChange: (columns: ColumnList) => void;
  readonly least?: number;
  readonly most?: number;
  readonly setUp?: boolean;
  readonly anyServer?: boolean;
}) {
  const methods = useQuery(comparisonQueries.methods);
  const providers = useQuery(providerQueries.list).data?.providers ?? [];
  const encoderEntries = useEncoderEntries(providers);
  const agents = useAgents();
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<string | null>(null);
  useEffect(() => {
    if (moved.current === null) return;
    const [at, label] = moved.current.split(' ');
    moved.current = null;
    const buttons = list.current?.children[Number(at)]?.querySelectorAll<HTMLButtonElement>('[data-move]');
    const wanted = [...(buttons ?? [])].find((button) => button.dataset.move === label);
    (wanted?.disabled ? [...(buttons ?? [])].find((button) => !button.disabled) : wanted)?.focus();
  });
  useKeptFocus(list, () => list.current?.querySelector<HTMLElement>('li:last-child select') ?? null);
  if (methods.isError || !methods.data) return <Unanswered of={methods} />;

  const model = suggestedModel(columns, providers);
  const move = (at: number, steps: -1 | 1) => {
    moved.current = `${at + steps} ${steps}`;
    onChange(withMoved(columns, at, steps));
  };
  return (
    <div className="stack-1 column-chooser shrink">
      <div className="chooser-row middle gap-2 grid chooser-head small quiet" aria-hidden="true">
        <span />
        <span>Method</span>
        <span>Answer</span>
      </div>
      <ol className="stack-1" ref={list}>
        <InPlace of={columns}>
          {(column, at) => {
            const by = (answerer: Answerer): AgentSpec => ({ ...column, answerer });
            return (
              <li className="chooser-row middle gap-2 grid">
                <span className="number quiet">{at + 1}</span>
                <MethodSelect
                  column={column}
                  at={at}
                  columns={columns}
                  methods={methods.data}
                  model={model}
                  onTake={(next) => onChange(withChanged(columns, at, next))}
                />
                {column.kind === undefined ? (
                  <AnswererMenu
                    answerer={column.answerer}
                    title={`column ${at + 1}`}
                    withoutExamples={column.method === NO_EXAMPLES}
                    isTaken={(answerer) => hasColumn(columns, by(answerer))}
                    onTake={(answerer) => onChange(withChanged(columns, at, by(answerer)))}
                    onBeside={
                      columns.length < most
                        ? (answerer) => onChange(withColumn(columns, by(answerer), most, at))
                        : undefined
                    }
                    setUp={setUp}
                    anyServer={anyServer}
                  />
                ) : (
                  <span className="quiet small clip">{ownRules(column)}</span>
                )}
                <span className="flex gap-half">
                  <IconButton
                    small
                    icon="chevron-up"
                    label={`Move column ${at + 1} up`}
                    data-move="-1"
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                  />
                  <IconButton
                    small
                    icon="chevron-down"
                    label={`Move column ${at + 1} down`}
                    data-move="1"
                    disabled={at === columns.length - 1}
                    onClick={() => move(at, 1)}
                  />
                  <IconButton
                    small
                    icon="close"
                    label={`Remove column ${at + 1}`}
                    disabled={columns.length <= least}
                    onClick={() => onChange(withoutColumn(columns, at, least))}
                  />
                </span>
              </li>
            );
          }}
        </InPlace>
      </ol>
      <div className="chooser-foot wrap flex middle gap-1-3">
        <DropMenu
          small
          label="Add a column"
          entries={[
            ...addEntries(methods.data, columns, most, model, onChange),
            ...agentEntries(
              agents,
              (agent) => hasColumn(columns, agent),
              columns.length >= most,
              (agent) => onChange(withColumn(columns, agent, most)),
            ),
            ...encoderEntries,
          ]}
        />
        {columns.length > 1 && (
          <AnswererMenu
            answerer={null}
            title="all columns"
            onTake={(answerer) => {
              const all = withAnswerer(columns, answerer);
              if (all.length >= least) onChange(all);
            }}
            setUp={setUp}
            anyServer={anyServer}
          />
        )}
        <span className="quiet small to-end">
          {columns.length === 1 ? '1 column' : `${columns.length} columns`}
        </span>
      </div>
    </div>
  );
}

const ownRules = (agent: AgentSpec): string => {
  const model = modelOf(agent);
  return model
    ? `follows its own rules; ${modelName(model.model)} interprets messages`
    : 'follows its own rules';
};

interface MethodSelectProps {
  readonly column: AgentSpec;
  readonly at: number;
  readonly columns: ColumnList;
  readonly methods: readonly ComparisonMethod[];
  readonly model: Answerer | null;
  readonly onTake: (column: AgentSpec) => void;
}

function MethodSelect({ column, at, columns, methods, model, onTake }: MethodSelectProps) {
  const agents = useAgents();
  const own = column.kind === undefined ? column.method : optionOf(column);
  /** A column without examples needs a model to answer, so choosing such a column also chooses a model. */
  const become = (method: string): AgentSpec => ({
    method,
    answerer:
      method === NO_EXAMPLES && model !== null
        ? (modelOf(column) ?? model)
        : ((column.kind === undefined ? column.answerer : undefined) ?? CONSENSUS),
  });
  const isOff = (method: string): boolean =>
    method !== own && (hasColumn(columns, become(method)) || !canAnswer(become(method)));
  const known =
    column.kind === undefined
      ? methods.some(({ name }) => name === column.method) || column.method === NO_EXAMPLES
      : agents.some(({ agent }) => agentKey(agent) === agentKey(column));
  return (
    <Select
      aria-label={`Examples in column ${at + 1}`}
      title={methods.find(({ name }) => name === own)?.description}
      value={own}
      options={[
        ...(known
          ? []
          : [
              {
                value: own,
                label: `${column.kind === undefined ? column.method : column.title} (not available here)`,
              },
            ]),
        ...methods
          .filter(({ name, offered }) => offered || name === own)
          .map(({ name, title }) => ({ value: name, label: title, disabled: isOff(name) })),
        {
          value: NO_EXAMPLES,
          label: model === null ? `${NO_EXAMPLES_TITLE} (needs a model)` : NO_EXAMPLES_TITLE,
          disabled: isOff(NO_EXAMPLES),
        },
        ...agentOptions(agents, (agent) => optionOf(agent) !== own && hasColumn(columns, agent)),
      ]}
      onChange={(chosen) => onTake(agentOfOption(agents, chosen) ?? become(chosen))}
    />
  );
}

function addEntries(
  methods: readonly ComparisonMethod[],
  columns: ColumnList,
  most: number,
  model: Answerer | null,
  onChange: (columns: ColumnList) => void,
): MenuEntry[] {
  const last = columns.at(-1);
  const answerer = (last?.kind === undefined ? last?.answerer : undefined) ?? CONSENSUS;
  const full = columns.length >= most;
  const offered = methods.filter((method) => method.offered);
  const fresh = offered.flatMap((method) => {
    const column = [answerer, CONSENSUS]
      .map((by): AgentSpec => ({ method: method.name, answerer: by }))
      .find((one) => !hasColumn(columns, one));
    return column ? [{ method, column }] : [];
  });
  const alone = model && { method: NO_EXAMPLES, answerer: model };
  return [
    { kind: 'heading', label: full ? `At most ${most} columns. Remove one first.` : 'Method' },
    {
      label: NO_EXAMPLES_TITLE,
      hint:
        model?.kind === 'model'
          ? `${modelName(model.model)} answers without examples, as a baseline for the other columns.`
          : 'Needs a model. Set one up first.',
      disabled: full || alone === null || hasColumn(columns, alone),
      onSelect: () => alone && onChange(withColumn(columns, alone, most)),
    },
    ...fresh.map(
      ({ method, column }): MenuEntry => ({
        label: method.title,
        hint: method.description,
        disabled: full,
        onSelect: () => onChange(withColumn(columns, column, most)),
      }),
    ),
    ...(fresh.length > 1
      ? ([
          { kind: 'line' },
          {
            label: 'All of these methods',
            disabled: full,
            onSelect: () =>
              onChange(
                fresh.reduce<ColumnList>((list, { column }) => withColumn(list, column, most), columns),
              ),
          },
        ] satisfies MenuEntry[])
      : []),
  ];
}

/** Returns entries that start encoders, or ask for a folder's path or a provider's model. */
function useEncoderEntries(providers: readonly Provider[]): readonly MenuEntry[] {
  const hasProviders = providers.length > 0;
  const askProvider = () => openOnTop(ProviderEncoderDialog, { providers });
  const encoders = useQuery(comparisonQueries.encoders);
  const start = useAction((encoder: ComparisonEncoder['name']) => client.comparison.encode({ encoder }), {
    meta: about('jobs'),
  });
  const choose = useAction(
    async () => {
      const path = await native.chooseFolder();
      if (path !== null) await client.comparison.chooseEncoder({ folder: path });
    },
    { meta: about('jobs') },
  );
  const entries = (encoders.data ?? []).flatMap(
    (encoder) =>
      encoderEntry(encoder, () =>
        encoder.name === 'provider' ? askProvider() : start.mutate(encoder.name),
      ) ?? [],
  );
  const chosen = (encoders.data ?? []).some(({ name }) => name === 'folder');
  const folder: MenuEntry = {
    label: chosen ? 'Choose another encoder…' : 'Choose a sentence encoder…',
    hint: 'A folder with an ONNX model and its tokenizer, such as all-MiniLM-L6-v2. The model runs on this machine.',
    onSelect: () => (native.shell === 'electron' ? choose.mutate() : openOnTop(EncoderDialog, {})),
  };
  const provider: MenuEntry = {
    label: 'Encode with a provider’s model…',
    hint: hasProviders
      ? "Uses the provider's embeddings. You first see what will be sent."
      : "Uses the provider's embeddings. First set up a server under Settings, “Models”.",
    disabled: !hasProviders,
    onSelect: askProvider,
  };
  return [{ kind: 'line' }, ...entries, folder, provider];
}
