import { useState } from 'react';
import type { RunId } from '#shared/domain/ids.ts';
import { readFilter } from '../../project/dialogue-filter.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { WhereField } from './where-field.tsx';

/** Asks for a filter of one or more conditions. */
export function FilterDialog({
  title,
  verb,
  start,
  run,
  onTake,
  onClose,
}: {
  readonly title: string;
  readonly verb: string;
  readonly start: string;
  /** The tagging run that provides the tags. */
  readonly run: RunId | null;
  readonly onTake: (where: string) => void;
  readonly onClose: () => void;
}) {
  const [where, setWhere] = useState(start);
  const [isReadable, setReadable] = useState(true);
  const canTake = isReadable && readFilter(where) !== null;
  const take = () => {
    onTake(where);
    onClose();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      action={
        <Button kind="primary" disabled={!canTake} onClick={take}>
          {verb}
        </Button>
      }
    >
      <form
        className="form-grid"
        onSubmit={(event) => {
          event.preventDefault();
          if (canTake) take();
        }}
      >
        <WhereField where={where} run={run} onChange={setWhere} onReadable={setReadable} />
      </form>
    </Dialog>
  );
}
