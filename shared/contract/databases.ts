import { z } from 'zod';
import { method } from './base.ts';
import { providerConsentSchema } from './providers.ts';

/** `verify`: encrypted, certificate verified. `encrypt`: encrypted, certificate not verified. `off`: not encrypted. */
const tlsSchema = z.enum(['verify', 'encrypt', 'off']);
export type DatabaseTls = z.infer<typeof tlsSchema>;

/** "postgres://user@host:5432/name". A password must not be in it. */
const addressSchema = z.string().trim().min(1, 'A database needs an address.').max(500);

const databaseSchema = z.object({
  /** The address to import from, in place of a file path. */
  address: z.string(),
  tls: tlsSchema,
  /** The address that a person consents to: "postgres://host:5432". */
  origin: z.string(),
  reach: z.enum(['loopback', 'private', 'public']),
  warning: z.string().nullable(),
  consent: providerConsentSchema.nullable(),
  /** True if a password is stored. The password itself never leaves the backend. */
  hasPassword: z.boolean(),
});
export type Database = z.infer<typeof databaseSchema>;

const byAddress = z.object({ address: addressSchema });

export const databasesContract = {
  list: method.output(
    z.object({ databases: z.array(databaseSchema), passwordsKeptFor: z.enum(['device', 'session']) }),
  ),
  save: method.input(byAddress.extend({ tls: tlsSchema.nullable().default(null) })).output(databaseSchema),
  remove: method.input(byAddress).output(z.object({ removed: z.boolean() })),
  setPassword: method
    .input(
      byAddress.extend({
        password: z.string().min(1, 'The password is empty.').max(4000, 'The password is too long.'),
      }),
    )
    .output(databaseSchema),
  /** Agrees to contact this host. INVALID if the database has a different host now. */
  consent: method.input(byAddress.extend({ host: z.string() })).output(databaseSchema),
  tables: method.input(byAddress).output(
    z.object({
      tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
      more: z.boolean(),
    }),
  ),
};
