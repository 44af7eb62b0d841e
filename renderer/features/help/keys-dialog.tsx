import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../client/api.tsx';
import { openDialog } from '../../commands/dialogs.tsx';
import { allViews } from '../../project/feature.ts';
import { useMode } from '../../project/mode.ts';
import { projectQueries } from '../../project/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { openSettings } from '../settings/index.ts';
import { DocDialog } from './doc-dialog.tsx';
import { KeyGroups } from './key-groups.tsx';
import { PAGE_HELP, START_HELP } from './page-help.ts';
import './help.css';

/** Shows help for the current page, and every command that has keys (opened with "?"). */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title="Help"
      width="wide"
      onClose={onClose}
      foot={<Button onClick={() => openSettings('keyboard')}>Change keys…</Button>}
    >
      <PageHelp />
      <KeyGroups />
    </Dialog>
  );
}

/** Explains the page in sight, and leads to the docs. */
function PageHelp() {
  const project = useQuery(projectQueries(useApi().client).project).data;
  const name = useMode((state) => state.mode);
  const mode = allViews().find((view) => view.mode.name === name)?.mode;
  const { lines, guide } = (project && mode && PAGE_HELP[mode.name]) || START_HELP;
  const title = project && mode ? mode.label : 'Start';
  return (
    <section className="stack-2 page-help" aria-label={`About this page: ${title}`}>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div>
        <Button small onClick={() => openDialog(DocDialog, { page: guide })}>
          Read the guide
        </Button>
      </div>
    </section>
  );
}
