import { z } from 'zod';
import { DialogramError } from '#shared/contract/errors.ts';
import { endpointDraftSchema, folderDraftSchema } from '#shared/contract/modules.ts';
import { providerConsentSchema } from '#shared/contract/providers.ts';
import { type SettingsFile, settingsFile } from '../../machine/settings.ts';
import { type ProviderAddress, readBaseUrl } from '../../providers/model/base-url.ts';

interface EndpointAddress extends Pick<ProviderAddress, 'origin' | 'reach' | 'warning'> {
  readonly address: string;
}

/**
 * Parses an endpoint's address: https, or http on this machine and private networks; no credentials, no query.
 * @throws DialogramError INVALID with the place `address`
 */
export function readEndpointAddress(text: string): EndpointAddress {
  try {
    const { origin, reach, warning } = readBaseUrl(text, 'openai');
    const typed = text.trim();
    const { pathname } = new URL(
      /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `${origin.split(':')[0]}://${typed}`,
    );
    return { address: `${origin}${pathname}`, origin, reach, warning };
  } catch (error) {
    if (!(error instanceof DialogramError)) throw error;
    const nextStep = error.message.includes('"?"')
      ? 'Remove this part and everything after it. Use arguments for values that vary.'
      : (error.detail.nextStep?.replace(/http:\/\/localhost:\d+\/v1/, 'https://example.com/search') ?? null);
    throw new DialogramError('INVALID', error.message, { ...error.detail, place: 'address', nextStep });
  }
}

const id = z.string().min(1).max(100);

const keptModuleSchema = z.discriminatedUnion('kind', [
  folderDraftSchema.extend({ id }),
  endpointDraftSchema.extend({ id, consent: providerConsentSchema.nullable() }),
]);
export type KeptModule = z.infer<typeof keptModuleSchema>;
export type KeptEndpoint = Extract<KeptModule, { kind: 'endpoint' }>;
export type KeptFolder = Extract<KeptModule, { kind: 'folder' }>;

const fileSchema: z.ZodType<readonly KeptModule[]> = z
  .array(z.unknown())
  .transform((entries) => entries.flatMap(usable));

/** The modules in a settings folder, without invalid ones. */
export const modulesFile = (folder: string | null): SettingsFile<readonly KeptModule[]> =>
  settingsFile<readonly KeptModule[]>(folder, 'modules.json', fileSchema, []);

function usable(entry: unknown): KeptModule[] {
  const kept = keptModuleSchema.safeParse(entry).data;
  if (!kept) return [];
  if (kept.kind === 'folder') return [kept];
  try {
    return [{ ...kept, address: readEndpointAddress(kept.address).address }];
  } catch {
    return [];
  }
}
