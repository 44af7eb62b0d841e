import './progress.css';

/** A progress bar; a `total` of null means an unknown length. */
export function ProgressBar({
  label,
  done,
  total,
}: {
  readonly label: string;
  readonly done: number;
  readonly total: number | null;
}) {
  return (
    <progress
      className="progress-bar"
      aria-label={label}
      max={total === null ? undefined : Math.max(1, total)}
      value={total === null ? undefined : Math.min(done, total)}
    />
  );
}
