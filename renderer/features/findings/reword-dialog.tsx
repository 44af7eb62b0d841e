import { useState } from 'react';
import type { DecidedFinding, FindingDecision } from '#shared/contract/findings.ts';
import { findingText } from '#shared/domain/finding.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { TextField } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { wordsOf } from './finding-card.tsx';

/** Rewords a finding. The wording is used until the computed sentence changes. */
export function RewordDialog({
  finding,
  onDecide,
  onClose,
}: {
  readonly finding: DecidedFinding;
  readonly onDecide: (decision: FindingDecision) => void;
  readonly onClose: () => void;
}) {
  const computed = findingText(finding);
  const [text, setText] = useState(wordsOf(finding).text);
  const save = (): void => {
    const words = text.trim();
    const wording = words === '' || words === computed ? null : { text: words, of: computed };
    onDecide({ ...finding.decision, wording });
    onClose();
  };
  return (
    <Dialog title="Reword the finding" onClose={onClose}>
      <form
        className="stack-3"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label="Sentence"
          value={text}
          maxLength={500}
          hint={`Computed: ${computed} If its figures change, the computed sentence is shown again. Clear the text to use it now.`}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="row-2">
          <Button kind="primary" onClick={save}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
