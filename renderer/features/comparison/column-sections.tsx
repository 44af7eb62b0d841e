import type { ComparedCandidate, ComparedColumn } from '#shared/contract/comparison.ts';
import { formatAmount } from '../../ui/format.ts';
import { AnswerText } from './answer-text.tsx';
import { Acts } from './conversation.tsx';
import { MEASURE_GROUPS, measureText } from './measures.ts';
import { openInExplore } from './open-in-explore.ts';
import { reasonsOf } from './reasons.ts';

/** The answer without a model. */
export function AnswerSection({
  column: { answer },
  truth,
  differences,
}: {
  readonly column: ComparedColumn;
  readonly truth: string | null;
  readonly differences: boolean;
}) {
  return (
    <div className="column-part">
      <h3>Answer without a model</h3>
      {answer ? (
        <>
          <AnswerText text={answer.text} truth={differences ? truth : null} />
          <Acts acts={answer.acts} />
          <p className="quiet small">
            {answer.among === 1
              ? 'The only candidate'
              : `Chosen among ${answer.among}: the one the others agree with most`}
            , from <DialogueLink {...answer} />
          </p>
        </>
      ) : (
        <p className="quiet">None: nothing was found to choose from.</p>
      )}
    </div>
  );
}

/** How like the truth the answer and the examples are. */
export function MeasuresSection({
  column,
  highest,
  hidden,
}: {
  readonly column: ComparedColumn;
  /** The highest printed value of a row by its measure. */
  readonly highest: ReadonlyMap<string, string>;
  readonly hidden: boolean;
}) {
  return (
    <div className="column-part">
      {hidden ? (
        <p className="quiet">Hidden with the true answer.</p>
      ) : (
        <table className="measures">
          <caption className="visually-hidden">Likeness to the true answer, 0 to 100</caption>
          {MEASURE_GROUPS.map((group) => (
            <tbody key={group.title}>
              <tr>
                <th colSpan={3} scope="rowgroup" className="measures-group">
                  {group.title}
                </th>
              </tr>
              {group.measures.map((measure) => {
                const value = measure.of(column);
                const text = measureText(value);
                const stands = highest.get(measure.id) === text;
                return (
                  <tr key={measure.id} className={stands ? 'measure-highest' : ''}>
                    <th scope="row" title={measure.explanation}>
                      {measure.label}
                    </th>
                    <td className="measure-bar" aria-hidden="true">
                      {value !== null && <span style={{ width: `${Math.min(100, value)}%` }} />}
                    </td>
                    <td className="number" title={stands ? 'The highest of these columns' : undefined}>
                      {text}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          ))}
        </table>
      )}
    </div>
  );
}

/** The turns that were found, each with why. */
export function ExamplesSection({
  column: { candidates },
  asked,
  measured,
}: {
  readonly column: ComparedColumn;
  readonly asked: number;
  readonly measured: boolean;
}) {
  return (
    <div className="column-part">
      <h3>
        {candidates.length === asked
          ? formatAmount(asked, 'example')
          : `${candidates.length} of ${formatAmount(asked, 'example')}`}
      </h3>
      {candidates.length === 0 && <p className="quiet">It found no turn.</p>}
      <ol className="examples">
        {candidates.map((candidate, index) => (
          <li key={`${candidate.dialogue} ${candidate.round}`}>
            <Example candidate={candidate} number={index + 1} measured={measured} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Example({
  candidate,
  number,
  measured,
}: {
  readonly candidate: ComparedCandidate;
  readonly number: number;
  readonly measured: boolean;
}) {
  const { userText, text, acts, why, measures } = candidate;
  const reasons = reasonsOf(why);
  return (
    <>
      <div className="example-head small">
        <span className="example-number">{number}</span>
        <DialogueLink {...candidate} />
        {measured && (
          <span className="quiet example-measure" title="Against the true answer">
            {measures.actF1 === null
              ? `ROUGE-L ${measureText(measures.rougeL * 100)}`
              : `act F1 ${measureText(measures.actF1 * 100)}`}
          </span>
        )}
      </div>
      <p className="example-said example-user" title={userText}>
        {userText}
      </p>
      <p className="utterance example-said example-system">{text}</p>
      <Acts acts={acts} />
      {reasons.length > 0 ? (
        <ul className="reasons" aria-label="Why it was chosen">
          {reasons.map((reason) => (
            <li key={reason.text} className="reason" title={reason.explanation}>
              {reason.text}
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet small">Drawn at random.</p>
      )}
    </>
  );
}

/** The dialogue that a turn comes from, by its own id; opens it beside the automaton. */
function DialogueLink({
  dialogue,
  externalId,
  round,
}: Pick<ComparedCandidate, 'dialogue' | 'externalId' | 'round'>) {
  return (
    <button
      type="button"
      className="link clip"
      title={`Open ${externalId} at round ${round + 1} in Explore`}
      onClick={() => openInExplore(dialogue, round)}
    >
      {externalId}
    </button>
  );
}
