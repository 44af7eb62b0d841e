import type { ComparedCandidate, ComparedColumn } from '#shared/contract/comparison.ts';
import { figureText, formatAmount } from '#shared/domain/figure-text.ts';
import { DialogueLink } from '../../../project/dialogues/dialogue-finder.tsx';
import { bestClass } from '../../../ui/lists/figure-table.tsx';
import type { ShownColumn } from '../answers/shown-columns.ts';
import { Acts } from '../conversation/conversation.tsx';
import { deltaText, type MeasureGroup } from './measures.ts';
import { examplesOrigin, reasonsOf } from './reasons.ts';

export function MeasuresSection({
  column: { compared: column, by, byModel, choice },
  hidden,
  whole,
  groups,
  reference,
  best,
}: {
  readonly column: ShownColumn;
  readonly hidden: boolean;
  readonly whole: boolean;
  readonly groups: readonly MeasureGroup[];
  readonly reference: ComparedColumn | null;
  readonly best: ReadonlyMap<string, number | null>;
}) {
  return (
    <div className="column-part">
      {hidden ? (
        <p className="quiet">Show the true answer to see how similar this answer is.</p>
      ) : (
        <table className="measures wide">
          <caption className="visually-hidden">Similarity to the true answer, 0 to 100</caption>
          {groups.map((group) => (
            <tbody key={group.title}>
              <tr>
                <th colSpan={3} scope="rowgroup" className="measures-group">
                  {whole ? 'Mean of all turns' : group.title}
                  <span className="quiet measures-from breaks block normal">
                    {group.of === 'examples'
                      ? column.candidates.length > 0 && examplesFrom(column)
                      : byModel
                        ? `written by ${by ?? 'the model'}`
                        : choice.agent
                          ? 'written by the author'
                          : null}
                  </span>
                </th>
              </tr>
              {group.measures.map((measure) => {
                const value = measure.of(column);
                return (
                  <tr key={measure.id}>
                    <th scope="row" title={measure.explanation}>
                      {measure.label}
                    </th>
                    {!reference && (
                      <td className="wide pad-0-2 measure-bar" aria-hidden="true">
                        {value !== null && <span style={{ width: `${Math.min(100, value)}%` }} />}
                      </td>
                    )}
                    <td className={`number ${bestClass(value, best.get(measure.id) ?? null)}`}>
                      {figureText(value)}
                    </td>
                    {reference && (
                      <td className="number delta no-wrap indent-2" title="Difference from the reference">
                        {deltaText(value, measure.of(reference))}
                      </td>
                    )}
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

const examplesFrom = ({ candidates }: ComparedColumn): string =>
  `from ${formatAmount(new Set(candidates.map(({ dialogue }) => dialogue)).size, 'dialogue')}`;

interface ExamplesSectionProps {
  readonly column: ComparedColumn;
  readonly asked: number;
  readonly why: string;
  readonly measured: boolean;
  readonly firstTurnOnly: boolean;
}

export function ExamplesSection({ column, asked, why, measured, firstTurnOnly }: ExamplesSectionProps) {
  const { candidates } = column;
  if (asked === 0) {
    return (
      <div className="column-part">
        <h3>No examples</h3>
        <p className="quiet">{why}</p>
      </div>
    );
  }
  return (
    <div className="column-part">
      <h3>
        {candidates.length === asked
          ? formatAmount(asked, 'example')
          : `${candidates.length} of ${formatAmount(asked, 'example')}`}
        {firstTurnOnly && ' for the first turn'}
      </h3>
      {candidates.length === 0 ? (
        <p className="quiet">No examples found.</p>
      ) : (
        <p className="quiet small">{examplesOrigin(column)}</p>
      )}
      <ol className="examples">
        {candidates.map((candidate, index) => (
          <li key={`${candidate.dialogue} ${candidate.turn}`}>
            <Example candidate={candidate} number={index + 1} measured={measured} />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface ExampleProps {
  readonly candidate: ComparedCandidate;
  readonly number: number;
  readonly measured: boolean;
}

function Example({ candidate, number, measured }: ExampleProps) {
  const { userText, text, acts, why, measures } = candidate;
  const reasons = reasonsOf(why);
  return (
    <>
      <div className="row-2 small">
        <span className="quiet">{number}</span>
        <DialogueLink {...candidate} />
        {measured && (
          <span className="quiet rigid to-end" title="Similarity to the true answer">
            {measures.actF1 === null
              ? `ROUGE-L ${figureText(measures.rougeL, { share: true })}`
              : `act F1 ${figureText(measures.actF1, { share: true })}`}
          </span>
        )}
      </div>
      <p className="example-user clamp quiet of-user indent-2 role-edge" title={userText}>
        {userText}
      </p>
      <p className="utterance of-system indent-2 role-edge">{text}</p>
      <Acts acts={acts} />
      {reasons.length > 0 ? (
        <ul className="reasons wrap flex gap-1 above-1" aria-label="Why this example">
          {reasons.map((reason) => (
            <li key={reason.text} className="reason" title={reason.explanation}>
              {reason.text}
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet small">Chosen at random.</p>
      )}
    </>
  );
}
