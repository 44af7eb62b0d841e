import type { ComponentProps } from 'react';
import { Icon, type IconName } from '../text/icon.tsx';
import './inputs.css';

type ButtonKind = 'plain' | 'primary' | 'quiet' | 'danger';

interface Shape {
  readonly kind?: ButtonKind;
  readonly small?: boolean;
}

function classOf(kind: ButtonKind, small: boolean, more: string | undefined): string {
  return ['button', kind !== 'plain' && `button-${kind}`, small && 'button-small', more]
    .filter(Boolean)
    .join(' ');
}

export function Button({
  kind = 'plain',
  small = false,
  icon,
  pending = false,
  className,
  onClick,
  children,
  ...rest
}: ComponentProps<'button'> & Shape & { readonly icon?: IconName; readonly pending?: boolean }) {
  return (
    <button
      type="button"
      className={classOf(kind, small, className)}
      aria-disabled={pending || undefined}
      onClick={pending ? undefined : onClick}
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
  ...rest
}: ComponentProps<'button'> & Shape & { readonly icon: IconName; readonly label: string }) {
  return (
    <button
      type="button"
      className={classOf(kind, small, `button-icon ${className ?? ''}`)}
      aria-label={label}
      title={title ?? label}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
