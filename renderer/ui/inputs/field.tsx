import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from '../text/icon.tsx';
import './field.css';

interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
}

function useDescription({ hint, error }: Omit<Labelled, 'label'>) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined;
  const description = (
    <>
      {error && (
        <span id={errorId} className="field-error">
          {error}
        </span>
      )}
      {hint && (
        <span id={hintId} className="field-hint">
          {hint}
        </span>
      )}
    </>
  );
  return { id, describedBy, description };
}

/** A labelled line of text or number; `error` says what is wrong and what would be right. */
export function TextField({ label, hint, error, className, ...rest }: ComponentProps<'input'> & Labelled) {
  const { id, describedBy, description } = useDescription({ hint, error });
  return (
    <div className={`field ${className ?? ''}`}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        aria-describedby={describedBy}
        aria-invalid={error ? true : undefined}
        {...rest}
      />
      {description}
    </div>
  );
}

interface SelectOption {
  readonly value: string;
  readonly label: string;
}

/** A labelled choice from a short list. */
export function SelectField({
  label,
  hint,
  error,
  options,
  className,
  ...rest
}: ComponentProps<'select'> & Labelled & { readonly options: readonly SelectOption[] }) {
  const { id, describedBy, description } = useDescription({ hint, error });
  return (
    <div className={`field ${className ?? ''}`}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="input" aria-describedby={describedBy} {...rest}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {description}
    </div>
  );
}

/** A search line. Its label is for screen readers; sighted people read the placeholder and the glass. */
export function SearchField({
  label,
  className,
  ...rest
}: ComponentProps<'input'> & { readonly label: string }) {
  return (
    <div className={`search ${className ?? ''}`}>
      <Icon name="search" />
      <input
        type="search"
        className="input"
        aria-label={label}
        placeholder={label}
        spellCheck={false}
        {...rest}
      />
    </div>
  );
}

/** A box to tick, or one of several to choose when `type` is "radio". */
export function Choice({
  label,
  hint,
  type = 'checkbox',
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & Labelled & { readonly type?: 'checkbox' | 'radio' }) {
  const { id, describedBy, description } = useDescription({ hint });
  return (
    <div className="choice">
      <input id={id} type={type} aria-describedby={describedBy} {...rest} />
      <div className="choice-text">
        <label htmlFor={id}>{label}</label>
        {description}
      </div>
    </div>
  );
}

/** Choices under one heading. */
export function Choices({ legend, children }: { readonly legend: string; readonly children: ReactNode }) {
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** One of several, under one heading. */
export function OneOf<Value extends string>({
  legend,
  value,
  options,
  onChange,
}: {
  readonly legend: string;
  readonly value: Value;
  readonly options: readonly (Labelled & { readonly value: Value; readonly disabled?: boolean })[];
  readonly onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <Choices legend={legend}>
      {options.map(({ value: own, ...rest }) => (
        <Choice
          key={own}
          type="radio"
          name={name}
          checked={own === value}
          onChange={() => onChange(own)}
          {...rest}
        />
      ))}
    </Choices>
  );
}
