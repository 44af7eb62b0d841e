import { modulesContract } from '#shared/contract/modules.ts';
import { defineFeature } from '../../feature.ts';
import type { Session } from '../../project.ts';
import { consentTo } from '../../providers/consent.ts';
import { consult } from './call-action.ts';
import { type ModuleRegistry, moduleRegistry, readModuleUse, writeModuleUse } from './module-registry.ts';

const registryOf = (session: Session): ModuleRegistry => session.app.use(moduleRegistry);

export const feature = defineFeature({
  contract: modulesContract,
  methods: {
    list: async ({ session }) => {
      const registry = registryOf(session);
      const project = session.currentProject();
      return {
        modules: await Promise.all(registry.list().map((kept) => registry.describe(kept))),
        keysKeptFor: await registry.keys.keptFor(),
        use: project && readModuleUse(project.database),
      };
    },
    save: async ({ input, session }) => {
      const registry = registryOf(session);
      return registry.describe(await registry.save(input.id, input.draft));
    },
    remove: async ({ input, session }) => ({
      removed: await registryOf(session).remove(input.id),
    }),
    setKey: async ({ input, session }) => {
      const registry = registryOf(session);
      const kept = registry.endpoint(input.id);
      await registry.keys.set(registry.keyOf(kept.id), input.key);
      return registry.describe(kept);
    },
    removeKey: async ({ input, session }) => {
      const registry = registryOf(session);
      const kept = registry.endpoint(input.id);
      await registry.keys.remove(registry.keyOf(kept.id));
      return registry.describe(kept);
    },
    consent: async ({ input, session }) => {
      const registry = registryOf(session);
      const kept = registry.endpoint(input.id);
      const consented = {
        ...kept,
        consent: consentTo(input.host, { name: kept.name, origin: new URL(kept.address).origin }),
      };
      registry.put(consented);
      return registry.describe(consented);
    },
    withdraw: async ({ input, session }) => {
      const registry = registryOf(session);
      const withdrawn = { ...registry.endpoint(input.id), consent: null };
      registry.put(withdrawn);
      return registry.describe(withdrawn);
    },
    use: ({ input, project: { database } }) => {
      const use = { ...input, modules: [...new Set(input.modules)] };
      writeModuleUse(database, use);
      return use;
    },
    test: ({ input, session, signal }) =>
      registryOf(session).ask(input.id, { text: input.query, tags: input.tags, state: 'the start' }, signal),
    consult: async ({ input, project, signal }) => {
      const { why, results, unsent } = await consult(project, input.send, signal);
      return { why, results: [...results], unsent: [...unsent] };
    },
  },
});
