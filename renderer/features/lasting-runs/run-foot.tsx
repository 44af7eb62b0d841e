import { Button } from '../../ui/inputs/button.tsx';

/** The foot of a dialog that starts a run of a model: what it may cost is asked before, or not. */
export function RunFoot({
  ready,
  estimating,
  starting,
  onEstimate,
  onStart,
  onClose,
}: {
  /** Whether the form is filled in. */
  readonly ready: boolean;
  readonly estimating: boolean;
  readonly starting: boolean;
  readonly onEstimate: () => void;
  readonly onStart: () => void;
  readonly onClose: () => void;
}) {
  return (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button disabled={!ready} pending={estimating} onClick={onEstimate}>
        Estimate
      </Button>
      <Button kind="primary" disabled={!ready} pending={starting} onClick={onStart}>
        Start
      </Button>
    </>
  );
}
