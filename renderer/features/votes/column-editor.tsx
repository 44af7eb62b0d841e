import type { ComparisonMethod } from '#shared/contract/comparison.ts';
import { type AnswerColumn, columnKey, NO_EXAMPLES } from '#shared/contract/generation.ts';
import type { Provider } from '#shared/contract/providers.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';

const MOST_COLUMNS = 20;

/** Which columns take part: how each finds examples, and who answers from them. */
export function ColumnEditor({
  columns,
  methods,
  providers,
  onChange,
}: {
  readonly columns: readonly AnswerColumn[];
  readonly methods: readonly ComparisonMethod[];
  readonly providers: readonly Provider[];
  readonly onChange: (columns: readonly AnswerColumn[]) => void;
}) {
  const models = providers.flatMap(({ id, name, chatModel }) =>
    chatModel === null ? [] : [{ value: `model/${id}`, label: `${chatModel} · ${name}`, id, chatModel }],
  );
  const answererOf = (value: string): AnswerColumn['answerer'] => {
    const model = models.find((one) => one.value === value);
    if (!model) return { kind: value === 'first' ? 'first' : 'consensus' };
    return {
      kind: 'model',
      provider: model.id,
      model: model.chatModel,
      temperature: 0,
      seed: 1,
      maxOutputTokens: 512,
    };
  };
  const replace = (at: number, column: AnswerColumn) =>
    onChange(columns.map((other, index) => (index === at ? column : other)));
  const free = methods.find(
    ({ name }) => !columns.some(({ method, answerer }) => method === name && answerer.kind === 'consensus'),
  );
  return (
    <div className="vote-columns">
      <ol>
        {columns.map((column, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place here
          <li key={at} className="vote-column">
            <SelectField
              label={`Examples of column ${at + 1}`}
              value={column.method}
              options={[
                ...methods.map(({ name, title }) => ({ value: name, label: title })),
                { value: NO_EXAMPLES, label: 'No examples (needs a model)' },
              ]}
              onChange={(event) => replace(at, { ...column, method: event.target.value })}
            />
            <SelectField
              label={`Answer of column ${at + 1}`}
              value={
                column.answerer.kind === 'model' ? `model/${column.answerer.provider}` : column.answerer.kind
              }
              options={[
                { value: 'consensus', label: 'The one the examples agree on' },
                { value: 'first', label: 'The best example’s' },
                ...models,
              ]}
              onChange={(event) => replace(at, { ...column, answerer: answererOf(event.target.value) })}
            />
            <IconButton
              icon="close"
              label={`Leave column ${at + 1} out`}
              disabled={columns.length <= 2}
              onClick={() => onChange(columns.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ol>
      <div>
        <Button
          small
          disabled={!free || columns.length >= MOST_COLUMNS}
          onClick={() =>
            free && onChange([...columns, { method: free.name, answerer: { kind: 'consensus' } }])
          }
        >
          Add a column
        </Button>
      </div>
    </div>
  );
}

/** Why these cannot be voted on, as a sentence; null where they can. */
export function columnsProblem(columns: readonly AnswerColumn[]): string | null {
  const keys = columns.map(columnKey);
  if (new Set(keys).size < keys.length) return 'Two columns are the same: change one or leave it out.';
  if (columns.some(({ method, answerer }) => method === NO_EXAMPLES && answerer.kind !== 'model'))
    return 'Without examples only a model can answer: choose one for that column.';
  return null;
}
