import type { ReactNode } from 'react';
import type { DecidedFinding, FindingDecision, ShownFinding } from '#shared/contract/findings.ts';
import { findingText } from '#shared/domain/finding.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { DropMenu, type MenuEntry } from '../../ui/overlays/menu.tsx';

export interface FindingActions {
  readonly onPoint: (finding: ShownFinding | null) => void;
  readonly onChoose: (finding: ShownFinding) => void;
  readonly onTell: (finding: ShownFinding, text: string) => void;
  readonly onRemedy: (remedy: NonNullable<ShownFinding['remedy']>) => void;
  /** Absent for answers, which cannot be pinned or dismissed. */
  readonly onDecide?: (finding: ShownFinding, decision: FindingDecision) => void;
  readonly onReword?: (finding: DecidedFinding) => void;
}

const REMEDIES: Readonly<Record<NonNullable<ShownFinding['remedy']>, string>> = {
  teach: 'Open Teach',
  import: 'Import…',
};

/** Returns a person's wording as long as the computed sentence is unchanged, otherwise that sentence. */
export function wordsOf(finding: ShownFinding & Partial<Pick<DecidedFinding, 'decision'>>): {
  readonly text: string;
  readonly own: boolean;
} {
  const computed = findingText(finding);
  const wording = finding.decision?.wording;
  return wording?.of === computed ? { text: wording.text, own: true } : { text: computed, own: false };
}

/** Keeps figures and their percent signs on one line. */
const unbroken = (text: string): ReactNode[] =>
  text.split(/([\d.,]+ %\.?)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their position only
      <span key={at} className="no-wrap">
        {part}
      </span>
    ),
  );

interface FindingCardProps {
  readonly finding: ShownFinding & Partial<Pick<DecidedFinding, 'decision'>>;
  readonly chosen: boolean;
  readonly actions: FindingActions;
}

export function FindingCard({ finding, chosen, actions }: FindingCardProps) {
  const { figure, sentence, basis, remedy, decision } = finding;
  const { text, own } = wordsOf(finding);
  const outdated = !own && decision?.wording;
  const { onPoint, onChoose, onTell, onRemedy } = actions;
  return (
    // Pointing at or focusing the card highlights the graph; every action has its own button.
    <li
      className={`finding ${chosen ? 'is-chosen' : ''}`}
      onPointerEnter={() => onPoint(finding)}
      onPointerLeave={() => onPoint(null)}
      onFocus={() => onPoint(finding)}
      onBlur={() => onPoint(null)}
    >
      <button
        type="button"
        className={`wide pad-2-3 no-border grid no-fill pointer to-start finding-words ${own ? 'is-own' : ''}`}
        aria-pressed={chosen}
        onClick={() => onChoose(finding)}
      >
        {!own && <span className="finding-figure">{figure}</span>}
        <span className="breaks in-2">
          {own
            ? text
            : sentence.map((part) =>
                part.strong ? <strong key={part.text}>{part.text}</strong> : unbroken(part.text),
              )}
        </span>
        <span className="quiet small breaks in-2">
          {decision?.pinned && 'Pinned · '}
          {own ? `${findingText(finding)} · ${basis}` : basis}
          {outdated && ` · The figures have changed since you wrote this: “${outdated.text}”`}
        </span>
      </button>
      <div className="row-2 finding-actions rounded floats fill-1 layer-1">
        {remedy && (
          <Button small onClick={() => onRemedy(remedy)}>
            {REMEDIES[remedy]}
          </Button>
        )}
        <Button small title="Add this finding to the story as a slide" onClick={() => onTell(finding, text)}>
          Add slide
        </Button>
        <DecisionMenu finding={finding} actions={actions} />
      </div>
    </li>
  );
}

interface DecisionMenuProps {
  readonly finding: ShownFinding & Partial<Pick<DecidedFinding, 'decision'>>;
  readonly actions: FindingActions;
}

function DecisionMenu({ finding, actions: { onDecide, onReword } }: DecisionMenuProps) {
  const { decision } = finding;
  if (!decision || !onDecide || !onReword) return null;
  const { pinned } = decision;
  const decided = { ...finding, decision };
  const entries: MenuEntry[] = [
    {
      label: pinned ? 'Unpin' : 'Pin to the top',
      onSelect: () => onDecide(finding, { ...decision, pinned: !pinned }),
    },
    { label: 'Reword…', onSelect: () => onReword(decided) },
    { label: 'Dismiss', onSelect: () => onDecide(finding, { ...decision, pinned: false, dismissed: true }) },
  ];
  return (
    <DropMenu small label="This finding" buttonLabel="More actions for this finding" entries={entries}>
      More
    </DropMenu>
  );
}
