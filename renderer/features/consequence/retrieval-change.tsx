import type { ComparedTurnRow, DrawnExampleRow } from '#shared/contract/relearning.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { openDialogue } from '../../project/view.ts';
import { examplesBeforeAndAfter, type Side } from './describe-consequence.ts';

/** For some turns whose path changed, lists the retrieved examples: before, after, and in both. */
export function RetrievalChange({
  turns,
  side,
  onShow,
}: {
  readonly turns: readonly ComparedTurnRow[];
  readonly side: Side;
  readonly onShow: (state: number) => void;
}) {
  if (turns.length === 0) return null;
  return (
    <section className="consequence-states" aria-label="Examples before and after">
      <h4>
        Examples <span className="quiet">of {formatAmount(turns.length, 'turn')} on another path</span>
      </h4>
      <ul>
        {turns.map((turn) => (
          <li key={`${turn.dialogue} ${turn.round}`} className="consequence-turn">
            <button type="button" className="link clip" onClick={() => openDialogue(turn.dialogue)}>
              {turn.externalId}, turn {turn.round + 1}
            </button>
            {turn.heldOut && (
              <span
                className="quiet small"
                title="Measured on test dialogues; a dialogue is never its own example"
              >
                {' '}
                held out
              </span>
            )}
            <p className="quiet clip" title={turn.asked}>
              {turn.asked}
            </p>
            <button
              type="button"
              className="link small"
              title="Show the state on the graph"
              onClick={() => onShow(turn[side].state)}
            >
              {statesText(turn)}
            </button>
            <ul>
              {examplesBeforeAndAfter(turn).map(({ example, where }) => (
                <Example key={`${example.dialogue} ${example.round}`} example={example} where={where} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function statesText({ before, after }: ComparedTurnRow): string {
  const words = ({ state, support }: typeof before) => `state ${state}, ${formatAmount(support, 'dialogue')}`;
  const [old, now] = [words(before), words(after)];
  return old === now ? now : `${old} → ${now}`;
}

const SIGNS = { before: '−', after: '+', both: '=' } as const;
const WORDS = { before: 'Only before', after: 'Only after', both: 'Before and after' } as const;

function Example({
  example,
  where,
}: {
  readonly example: DrawnExampleRow;
  readonly where: keyof typeof SIGNS;
}) {
  return (
    <li className={`consequence-example is-${where}`} title={`${WORDS[where]}: ${example.text}`}>
      <span className="consequence-sign" aria-hidden="true">
        {SIGNS[where]}
      </span>
      <span className="visually-hidden">{WORDS[where]}: </span>
      <span className="clip">{example.text}</span>
    </li>
  );
}
