import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/inputs/button.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { LimitFields } from './limit-fields.tsx';
import { formOf, limitsOf, type RunLimits } from './run-limits.ts';

/** Why a run stopped, and the way on; with more to spend where it asks models. */
export function GoOnNotice({
  limits,
  pending,
  onGoOn,
  children,
}: {
  /** The run's own; null where it asks no model. */
  readonly limits: RunLimits | null;
  readonly pending: boolean;
  readonly onGoOn: (limits: RunLimits | undefined) => void;
  readonly children: ReactNode;
}) {
  const [form, setForm] = useState(() => limits && formOf(limits));
  const chosen = form && limitsOf(form);
  return (
    <Notice
      kind="warning"
      actions={
        <Button
          small
          disabled={pending || (form !== null && chosen === null)}
          onClick={() => onGoOn(chosen ?? undefined)}
        >
          Go on
        </Button>
      }
    >
      <p>{children}</p>
      {form && (
        <div className="go-on-limits">
          <LimitFields form={form} onChange={setForm} />
        </div>
      )}
    </Notice>
  );
}
