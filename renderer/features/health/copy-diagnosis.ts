import type { useApi } from '../../client/api.tsx';
import { tell, tellError } from '../../ui/overlays/toasts.tsx';
import { diagnosisText } from './diagnosis.ts';

/** Copies the text for a report of a fault. @param damage the damage found; null if it was not looked for */
export async function copyDiagnosis(
  { client }: Pick<ReturnType<typeof useApi>, 'client'>,
  damage: readonly string[] | null = null,
): Promise<void> {
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
