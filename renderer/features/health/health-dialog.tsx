import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { formatBytes } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { about, question } from '../../client/queries.ts';
import { projectQueries } from '../../project/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ErrorNotice, Unanswered } from '../../ui/state/notice.tsx';
import { copyDiagnosis } from './copy-diagnosis.ts';
import { backupsText, contentText, damageText, jobsText, versionsText } from './diagnosis.ts';

/** Shows the state of the open project and of the app: size, damage, backups, jobs, versions and the log. */
export function HealthDialog({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const queries = projectQueries(api.client);
  const project = useQuery(queries.project).data ?? null;
  const system = useQuery(queries.system);
  const log = useQuery({
    ...question('health.log', api.client.health.log, undefined),
    staleTime: 0,
    gcTime: 0,
  });
  const integrity = useQuery({
    ...question('health.integrity', api.client.health.integrity, undefined),
    enabled: project !== null,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog
      title="Health"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button kind="primary" onClick={() => void copyDiagnosis(api, integrity.data?.damage ?? null)}>
            Copy diagnosis
          </Button>
        </>
      }
    >
      {project && (
        <ProjectFacts
          project={project}
          integrity={
            integrity.isError ? (
              <ErrorNotice error={integrity.error} />
            ) : integrity.data ? (
              damageText(integrity.data.damage)
            ) : (
              'Looking for damage…'
            )
          }
        />
      )}
      {system.data ? (
        <section className="stack-2" aria-label="Dialogram">
          <h3>Dialogram</h3>
          <dl className="facts">
            <dt>Versions</dt>
            <dd>{versionsText(system.data)}</dd>
            <dt>Log</dt>
            <dd className={log.data?.folder ? 'mono' : ''}>{log.data?.folder ?? 'Kept in memory only'}</dd>
          </dl>
          <p className="quiet small">
            The diagnosis holds these figures and the newest lines of the log. Neither has texts of your
            dialogues, names, paths or keys. Nothing is sent.
          </p>
        </section>
      ) : (
        <Unanswered of={system} />
      )}
    </Dialog>
  );
}

function ProjectFacts({ project, integrity }: { readonly project: Project; readonly integrity: ReactNode }) {
  const { client } = useApi();
  const health = useQuery({
    ...question('health.project', client.health.project, undefined, about('project', 'jobs')),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <section className="stack-2" aria-label={`Project ${project.name}`}>
      <h3>{project.name}</h3>
      {health.data ? (
        <dl className="facts">
          <dt>Size</dt>
          <dd>{formatBytes(health.data.bytes)}</dd>
          <dt>Content</dt>
          <dd>{contentText(project)}</dd>
          <dt>Integrity</dt>
          <dd>{integrity}</dd>
          <dt>Backups</dt>
          <dd>{backupsText(health.data)}</dd>
          <dt>Jobs</dt>
          <dd>{jobsText(health.data)}</dd>
        </dl>
      ) : (
        <Unanswered of={health} />
      )}
    </section>
  );
}
