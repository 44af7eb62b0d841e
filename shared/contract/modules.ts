import { z } from 'zod';
import { apiKeySchema, method, pathSchema, tagNameSchema } from './base.ts';
import { providerConsentSchema } from './providers.ts';

const argumentSourceSchema = z.enum(['turn', 'tags', 'state', 'fixed']);

const moduleArgumentSchema = z.object({
  name: z
    .string()
    .trim()
    .regex(
      /^[A-Za-z0-9_.-]{1,60}$/,
      'The name of an argument can contain letters, digits, "_", "." and "-".',
    ),
  of: argumentSourceSchema,
  text: z.string().max(1000).default(''),
});
export type ModuleArgument = z.infer<typeof moduleArgumentSchema>;

const nameSchema = z.string().trim().min(1, 'A module needs a name.').max(80);

export const folderDraftSchema = z.object({
  kind: z.literal('folder'),
  name: nameSchema,
  path: z.string().trim().min(1, 'Choose a folder.').pipe(pathSchema),
});
export const endpointDraftSchema = z.object({
  kind: z.literal('endpoint'),
  name: nameSchema,
  /** Scheme, host, port and path. All are fixed, so no message can change where a request goes. */
  address: z.string().trim().min(1, 'An endpoint needs an address.').max(500),
  /** `get`: arguments in the query. `post`: arguments as a JSON object. */
  method: z.enum(['get', 'post']),
  arguments: z.array(moduleArgumentSchema).max(20),
  /** The path of the passages in a JSON answer, as in "results.0.text". Empty uses the whole answer. */
  field: z.string().trim().max(200).default(''),
  /** The header that carries the key; null if there is none. */
  keyHeader: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9-]{1,60}$/, 'The name of a header can contain letters, digits and "-".')
    .refine((name) => name === 'authorization' || /key|token|auth|secret/.test(name), {
      message:
        'Put a key in "authorization", or in a header with "key", "token", "auth" or "secret" in its name.',
    })
    .nullable()
    .default(null),
});
const moduleDraftSchema = z.discriminatedUnion('kind', [folderDraftSchema, endpointDraftSchema]);
export type ModuleDraft = z.infer<typeof moduleDraftSchema>;

const endpointSchema = endpointDraftSchema.extend({
  id: z.string(),
  origin: z.string(),
  reach: z.enum(['loopback', 'private', 'public']),
  warning: z.string().nullable(),
  consent: providerConsentSchema.nullable(),
  hasKey: z.boolean(),
});
const externalModuleSchema = z.discriminatedUnion('kind', [
  folderDraftSchema.extend({ id: z.string() }),
  endpointSchema,
]);
export type ExternalModule = z.infer<typeof externalModuleSchema>;
export type EndpointModule = z.infer<typeof endpointSchema>;

/** When a project asks its modules in the simulator. */
export const moduleUseSchema = z.object({
  when: z.enum(['never', 'off-the-map', 'always']),
  modules: z.array(z.string().max(100)).max(20),
  /** Endpoints that flows may call as the external actions of the same name. */
  actions: z.array(z.string().max(100)).max(20).optional(),
});
export type ModuleUse = z.infer<typeof moduleUseSchema>;

const modulePassageSchema = z.object({
  /** Text from outside. It is shown as it is, never as markup. */
  text: z.string(),
  /** The source as shown: a file with a line ("returns.md, from line 12"), or the host of an endpoint. */
  place: z.string(),
});
export type ModulePassage = z.infer<typeof modulePassageSchema>;

const moduleResultSchema = z.object({
  module: z.string(),
  name: z.string(),
  kind: z.enum(['folder', 'endpoint']),
  passages: z.array(modulePassageSchema),
  /** The reason why there are no passages, with the next step, as a sentence. Null if the module answered. */
  fault: z.string().nullable(),
  remark: z.string().nullable(),
  /** The arguments as sent, with personal data masked; null if nothing was sent. */
  sent: z.array(z.object({ name: z.string(), value: z.string() })).nullable(),
  milliseconds: z.number(),
});
export type ModuleResult = z.infer<typeof moduleResultSchema>;

const byId = z.object({ id: z.string().min(1).max(100) });

export const modulesContract = {
  list: method.output(
    z.object({
      modules: z.array(externalModuleSchema),
      keysKeptFor: z.enum(['device', 'session']),
      use: moduleUseSchema.nullable(),
    }),
  ),
  /** Adds or changes a module. A new host removes the consent and the key. */
  save: method
    .input(z.object({ id: z.string().min(1).max(100).nullable(), draft: moduleDraftSchema }))
    .output(externalModuleSchema),
  remove: method.input(byId).output(z.object({ removed: z.boolean() })),
  setKey: method.input(byId.extend({ key: apiKeySchema })).output(externalModuleSchema),
  removeKey: method.input(byId).output(externalModuleSchema),
  /** Agrees to send to this host. INVALID if the module has a different host now. */
  consent: method.input(byId.extend({ host: z.string() })).output(externalModuleSchema),
  withdraw: method.input(byId).output(externalModuleSchema),
  use: method.input(moduleUseSchema).output(moduleUseSchema),
  test: method
    .input(
      byId.extend({
        query: z.string().trim().min(1, 'Write a question.').max(5000),
        tags: z.array(tagNameSchema).max(20).default([]),
      }),
    )
    .output(moduleResultSchema),
  /** Returns what the project's modules answer to the last customer turn, if it is time to ask them. */
  consult: method
    .input(
      z
        .object({
          /** If false, endpoints are not called, and only their earlier answers are shown. */
          send: z.boolean().default(true),
        })
        .prefault({}),
    )
    .output(
      z.object({
        /** The reason why modules were or were not asked, as a sentence. Null if no module is in use. */
        why: z.string().nullable(),
        results: z.array(moduleResultSchema),
        /** Names of the endpoints to which the turn was not sent. */
        unsent: z.array(z.string()),
      }),
    ),
};
