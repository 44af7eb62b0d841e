import type { AgentGrounds } from '#shared/domain/agent.ts';
import { InPlace } from '../../ui/lists/in-place.tsx';

interface GroundsProps {
  readonly grounds: AgentGrounds;
  readonly isOpen?: boolean;
}

export function Grounds({ grounds, isOpen = false }: GroundsProps) {
  const { at, understood, readBy } = grounds;
  return (
    <div className="grounds above-1 breaks small">
      {at !== '' && <p className="quiet">at {at}</p>}
      {understood !== '' && <Understood text={understood} readBy={readBy} />}
      <GroundSteps grounds={grounds} isOpen={isOpen} />
    </div>
  );
}

interface UnderstoodProps {
  readonly text: string;
  readonly readBy?: string | null | undefined;
}

export function Understood({ text, readBy }: UnderstoodProps) {
  return (
    <div className="grounds-understood flex gap-2 on-baseline above-half">
      <span className="quiet small">{readBy ? `${readBy} understood:` : 'Understood:'}</span>
      <code className="mono breaks pre-wrap">{text}</code>
    </div>
  );
}

interface GroundStepsProps {
  readonly grounds: AgentGrounds;
  readonly isOpen: boolean;
}

export function GroundSteps({ grounds: { steps, notes }, isOpen }: GroundStepsProps) {
  return (
    <>
      {notes.map((note) => (
        <p key={note} className="small warning breaks">
          {note}
        </p>
      ))}
      {steps.length > 0 && (
        <details key={isOpen ? 'open' : 'folded'} className="grounds-why breaks small" open={isOpen}>
          <summary className="quiet">Why</summary>
          <ol>
            <InPlace of={steps}>
              {({ what, why }) => (
                <li>
                  <strong>{what}</strong>: {why}
                </li>
              )}
            </InPlace>
          </ol>
        </details>
      )}
    </>
  );
}
