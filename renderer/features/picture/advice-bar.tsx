import { create } from 'zustand';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { runCommand } from '../../commands/use-command.ts';
import { showModeNamed } from '../../project/mode.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { taggingCommands } from '../tagging/index.ts';
import { makePicture } from './make-picture.tsx';
import './picture.css';

/** "372 turns (25 %) have no move." */
export const describeUntagged = (turns: number, of: number, what: 'move' | 'tag' = 'move'): string =>
  `${formatAmount(turns, 'turn')} (${formatShare(turns / of, { rough: true })}) ${turns === 1 ? 'has' : 'have'} no ${what}.`;

/** "1,240 turns (12 %) with rarer moves are not drawn." */
export function describeNotDrawn(turns: number, of: number, what: 'move' | 'tag' = 'move'): string {
  const share = formatShare(turns / of, { rough: true });
  const which = turns === 1 ? `with a rarer ${what} is` : `with rarer ${what}s are`;
  return `${formatAmount(turns, 'turn')} (${share}) ${which} not drawn.`;
}

/** An answer takes about ten seconds and also names similar turns; after about sixty, more help little. */
const SECONDS_PER_ANSWER = 10;
const MOST_ANSWERS = 60;
const TURNS_PER_ANSWER = 4;

/** "about 10 minutes" */
export function describeMinutes(turns: number): string {
  const answers = Math.min(MOST_ANSWERS, Math.ceil(turns / TURNS_PER_ANSWER));
  return `about ${formatAmount(Math.max(1, Math.round((answers * SECONDS_PER_ANSWER) / 60)), 'minute')}`;
}

const useDismissed = create<{ readonly automaton: number | null }>(() => ({ automaton: null }));

/** Says why a picture may mislead; nothing once that was dismissed, or where there is no picture. */
export function useAdvice(automaton: AutomatonSummary | null): AutomatonSummary['report']['advice'] {
  const dismissed = useDismissed((state) => state.automaton);
  return automaton && !automaton.imported && automaton.id !== dismissed ? automaton.report.advice : [];
}

/** Warns of a picture that may mislead, and offers remedies. Dismissing hides it for this picture. */
export function AdviceBar({ automaton }: { readonly automaton: AutomatonSummary }) {
  const api = useApi();
  const advice = useAdvice(automaton);
  if (advice.length === 0) return null;
  const remedies = new Set(advice.map(({ remedy }) => remedy));
  return (
    <Notice
      kind="warning"
      bar
      actions={
        <>
          {remedies.has('teach') && (
            <Button small onClick={() => showModeNamed(TEACH)}>
              Name turns in Teach
            </Button>
          )}
          {remedies.has('tag') && (
            <Button small onClick={() => runCommand(taggingCommands.run)}>
              Tag again…
            </Button>
          )}
          {remedies.has('overview') && (
            <Button
              small
              onClick={() => makePicture(api, { run: automaton.taggingRun, where: whereOf(automaton) })}
            >
              Show an overview
            </Button>
          )}
          <Button small onClick={() => useDismissed.setState({ automaton: automaton.id })}>
            Dismiss
          </Button>
        </>
      }
    >
      {advice.map(({ kind, message }) => (
        <p key={kind} className="advice">
          {message}
        </p>
      ))}
    </Notice>
  );
}

/** Teach asks first about the turns that help most. */
const TEACH = 'teach';

/** Says how many turns have no move, with a button to name them; renders nothing if all have one. */
export function UntaggedNote({ automaton }: { readonly automaton: AutomatonSummary }) {
  const { untagged } = automaton.report;
  if (!untagged || untagged.turns === 0) return null;
  const { turns, of } = untagged;
  // Teach names moves and leaves annotations alone.
  if (automaton.tagger === 'annotations') return <span>{describeUntagged(turns, of, 'tag')}</span>;
  return (
    <span className="graph-chip">
      {describeUntagged(turns, of)}
      <button type="button" className="button button-small" onClick={() => showModeNamed(TEACH)}>
        Name them in Teach, {describeMinutes(turns)}
      </button>
    </span>
  );
}

/** Returns the filter that it was learned with; empty for all dialogues. */
const whereOf = ({ params }: AutomatonSummary): string =>
  typeof params.where === 'string' ? params.where : '';
