import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { ProjectHealth } from '#shared/contract/system.ts';
import { formatAmount, formatBytes, formatTime } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { about, freshQuestion } from '../../client/queries.ts';
import { projectQueries } from '../../project/queries.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { tell, tellError } from '../../ui/overlays/toasts.tsx';
import { ErrorNotice, Unanswered } from '../../ui/state/notice.tsx';

type Versions = Omit<Awaited<ReturnType<DialogramClient['system']['info']>>, 'workspace'>;

export interface Diagnosis {
  readonly versions: Versions;
  readonly browser: string;
  readonly project: Pick<Project, 'counts' | 'readOnly' | 'inPlace'> | null;
  readonly health: ProjectHealth | null;
  readonly damage: readonly string[] | null;
  readonly log: readonly string[];
}

function versionsText({ version, sqlite, node, schemaVersion }: Versions): string {
  return `Dialogram ${version} · SQLite ${sqlite} · Node ${node} · project format ${schemaVersion}`;
}

function contentText({ counts }: Pick<Project, 'counts'>): string {
  return [
    formatAmount(counts.dialogues, 'dialogue'),
    formatAmount(counts.utterances, 'message'),
    formatAmount(counts.tags, 'tag'),
    formatAmount(counts.edits, 'edit'),
  ].join(', ');
}

/** Says whether damage was found. Null means that nobody has checked since the project was opened. */
function damageText(damage: readonly string[] | null): string {
  if (damage === null) return 'No damage was found when the project was opened';
  return damage.length === 0 ? 'No damage found' : `Damaged: ${damage.join('; ')}`;
}

function backupsText({ backups: { on, count, bytes, newest } }: ProjectHealth): string {
  const made = on ? 'Made after edits' : 'Off';
  if (count === 0 || newest === null) return `${made}. No backup yet.`;
  return `${made}. ${formatAmount(count, 'backup')}, ${formatBytes(bytes)}, the newest from ${formatTime(newest)}.`;
}

export function jobsText({ jobs }: ProjectHealth): string {
  const states = Object.entries(jobs).filter(([, count]) => count > 0);
  return states.length === 0
    ? 'No open or failed jobs'
    : states.map((entry) => entry.toReversed().join(' ')).join(', ');
}

/** Returns the text for a bug report. The text contains no dialogue text, names, paths or keys. */
export function diagnosisText({ versions, browser, project, health, damage, log }: Diagnosis): string {
  const lines = [`${versionsText(versions)} · ${versions.shell}`, browser];
  if (project && health) {
    lines.push(
      `Project: ${formatBytes(health.bytes)}, ${contentText(project)}`,
      ...(project.readOnly ? ['The project is read-only.'] : []),
      ...(project.inPlace ? [] : ['The project file was moved, deleted or replaced.']),
      `Integrity: ${damageText(damage)}`,
      `Backups: ${backupsText(health)}`,
      `Jobs: ${jobsText(health)}`,
    );
  } else lines.push('No project is open.');
  return [...lines, 'Log:', ...log, ''].join('\n');
}

export async function copyDiagnosis(damage: readonly string[] | null = null): Promise<void> {
  try {
    const [versions, project, { lines }] = await Promise.all([
      client.system.info(),
      client.projects.current(),
      client.health.log(),
    ]);
    const health = project && (await client.health.project());
    const text = diagnosisText({
      ...{ versions, project, health, damage },
      browser: navigator.userAgent,
      log: lines,
    });
    await navigator.clipboard.writeText(text);
    tell('Diagnosis copied.');
  } catch (error) {
    tellError(error);
  }
}

export function HealthDialog() {
  const project = useQuery(projectQueries.project).data ?? null;
  const system = useQuery(projectQueries.system);
  const log = useQuery({
    ...freshQuestion('health.log', client.health.log, undefined),

    gcTime: 0,
  });
  const integrity = useQuery({
    ...freshQuestion('health.integrity', client.health.integrity, undefined),
    enabled: project !== null,

    gcTime: 0,
  });
  return (
    <Dialog
      title="Health"
      cancel="Close"
      main={{
        label: 'Copy diagnosis',
        onClick: () => void copyDiagnosis(integrity.data?.damage ?? null),
      }}
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
              'Checking for damage…'
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
            <dd className={log.data?.folder ? 'mono' : ''}>{log.data?.folder ?? 'In memory only'}</dd>
          </dl>
          <p className="quiet small">
            The diagnosis contains these figures and the newest lines of the log, but no dialogue text, names,
            paths or keys. Nothing is sent.
          </p>
        </section>
      ) : (
        <Unanswered of={system} />
      )}
    </Dialog>
  );
}

function ProjectFacts({ project, integrity }: { readonly project: Project; readonly integrity: ReactNode }) {
  const health = useQuery({
    ...freshQuestion('health.project', client.health.project, undefined, about('project', 'jobs')),

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
