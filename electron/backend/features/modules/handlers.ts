import type { modulesContract } from '#shared/contract/modules.ts';
import type { Methods } from '../../feature.ts';
import type { Session } from '../../project.ts';
import { consentTo } from '../../providers/consent.ts';
import { consult } from './consult.ts';
import { type ModuleRegistry, moduleRegistry } from './module-registry.ts';
import { readModuleUse, writeModuleUse } from './module-use.ts';

const registryOf = ({ session }: { readonly session: Session }): ModuleRegistry =>
  session.app.use(moduleRegistry);

export function modulesHandlers(modules: Methods<typeof modulesContract>) {
  return {
    list: modules.list.handler(async ({ context }) => {
      const registry = registryOf(context);
      const project = context.session.currentProject();
      return {
        modules: await Promise.all(registry.list().map((kept) => registry.describe(kept))),
        keysKeptFor: await registry.keys.keptFor(),
        use: project && readModuleUse(project.database),
      };
    }),
    save: modules.save.handler(async ({ input, context }) => {
      const registry = registryOf(context);
      return registry.describe(await registry.save(input.id, input.draft));
    }),
    remove: modules.remove.handler(async ({ input, context }) => ({
      removed: await registryOf(context).remove(input.id),
    })),
    setKey: modules.setKey.handler(async ({ input, context }) => {
      const registry = registryOf(context);
      const kept = registry.endpoint(input.id);
      await registry.keys.set(registry.keyOf(kept.id), input.key);
      return registry.describe(kept);
    }),
    removeKey: modules.removeKey.handler(async ({ input, context }) => {
      const registry = registryOf(context);
      const kept = registry.endpoint(input.id);
      await registry.keys.remove(registry.keyOf(kept.id));
      return registry.describe(kept);
    }),
    consent: modules.consent.handler(async ({ input, context }) => {
      const registry = registryOf(context);
      const kept = registry.endpoint(input.id);
      const consented = { ...kept, consent: consentTo(input.host, kept) };
      registry.put(consented);
      return registry.describe(consented);
    }),
    withdraw: modules.withdraw.handler(async ({ input, context }) => {
      const registry = registryOf(context);
      const withdrawn = { ...registry.endpoint(input.id), consent: null };
      registry.put(withdrawn);
      return registry.describe(withdrawn);
    }),
    use: modules.use.handler(({ input, context }) => {
      const { database } = context.session.project();
      const use = { ...input, modules: [...new Set(input.modules)] };
      writeModuleUse(database, use);
      return use;
    }),
    test: modules.test.handler(({ input, context, signal }) =>
      registryOf(context).ask(input.id, { text: input.query, tags: input.tags, state: 'the start' }, signal),
    ),
    consult: modules.consult.handler(async ({ input, context, signal }) => {
      const { why, results, unsent } = await consult(context.session.project(), input.send, signal);
      return { why, results: [...results], unsent: [...unsent] };
    }),
  };
}
