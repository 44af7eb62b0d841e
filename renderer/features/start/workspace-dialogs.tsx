import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatBytes, formatTime } from '#shared/domain/figure-text.ts';
import { useBrowserShell } from '../../client/native.ts';
import { projectQueries } from '../../project/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { TextField } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { EmptyState, ProgressBar, Unanswered } from '../../ui/state/notice.tsx';
import './start.css';

export function errorOfName(name: string, taken: readonly string[]): string | null {
  const bare = name.trim();
  if (bare === '') return 'Enter a name for the project.';
  if (bare.length > 100) return 'Use at most 100 characters.';
  const forbidden = /[\\/:*?"<>|\p{Cc}]/u.exec(bare);
  if (forbidden) return `The name cannot contain “${forbidden[0]}”.`;
  if (bare.startsWith('.')) return 'The name cannot start with a dot.';
  const lower = bare.toLowerCase();
  if (taken.some((other) => other.toLowerCase() === lower))
    return `There is already a project named “${bare}”.`;
  return null;
}

/** Returns the suggested name, with a number if it is taken: "Untitled", "Untitled 2". */
export function freeName(suggestion: string, taken: readonly string[]): string {
  const lower = new Set(taken.map((name) => name.toLowerCase()));
  for (let copy = 1; ; copy++) {
    const name = copy === 1 ? suggestion : `${suggestion} ${copy}`;
    if (!lower.has(name.toLowerCase())) return name;
  }
}

export function WorkspaceDialogs() {
  const { question, upload } = useBrowserShell();
  return (
    <>
      {question?.kind === 'open' && <OpenDialog answer={question.answer} />}
      {question?.kind === 'create' && (
        <CreateDialog suggestedName={question.suggestedName} answer={question.answer} />
      )}
      {upload && <UploadDialog {...upload} />}
    </>
  );
}

function OpenDialog({ answer }: { readonly answer: (path: string | null) => void }) {
  const projects = useQuery(projectQueries.inWorkspace);
  const workspace = useQuery(projectQueries.system).data?.workspace;
  return (
    <Dialog title="Open project" onClose={() => answer(null)}>
      {!projects.isSuccess && <Unanswered of={projects} />}
      {projects.data?.length === 0 && (
        <EmptyState title="No projects yet">
          There is no .dialogram file in {workspace ?? 'the workspace'}. Create a project, or drop a
          .dialogram file on the page.
        </EmptyState>
      )}
      {projects.data && projects.data.length > 0 && (
        <>
          <p className="quiet small">
            Projects in <span className="mono">{workspace}</span>, most recently changed first.
          </p>
          <ul className="workspace-list line-above">
            {projects.data.map((project) => (
              <li key={project.path}>
                <button type="button" onClick={() => answer(project.path)}>
                  <span className="clip">{project.name}</span>
                  <span className="quiet small number">{formatBytes(project.bytes)}</span>
                  <span className="quiet small number">{formatTime(project.modifiedAt)}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

interface CreateDialogProps {
  readonly suggestedName: string;
  readonly answer: (path: string | null) => void;
}

function CreateDialog({ suggestedName, answer }: CreateDialogProps) {
  const projects = useQuery(projectQueries.inWorkspace);
  const workspace = useQuery(projectQueries.system).data?.workspace;
  const taken = projects.data?.map((project) => project.name) ?? [];
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? freeName(suggestedName, taken);
  const error = errorOfName(name, taken);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (error === null && projects.isSuccess) answer(name.trim());
  };
  return (
    <Dialog
      title="New project"
      width="narrow"
      onClose={() => answer(null)}
      main={{
        label: 'Create project',
        form: 'new-project',
        disabled: error !== null || !projects.isSuccess,
      }}
    >
      <form id="new-project" onSubmit={onSubmit}>
        <TextField
          label="Name"
          hint={workspace && `Creates a file with this name in ${workspace}.`}
          error={typed === null ? null : error}
          value={name}
          onFocus={(event) => event.target.select()}
          onChange={setTyped}
        />
      </form>
    </Dialog>
  );
}

interface UploadDialogProps {
  readonly name: string;
  readonly done: number;
  readonly total: number;
  readonly cancel: () => void;
}

function UploadDialog({ name, done, total, cancel }: UploadDialogProps) {
  return (
    <Dialog title="Uploading" width="narrow" onClose={cancel} foot={<Button onClick={cancel}>Cancel</Button>}>
      <div className="stack-1 progress">
        <span className="clip">{name}</span>
        <ProgressBar label={`Uploading ${name}`} done={done} total={total} />
        <span className="progress-text apart flex gap-3 quiet small">
          {formatBytes(done)} of {formatBytes(total)}
        </span>
      </div>
    </Dialog>
  );
}
