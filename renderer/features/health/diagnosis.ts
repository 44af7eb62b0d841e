import type { ProjectHealth } from '#shared/contract/health.ts';
import type { Project } from '#shared/contract/projects.ts';
import { formatAmount, formatBytes, formatTime } from '#shared/domain/figure-text.ts';

/** Versions of the app and its parts, which may be shared. */
export interface Versions {
  readonly version: string;
  readonly shell: string;
  readonly node: string;
  readonly sqlite: string;
  readonly schemaVersion: number;
}

export interface Diagnosis {
  readonly versions: Versions;
  /** The browser and the operating system, as the browser names them. */
  readonly browser: string;
  readonly project: Pick<Project, 'counts' | 'readOnly' | 'inPlace'> | null;
  readonly health: ProjectHealth | null;
  /** The damage found; null if it was not looked for. */
  readonly damage: readonly string[] | null;
  /** The newest lines of the log. */
  readonly log: readonly string[];
}

export function versionsText({ version, sqlite, node, schemaVersion }: Versions): string {
  return `Dialogram ${version} · SQLite ${sqlite} · Node ${node} · project format ${schemaVersion}`;
}

export function contentText({ counts }: Pick<Project, 'counts'>): string {
  return [
    formatAmount(counts.dialogues, 'dialogue'),
    formatAmount(counts.utterances, 'message'),
    formatAmount(counts.tags, 'tag'),
    formatAmount(counts.edits, 'edit'),
  ].join(', ');
}

/** Says whether damage was found; null if nobody has looked since the project was opened. */
export function damageText(damage: readonly string[] | null): string {
  if (damage === null) return 'No damage when the project was opened';
  return damage.length === 0 ? 'No damage found' : `Damaged: ${damage.join('; ')}`;
}

export function backupsText({ backups: { on, count, bytes, newest } }: ProjectHealth): string {
  const made = on ? 'Made after edits' : 'Off';
  if (count === 0 || newest === null) return `${made}. None yet.`;
  return `${made}. ${formatAmount(count, 'backup')}, ${formatBytes(bytes)}, the newest from ${formatTime(newest)}.`;
}

export function jobsText({ jobs }: ProjectHealth): string {
  const states = Object.entries(jobs).filter(([, count]) => count > 0);
  return states.length === 0
    ? 'No open or failed jobs'
    : states.map((entry) => entry.toReversed().join(' ')).join(', ');
}

/** Returns the text for a report of a fault. It holds no texts, names, paths or keys. */
export function diagnosisText({ versions, browser, project, health, damage, log }: Diagnosis): string {
  const lines = [`${versionsText(versions)} · ${versions.shell}`, browser];
  if (project && health) {
    lines.push(
      `Project: ${formatBytes(health.bytes)}, ${contentText(project)}`,
      ...(project.readOnly ? ['It can only be read.'] : []),
      ...(project.inPlace ? [] : ['Its file was moved, deleted or replaced.']),
      `Integrity: ${damageText(damage)}`,
      `Backups: ${backupsText(health)}`,
      `Jobs: ${jobsText(health)}`,
    );
  } else lines.push('No project is open.');
  return [...lines, 'Log:', ...log, ''].join('\n');
}
