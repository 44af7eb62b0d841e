import type { ComponentProps } from 'react';
import { Icon, type IconName } from '../text/icon.tsx';
import './inputs.css';

export type ButtonKind = 'plain' | 'primary' | 'quiet' | 'danger';

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind;
  readonly small?: boolean;
  readonly pending?: boolean;
  /** The action that a click starts. While it is pending, clicks are ignored. */
  readonly does?: { readonly isPending: boolean; readonly mutate: (input: undefined) => void };
}

const pressOf = ({ does, pending = does?.isPending, onClick }: ButtonProps) => ({
  'aria-disabled': pending || undefined,
  onClick: pending ? undefined : does ? () => does.mutate(undefined) : onClick,
});

export function buttonClass(kind: ButtonKind, small: boolean, more?: string): string {
  return ['button', kind !== 'plain' && `button-${kind}`, small && 'button-small', more]
    .filter(Boolean)
    .join(' ');
}

export function Button({
  kind = 'plain',
  small = false,
  icon,
  className,
  pending,
  does,
  onClick,
  children,
  ...rest
}: ButtonProps & { readonly icon?: IconName }) {
  return (
    <button
      type="button"
      className={buttonClass(kind, small, className)}
      {...pressOf({ pending, does, onClick })}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export function IconButton({
  kind = 'quiet',
  small = false,
  icon,
  label,
  className,
  title,
  pending,
  does,
  onClick,
  ...rest
}: ButtonProps & { readonly icon: IconName; readonly label: string }) {
  return (
    <button
      type="button"
      className={buttonClass(kind, small, `button-icon ${className ?? ''}`)}
      aria-label={label}
      title={title ?? label}
      {...pressOf({ pending, does, onClick })}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
