import type { Simulation } from '#shared/contract/simulator.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import type { Acting } from '../use-simulation.ts';
import './live.css';

const MOST = 60;

/** Lists the tags that may come next with their shares. Choosing one takes that step. */
export function NextTags({ simulation, act, busy }: Acting & { readonly simulation: Simulation }) {
  const { of, tags, ends } = simulation.next;
  return (
    <section className="sim-next" aria-label="Possible next tags">
      <h3>
        {of === 'dialogues' ? 'Usual next steps' : 'What agents answered here'}
        <span className="quiet"> · {of === 'dialogues' ? 'of the dialogues' : 'of the answers'}</span>
      </h3>
      {tags.length === 0 && <p className="quiet">No transition leads on from here.</p>}
      <ol>
        {tags.slice(0, MOST).map(({ role, tag, share, support, to }, index) => (
          <li key={`${role} ${tag}`}>
            <button
              type="button"
              className="sim-next-tag"
              disabled={busy}
              title={`Take this step by hand${to === null ? '' : `, to state ${to}`}; ${formatAmount(support, of === 'dialogues' ? 'dialogue' : 'answer')}`}
              onClick={() => void act((own) => own.force({ role, tag }))}
            >
              <span className="visually-hidden">Take the step as {ROLE_NAMES[role]} </span>
              <span className="sim-key" aria-hidden="true">
                {index < 9 ? index + 1 : ''}
              </span>
              <span className={`role-mark role-mark-${role}`} aria-hidden="true" />
              <span className="sim-next-name clip">#{tag}</span>
              <span className="sim-share" aria-hidden="true">
                <span style={{ width: `${Math.min(100, share * 100)}%` }} />
              </span>
              <span className="number">{formatShare(share)}</span>
            </button>
          </li>
        ))}
      </ol>
      {tags.length > MOST && <p className="quiet small">and {tags.length - MOST} more</p>}
      {ends > 0 && <p className="quiet small">{formatAmount(ends, 'dialogue')} ended here.</p>}
    </section>
  );
}
