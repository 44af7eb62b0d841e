import { z } from 'zod';
import { apiKeySchema, dialogueIdSchema, method, roleSchema } from './base.ts';

const providerKindSchema = z.enum(['openai', 'azure']);

const modelPriceSchema = z.object({
  inputUsd: z.number().min(0).max(100_000),
  outputUsd: z.number().min(0).max(100_000),
});

const modelNameSchema = z.string().trim().min(1).max(200);

export const providerDraftSchema = z.object({
  name: z.string().trim().min(1, 'A provider needs a name.').max(80),
  kind: providerKindSchema,
  /** As typed, without a slash at its end. */
  baseUrl: z.string().trim().min(1, 'A provider needs an address.').max(500),
  /** Azure only: "2024-10-21". */
  apiVersion: z.string().trim().min(1).max(40).nullable(),
  chatModel: modelNameSchema.nullable(),
  embeddingModel: modelNameSchema.nullable(),
  prices: z.record(modelNameSchema, modelPriceSchema),
  /** True if the server accepts files of requests and answers them within a day, for less. */
  takesBatches: z.boolean(),
  /** Requests at once; if null or absent, the server is asked for the number. More requests wait in line. */
  requestsAtOnce: z.int().min(1).max(64).nullish(),
  /** Replace personal data before sending. Can be off only if nothing leaves the machine. */
  maskPersonalData: z.boolean(),
});
export type ProviderDraft = z.infer<typeof providerDraftSchema>;

export const providerConsentSchema = z.object({
  /** "https://api.openai.com" */
  origin: z.string(),
  at: z.string(),
});

const providerSchema = providerDraftSchema.extend({
  id: z.string(),
  hosts: z.array(z.string()),
  /** This machine, a private network, or anywhere. */
  reach: z.enum(['loopback', 'private', 'public']),
  warning: z.string().nullable(),
  consent: providerConsentSchema.nullable(),
  /** True if there is a key. The key itself never leaves the backend. */
  hasKey: z.boolean(),
});
export type Provider = z.infer<typeof providerSchema>;

const providerPresetSchema = z.object({
  id: z.string(),
  title: z.string(),
  draft: providerDraftSchema,
  /** One sentence on where to find the required values. */
  hint: z.string(),
});
export type ProviderPreset = z.infer<typeof providerPresetSchema>;

const checkSchema = z.object({
  works: z.boolean(),
  fault: z.string().nullable(),
});

const providerTestSchema = z.object({
  model: z.string(),
  /** Latency of the plain request in ms; null if it failed. */
  latencyMs: z.number().nullable(),
  chat: checkSchema,
  /** Tells whether the answer follows a JSON schema, and how: enforced by the server, or only requested in words. */
  structured: checkSchema.extend({ by: z.enum(['server', 'words']).nullable() }),
  streaming: checkSchema,
});
export type ProviderTest = z.infer<typeof providerTestSchema>;

/** A stretch of personal data in a text, in UTF-16 units. */
const maskedSpanSchema = z.object({
  start: z.int().min(0),
  end: z.int().min(0),
  kind: z.enum(['email', 'phone', 'card', 'iban', 'number', 'url', 'ip', 'password', 'handle', 'name']),
  placeholder: z.string(),
});

const maskPreviewSchema = z.object({
  /** Null if the project has no dialogues. */
  dialogue: z.object({ id: dialogueIdSchema, externalId: z.string(), source: z.string() }).nullable(),
  utterances: z.array(
    z.object({
      role: roleSchema,
      before: z.string(),
      after: z.string(),
      spans: z.array(maskedSpanSchema),
    }),
  ),
});
export type MaskPreview = z.infer<typeof maskPreviewSchema>;

const byId = z.object({ id: z.string().min(1) });

export const providersContract = {
  list: method.output(
    z.object({
      providers: z.array(providerSchema),
      /** `device`: kept encrypted by the operating system; `session`: in memory until the app ends. */
      keysKeptFor: z.enum(['device', 'session']),
    }),
  ),
  presets: method.output(z.array(providerPresetSchema)),
  save: method
    .input(z.object({ id: z.string().min(1).nullable(), draft: providerDraftSchema }))
    .output(providerSchema),
  remove: method.input(byId).output(z.object({ removed: z.boolean() })),
  setKey: method.input(byId.extend({ key: apiKeySchema })).output(providerSchema),
  removeKey: method.input(byId).output(providerSchema),
  /** Agrees to send to this host. INVALID if the provider has another host now. */
  consent: method.input(byId.extend({ host: z.string() })).output(providerSchema),
  withdraw: method.input(byId).output(providerSchema),
  models: method.input(byId).output(z.object({ models: z.array(z.string()) })),
  /** Sends a few made-up words and no dialogue text. */
  test: method.input(byId.extend({ model: modelNameSchema.nullable() })).output(providerTestSchema),
  /** Returns the parts of a dialogue that would be masked; null takes the first dialogue with any. Sends nothing. */
  maskPreview: method
    .input(z.object({ dialogue: dialogueIdSchema.nullable().default(null) }))
    .output(maskPreviewSchema),
};
