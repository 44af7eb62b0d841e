import type { BlindPair, RevealedPair } from '#shared/contract/votes.ts';
import { costText, figureText, formatCount, formatSeconds } from '#shared/domain/figure-text.ts';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { OracleMark } from '../comparison/index.ts';
import { isRevealed } from './use-voting.ts';

export function PairSides({ pair }: { readonly pair: BlindPair | RevealedPair }) {
  return (
    <div className="grow shrink grid two-columns">
      <Side name="A" pair={pair} side="a" />
      <Side name="B" pair={pair} side="b" />
    </div>
  );
}

interface SideProps {
  readonly name: string;
  readonly pair: BlindPair | RevealedPair;
  readonly side: 'a' | 'b';
}

function Side({ name, pair, side }: SideProps) {
  const chosen = pair.vote?.choice === side;
  const said = pair[side];
  return (
    <Focusable
      as="section"
      className={`shrink scrolls vote-side focus-inside ${chosen ? 'accent-soft' : ''}`}
      aria-label={`Answer ${name}`}
    >
      <header className="wrap flex min-control on-baseline below-2 gap-0-3">
        <h2 className="large">{name}</h2>
        {isRevealed(pair) && <strong>{pair.sides[side].title}</strong>}
        {isRevealed(pair) && pair.sides[side].usesLabels && <OracleMark />}
        {chosen && <span className="to-end accent small">your choice</span>}
      </header>
      {pair.unit === 'whole-dialogue' ? (
        <WholeDialogue said={said} conversation={pair.conversation} />
      ) : (
        said.map(({ turn, text }) => (
          <p key={turn} className="utterance vote-answer">
            {text}
          </p>
        ))
      )}
      {isRevealed(pair) && <Measures side={pair.sides[side]} />}
    </Focusable>
  );
}

type WholeDialogueProps = Pick<BlindPair, 'conversation'> & { said: BlindPair['a'] };

export function WholeDialogue({ said, conversation }: WholeDialogueProps) {
  const turns = [
    ...conversation.map((turn) => ({ ...turn, given: true })),
    ...said.map((turn) => ({ ...turn, role: 'system' as const, given: false })),
  ].sort((left, right) => left.turn - right.turn);
  return (
    <ol className="prose">
      {turns.map(({ turn, role, text, given }) => (
        <li key={turn} className={`said of-${role}`}>
          <span className="visually-hidden">{role}: </span>
          <p className={given ? 'utterance quiet' : 'utterance'}>{text}</p>
        </li>
      ))}
    </ol>
  );
}

function Measures({ side }: { readonly side: RevealedPair['sides']['a'] }) {
  const { measures, tokens, costUsd, latencyMs } = side;
  const rows: [string, string][] = [];
  if (measures) {
    rows.push(
      ['Act F1', figureText(measures.actF1, { share: true })],
      ['ROUGE-L', figureText(measures.rougeL, { share: true })],
      ['BLEU', figureText(measures.bleu)],
    );
  }
  if (tokens) {
    rows.push(
      ['Tokens', `${formatCount(tokens.input)} + ${formatCount(tokens.output)}`],
      ['Cost', costUsd === null ? 'unknown' : costText(costUsd)],
    );
  }
  rows.push(['Time', formatSeconds(latencyMs / 1000)]);
  return (
    <dl className="wrap flex pad-top-2 line-above gap-1-4 above-4">
      {rows.map(([term, value]) => (
        <div key={term}>
          <dt className="quiet small">{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
