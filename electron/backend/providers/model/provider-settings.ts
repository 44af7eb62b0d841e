import { z } from 'zod';
import { providerConsentSchema, providerDraftSchema } from '#shared/contract/providers.ts';
import { type SettingsFile, settingsFile } from '../../settings.ts';

/** A provider as it is kept: what the person entered, and what they agreed to. Its key is kept elsewhere. */
export const keptProviderSchema = providerDraftSchema.extend({
  id: z.string().min(1),
  consent: providerConsentSchema.nullable(),
});
export type KeptProvider = z.infer<typeof keptProviderSchema>;

const FILE = 'providers.json';

export const providersFile = (folder: string | null): SettingsFile<readonly KeptProvider[]> =>
  settingsFile<readonly KeptProvider[]>(folder, FILE, z.array(keptProviderSchema), []);
