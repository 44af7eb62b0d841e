import { create } from 'zustand';
import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import { spokenTag } from '#shared/algorithms/layout/labels/label-text.ts';
import { type AutomatonSummary, pictureResultSchema } from '#shared/contract/automata.ts';
import { ROLE_NAMES, ROLES, type Role } from '#shared/domain/dialogue.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { narrowFilterBy } from '../../project/dialogue-filter.ts';
import { EXPLORE, showMode, showModeNamed } from '../../project/mode.ts';
import { showAutomaton, showSide } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { closeDialog } from '../../ui/overlays/dialog.tsx';
import { Menu, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { useDoneJobs } from '../jobs/index.ts';
import { taggingCommands } from '../tagging/index.ts';

/** Makes the picture in one job, with progress in Explore. A null tagging run in `asked` tags first. */
export function makePicture(asked: { readonly run?: RunId; readonly where?: string } = {}): void {
  closeDialog();
  showMode(EXPLORE);
  client.picture.make(asked).catch(tellError);
}

export function ShowPicture() {
  useDoneJobs(PICTURE_JOBS, (jobs) => {
    for (const job of jobs) showAutomaton(pictureResultSchema.parse(job.result).learned.automaton);
  });
  return null;
}

const PICTURE_JOBS: readonly string[] = ['picture'];

export const describeUntagged = (
  { turns, of, role }: { readonly turns: number; readonly of: number; readonly role: Role | null },
  what: 'move' | 'tag' = 'move',
): string =>
  `${formatAmount(turns, role === null ? 'turn' : `${ROLE_NAMES[role]} turn`)} (${formatShare(turns / of, { rough: true })}) ${turns === 1 ? 'has' : 'have'} no ${what}.`;

/** "1,240 turns (12 %) with rare moves are left out of the graph." */
export function describeNotDrawn(turns: number, of: number, what: 'move' | 'tag' = 'move'): string {
  const share = formatShare(turns / of, { rough: true });
  const which = turns === 1 ? `with a rare ${what} is` : `with rare ${what}s are`;
  return `${formatAmount(turns, 'turn')} (${share}) ${which} left out of the graph.`;
}

/** An answer also names similar turns. More than about sixty answers help little. */
const SECONDS_PER_ANSWER = 10;
const MOST_ANSWERS = 60;
const TURNS_PER_ANSWER = 4;

export function describeMinutes(turns: number): string {
  const answers = Math.min(MOST_ANSWERS, Math.ceil(turns / TURNS_PER_ANSWER));
  return `about ${formatAmount(Math.max(1, Math.round((answers * SECONDS_PER_ANSWER) / 60)), 'minute')}`;
}

const useDismissed = create<{ readonly automaton: number | null }>(() => ({ automaton: null }));

export function useAdvice(automaton: AutomatonSummary | null): AutomatonSummary['report']['advice'] {
  const dismissed = useDismissed((state) => state.automaton);
  return automaton && !automaton.imported && automaton.id !== dismissed ? automaton.report.advice : [];
}

export function AdviceBar({ automaton }: { readonly automaton: AutomatonSummary }) {
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
            <CommandButton small command={taggingCommands.run}>
              Tag again…
            </CommandButton>
          )}
          {remedies.has('overview') && (
            <Button
              small
              onClick={() => makePicture({ run: automaton.taggingRun, where: whereOf(automaton) })}
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
        <p key={kind}>{message}</p>
      ))}
    </Notice>
  );
}

const TEACH = 'teach';

export function UntaggedNote({ automaton }: { readonly automaton: AutomatonSummary }) {
  const { untagged } = automaton.report;
  if (!untagged || untagged.turns === 0) return null;
  // Teach names moves and leaves annotations alone.
  if (automaton.tagger === 'annotations') return <span>{describeUntagged(untagged, 'tag')}</span>;
  return (
    <span className="middle gap-2 inline-flex text-1">
      {describeUntagged(untagged)}
      <button type="button" className="button button-small" onClick={() => showModeNamed(TEACH)}>
        Name them in Teach, {describeMinutes(untagged.turns)}
      </button>
    </span>
  );
}

/** Returns the filter that the automaton was learned with; empty for all dialogues. */
const whereOf = ({ params }: AutomatonSummary): string =>
  typeof params.where === 'string' ? params.where : '';

export function NotDrawnNote({ automaton }: { readonly automaton: AutomatonSummary }) {
  const { notDrawn } = automaton.report;
  if (!notDrawn || notDrawn.turns === 0) return null;
  const entries = ROLES.toReversed().flatMap((role): MenuEntry[] => {
    const own = notDrawn.moves.filter((move) => move.role === role);
    if (own.length === 0) return [];
    return [
      { kind: 'heading', label: `Left out, ${ROLE_NAMES[role]}` },
      ...own.map(
        ({ tag, turns }): MenuEntry => ({
          label: spokenTag(tag),
          side: formatAmount(turns, 'turn'),
          onSelect: () => {
            narrowFilterBy(writeWhere({ kind: 'tag', tag }));
            showSide('dialogues');
          },
        }),
      ),
    ];
  });
  const what = automaton.tagger === 'annotations' ? 'tag' : 'move';
  return (
    <span className="middle gap-2 inline-flex text-1">
      {describeNotDrawn(notDrawn.turns, notDrawn.of, what)}
      <Menu
        label="Turns left out of the graph"
        entries={entries}
        className="button button-small"
        title="Choose a move to list its dialogues. A graph with more states leaves out fewer turns."
      >
        Show them
      </Menu>
    </span>
  );
}
