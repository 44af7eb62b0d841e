import { z } from 'zod';
import { endpointDraftSchema, folderDraftSchema } from '#shared/contract/modules.ts';
import { providerConsentSchema } from '#shared/contract/providers.ts';
import { type SettingsFile, settingsFile } from '../../machine/settings.ts';
import { readEndpointAddress } from './endpoint-address.ts';

const id = z.string().min(1).max(100);

/** A module as stored on this machine, outside any project. Its key is stored elsewhere. */
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

/** The modules in a settings folder; invalid ones are ignored. */
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
