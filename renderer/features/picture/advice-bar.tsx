import { useState } from 'react';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import { openDialog } from '../../commands/dialogs.tsx';
import { runCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { taggingCommands } from '../tagging/index.ts';
import { PictureDialog } from './picture-dialog.tsx';
import './picture.css';

/** What is wrong with a picture, above it, with what would help at a press. Put away, it stays away for this one. */
export function AdviceBar({ automaton }: { readonly automaton: AutomatonSummary }) {
  const [putAway, setPutAway] = useState<number | null>(null);
  const { advice } = automaton.report;
  if (advice.length === 0 || putAway === automaton.id) return null;
  const remedies = new Set(advice.map(({ remedy }) => remedy));
  return (
    <Notice
      kind="warning"
      bar
      actions={
        <>
          {remedies.has('tag') && (
            <Button small onClick={() => runCommand(taggingCommands.run)}>
              Tag otherwise…
            </Button>
          )}
          {remedies.has('overview') && (
            <Button
              small
              onClick={() =>
                openDialog(PictureDialog, { run: automaton.taggingRun, where: whereOf(automaton) })
              }
            >
              Show an overview
            </Button>
          )}
          <Button small onClick={() => setPutAway(automaton.id)}>
            Put away
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

/** Which dialogues it was learned from; empty for all. */
const whereOf = ({ params }: AutomatonSummary): string =>
  typeof params.where === 'string' ? params.where : '';
