import { z } from 'zod';
import { providerConsentSchema, providerDraftSchema } from '#shared/contract/providers.ts';
import { type SettingsFile, settingsFile } from '../../machine/settings.ts';
import { readBaseUrl } from './base-url.ts';

const keptProviderSchema = providerDraftSchema.extend({
  id: z.string().min(1),
  consent: providerConsentSchema.nullable(),
});
export type KeptProvider = z.infer<typeof keptProviderSchema>;

const FILE = 'providers.json';

/** Leaves out invalid providers, and turns masking on where it is required. */
export const providersFile = (folder: string | null): SettingsFile<readonly KeptProvider[]> =>
  settingsFile<readonly KeptProvider[]>(folder, FILE, fileSchema, []);

const fileSchema: z.ZodType<readonly KeptProvider[]> = z
  .array(z.unknown())
  .transform((entries) => entries.flatMap(usable));

function usable(entry: unknown): KeptProvider[] {
  const kept = keptProviderSchema.safeParse(entry).data;
  if (!kept) return [];
  try {
    const { baseUrl, reach } = readBaseUrl(kept.baseUrl, kept.kind);
    return [{ ...kept, baseUrl, maskPersonalData: kept.maskPersonalData || reach !== 'loopback' }];
  } catch {
    return [];
  }
}
