import { useQuery } from '@tanstack/react-query';
import { formatTime } from '#shared/domain/figure-text.ts';
import { client, queryClient } from '../../client/api.ts';
import { projectQueries } from '../../project/queries.ts';
import { chooseAndCreate, chooseAndOpen, createDemo, openProject } from '../../project/session.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import { useAction } from '../../ui/overlays/toasts.tsx';

export function StartPage() {
  const enter = useAction((begin: () => Promise<unknown>) => begin());
  const busy = enter.isPending;
  const choices = [
    [
      'Try the demo',
      'See what Dialogram does with 720 made-up support dialogues. No account and no network needed.',
      () => createDemo(),
    ],
    [
      'New project',
      'Start with your own transcripts: Excel, CSV, JSON or help-desk exports.',
      () => chooseAndCreate(),
    ],
    ['Open project', 'Open a .dialogram file.', () => chooseAndOpen()],
  ] as const;
  return (
    <main className="scroll">
      <div className="stack start-inner gap-6 in-center">
        <header className="flex middle gap-4 start-head">
          <img src="./icon.svg" alt="" />
          <div>
            <h1 className="large">Dialogram</h1>
            <p>See how your support conversations really go, and find out where they go wrong.</p>
          </div>
        </header>
        <div className="start-choices gap-3 grid">
          {choices.map(([title, about, begin], at) => (
            <button
              key={title}
              type="button"
              className={`pad-3-4 stack-1 start-choice top rounded-large pointer to-start ${at === 0 ? 'start-choice-first' : ''}`}
              disabled={busy}
              onClick={() => enter.mutate(begin)}
            >
              <strong>{title}</strong>
              <span className="quiet small">{about}</span>
            </button>
          ))}
        </div>
        <p className="start-drop pad-3 centered quiet rounded-large small">
          Or drop a file anywhere on this page.
        </p>
        <RecentProjects busy={busy} onOpen={(path) => enter.mutate(() => openProject(path))} />
      </div>
    </main>
  );
}

interface RecentProjectsProps {
  readonly busy: boolean;
  readonly onOpen: (path: string) => void;
}

function RecentProjects({ busy, onOpen }: RecentProjectsProps) {
  const recent = useQuery(projectQueries.recent);
  const forget = useAction((path: string) => client.projects.forget({ path }), {
    onSuccess: (list) => queryClient.setQueryData(projectQueries.recent.queryKey, list),
  });
  if (!recent.data || recent.data.length === 0) return null;
  return (
    <section className="stack-1 recent" aria-labelledby="recent-title">
      <h2 id="recent-title">Recent projects</h2>
      <ul>
        {recent.data.map((project) => (
          <li key={project.path} className="recent-row middle gap-2 line-below grid">
            <button
              type="button"
              className={`stack recent-open shrink no-border no-fill pointer to-start ${project.exists ? '' : 'recent-missing'}`}
              disabled={busy || !project.exists}
              onClick={() => onOpen(project.path)}
            >
              <strong className="clip">{project.name}</strong>
              <span className="quiet small clip">
                {project.exists ? project.path : `Missing: ${project.path}`}
              </span>
            </button>
            <span className="quiet small">{formatTime(project.openedAt)}</span>
            <IconButton
              icon="close"
              label={`Forget ${project.name}`}
              title="Remove from this list. The file stays."
              onClick={() => forget.mutate(project.path)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
