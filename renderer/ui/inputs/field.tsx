import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from '../text/icon.tsx';

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { readonly onSubmit: () => void };

export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      {...rest}
    />
  );
}

/** Binds fields to the values of a form: `<TextField label="Name" {...bind('name')} />`. */
export const bindTo =
  <Values extends object>(form: Values, onChange: (part: Partial<Values>) => void) =>
  <Name extends keyof Values>(name: Name) => ({
    value: form[name],
    onChange: (value: Values[Name]) => onChange({ [name]: value } as unknown as Partial<Values>),
  });

interface FieldLabel {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
}

function useDescription({ hint, error }: Omit<FieldLabel, 'label'>) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined;
  const description = (
    <>
      {error && (
        <span id={errorId} className="small danger">
          {error}
        </span>
      )}
      {hint && (
        <span id={hintId} className="quiet small">
          {hint}
        </span>
      )}
    </>
  );
  return { id, describedBy, description };
}

type InputProps<Value> = Omit<ComponentProps<'input'>, 'onChange'> & {
  readonly onChange?: (value: Value) => void;
};

type Suggestion = string | { readonly value: string; readonly remark: string };

interface SuggestionsProps {
  /** The `list` of the field that offers them. */
  readonly id: string;
  readonly of: readonly Suggestion[];
}

export function Suggestions({ id, of }: SuggestionsProps) {
  return (
    <datalist id={id}>
      {of
        .map((one) => (typeof one === 'string' ? { value: one, remark: null } : one))
        .map(({ value, remark }) => (
          <option key={value} value={value}>
            {remark}
          </option>
        ))}
    </datalist>
  );
}

interface TextFieldProps extends InputProps<string>, FieldLabel {
  readonly suggestions?: readonly Suggestion[];
}

export function TextField({ label, hint, error, className, suggestions, onChange, ...rest }: TextFieldProps) {
  const { id, describedBy, description } = useDescription({ hint, error });
  return (
    <div className={`field ${className ?? ''}`}>
      <label className="field-label small bold" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        aria-describedby={describedBy}
        aria-invalid={error ? true : undefined}
        list={suggestions && `${id}-suggestions`}
        onChange={({ target }) => onChange?.(target.value)}
        {...rest}
      />
      {suggestions && <Suggestions id={`${id}-suggestions`} of={suggestions} />}
      {description}
    </div>
  );
}

type SelectValue = string | number | null;

export interface SelectOption<Value extends SelectValue> {
  readonly value: Value;
  readonly label: string;
  readonly title?: string;
  readonly disabled?: boolean;
  readonly group?: string;
}

type SelectProps<Value extends SelectValue> = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  /** Null if nothing is chosen. Null can also be the value of an option. */
  readonly value: NoInfer<Value> | null;
  readonly options: readonly SelectOption<Value>[];
  /** Gets the value, not the event, because React restores the old value in the element afterwards. */
  readonly onChange: (value: Value) => void;
};

const textOf = (value: SelectValue): string => String(value ?? '');

export function Select<const Value extends SelectValue>({
  value,
  options,
  onChange,
  className,
  ...rest
}: SelectProps<Value>) {
  const rendered = (group: string | undefined) =>
    options
      .filter((option) => option.group === group)
      .map((option) => (
        <option
          key={option.value}
          value={textOf(option.value)}
          title={option.title}
          disabled={option.disabled}
        >
          {option.label}
        </option>
      ));
  return (
    <select
      className={`input ${className ?? ''}`}
      value={textOf(value)}
      onChange={({ target }) => {
        const text = target.value;
        const chosen = options.find((option) => textOf(option.value) === text);
        if (chosen) onChange(chosen.value);
      }}
      {...rest}
    >
      {rendered(undefined)}
      {[...new Set(options.flatMap(({ group }) => group ?? []))].map((group) => (
        <optgroup key={group} label={group}>
          {rendered(group)}
        </optgroup>
      ))}
    </select>
  );
}

export function SelectField<const Value extends SelectValue>({
  label,
  hint,
  error,
  className,
  ...rest
}: SelectProps<Value> & FieldLabel) {
  const { id, describedBy, description } = useDescription({ hint, error });
  return (
    <div className={`field ${className ?? ''}`}>
      <label className="field-label small bold" htmlFor={id}>
        {label}
      </label>
      <Select id={id} aria-describedby={describedBy} {...rest} />
      {description}
    </div>
  );
}

type SearchFieldProps = InputProps<string> & { readonly label: string };

export function SearchField({ label, className, onChange, ...rest }: SearchFieldProps) {
  return (
    <div className={`search ${className ?? ''}`}>
      <Icon name="search" />
      <input
        type="search"
        className="input"
        aria-label={label}
        placeholder={label}
        spellCheck={false}
        onChange={({ target }) => onChange?.(target.value)}
        {...rest}
      />
    </div>
  );
}

type ChoiceProps = InputProps<boolean> & FieldLabel & { readonly type?: 'checkbox' | 'radio' };

export function Choice({ label, hint, type = 'checkbox', onChange, ...rest }: ChoiceProps) {
  const { id, describedBy, description } = useDescription({ hint });
  return (
    <div className="choice flex top gap-2 min-small pad-half-0">
      <input
        id={id}
        type={type}
        aria-describedby={describedBy}
        onChange={({ target }) => onChange?.(target.checked)}
        {...rest}
      />
      <div className="stack">
        <label htmlFor={id}>{label}</label>
        {description}
      </div>
    </div>
  );
}

export function Choices({ legend, children }: { readonly legend: string; readonly children: ReactNode }) {
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

interface OneOfProps<Value extends string> {
  readonly legend: string;
  readonly value: Value;
  readonly options: readonly (FieldLabel & { readonly value: Value; readonly disabled?: boolean })[];
  readonly more?: { readonly after: number; readonly label: string };
  readonly onChange: (value: Value) => void;
}

export function OneOf<Value extends string>({ legend, value, options, more, onChange }: OneOfProps<Value>) {
  const name = useId();
  const choices = options.map(({ value: own, ...rest }) => (
    <Choice
      key={own}
      type="radio"
      name={name}
      checked={own === value}
      onChange={() => onChange(own)}
      {...rest}
    />
  ));
  const after = more?.after ?? choices.length;
  const isBehind = options.slice(after).some(({ value: own }) => own === value);
  return (
    <Choices legend={legend}>
      {choices.slice(0, after)}
      {more && (
        <details className="choices-more" open={isBehind || undefined}>
          <summary>{more.label}</summary>
          {choices.slice(after)}
        </details>
      )}
    </Choices>
  );
}
