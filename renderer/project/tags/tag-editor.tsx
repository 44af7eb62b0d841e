import { useEffect, useRef } from 'react';
import type { RunId } from '#shared/domain/ids.ts';
import { TagFinder } from './tag-finder.tsx';

/** Chooses a tag by typing. Known tags are suggested; a new one is offered last. */
export function TagEditor({
  label,
  run,
  present,
  onTake,
  onClose,
}: {
  readonly label: string;
  readonly run: RunId | null;
  /** Names of the tags that the turn already has. */
  readonly present: readonly string[];
  readonly onTake: (name: string) => void;
  readonly onClose: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <div ref={box} className="tag-editor">
      <TagFinder
        label={label}
        run={run}
        allowNew
        without={present}
        onPick={({ name }) => onTake(name)}
        onClose={onClose}
      />
    </div>
  );
}
