import { useDeferredValue, useMemo, useRef } from 'react';
import { checkColang } from '#shared/algorithms/flows/colang/check-colang.ts';
import type { ColangProblem } from '#shared/algorithms/flows/colang/tokens.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { FlowCode } from '#shared/domain/flow.ts';
import { client, native } from '../../../client/api.ts';
import { about } from '../../../client/queries.ts';
import { useTyped } from '../../../ui/inputs/kept-field.tsx';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { tell, useAction } from '../../../ui/overlays/toasts.tsx';
import { Icon } from '../../../ui/text/icon.tsx';

export const writerOf = ({ by, changed }: FlowCode): string =>
  by === null ? 'written by hand' : changed ? `by ${by}, changed by hand` : `by ${by}`;

export function useFreeColang(flow: string) {
  const { mutate, isPending } = useAction(
    async (text: string | null) => client.flows.saveCode({ flow, text }),
    { meta: about('flows') },
  );
  const take = useAction(
    async () => {
      const paths = await native.chooseFilesToImport();
      if (paths.length > 0) await client.flows.import({ paths: [...paths], codeOf: flow });
      return paths.length > 0;
    },
    {
      meta: about('flows'),
      onSuccess: (taken) => taken && tell(`The file is now the free Colang of the flow ${flow}.`),
    },
  );
  return { save: mutate, isSaving: isPending, take: () => take.mutate() };
}

interface FreeColangProps {
  readonly flow: string;
  readonly code: FlowCode;
  readonly onKeep: (text: string) => void;
}

export function FreeColang({ flow, code, onKeep }: FreeColangProps) {
  const { text, type, keep } = useTyped(code.text, onKeep);
  const checked = useDeferredValue(text);
  const problems = useMemo(() => checkColang(checked).problems, [checked]);
  const wrong = useMemo(() => new Set(problems.map(({ line }) => line)), [problems]);
  const area = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLOListElement>(null);
  const lines = useMemo(() => text.split('\n').map((_, at) => at + 1), [text]);
  const goTo = ({ line, column }: ColangProblem): void => {
    const before = text.split('\n').slice(0, line - 1);
    const at = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    const { current } = area;
    if (!current) return;
    current.focus();
    current.setSelectionRange(at, at + 1);
    current.scrollTop = (current.scrollHeight / lines.length) * Math.max(0, line - 3);
  };
  return (
    <>
      <div className="grow flex shrink-down flow-code-edit">
        <ol className="flow-code flow-code-numbers quiet line-after" ref={numbers} aria-hidden>
          <InPlace of={lines}>
            {(line) => <li className={wrong.has(line) ? 'flow-code-wrong' : undefined}>{line}</li>}
          </InPlace>
        </ol>
        <textarea
          ref={area}
          className="flow-code"
          aria-label={`Free Colang of the flow ${flow}`}
          aria-invalid={problems.length > 0}
          wrap="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => type(target.value)}
          onBlur={keep}
          onScroll={({ currentTarget }) => {
            if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop;
          }}
        />
      </div>
      <section
        className="stack-2 flow-code-problems rigid pad-2-3 scrolls line-above"
        aria-label="Problems in the Colang"
      >
        {problems.length === 0 ? (
          <p className="quiet small">NeMo Guardrails can read this program ({writerOf(code)}).</p>
        ) : (
          <>
            <h3>{formatAmount(problems.length, 'problem')} (only the first of each flow)</h3>
            <ul className="stack-1">
              <InPlace of={problems}>
                {(problem) => (
                  <li className="flex gap-2 small flow-problem-error">
                    <Icon name="alert" />
                    <span>
                      <button type="button" className="link" onClick={() => goTo(problem)}>
                        Line {problem.line}, column {problem.column}
                      </button>{' '}
                      {problem.message} <span className="quiet">{problem.nextStep}</span>
                    </span>
                  </li>
                )}
              </InPlace>
            </ul>
          </>
        )}
      </section>
    </>
  );
}
