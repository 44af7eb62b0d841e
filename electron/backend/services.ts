/** Creates something once per owner (an open project or the app) on first use. @see createServices */
export interface Service<Owner, Made> {
  of(owner: Owner): Made;
  drop(owner: Owner): Promise<void>;
}

/** @param close releases what is not freed with the memory, such as a worker */
export function defineService<Owner extends object, Made>(
  create: (owner: Owner) => Made,
  close?: (made: Made) => void | Promise<void>,
): Service<Owner, Made> {
  const known = new WeakMap<Owner, { readonly made: Made }>();
  return {
    of(owner) {
      const before = known.get(owner);
      if (before) return before.made;
      const made = create(owner);
      known.set(owner, { made });
      return made;
    },
    async drop(owner) {
      const before = known.get(owner);
      known.delete(owner);
      if (before) await close?.(before.made);
    },
  };
}

export function createServices<Owner>() {
  const used = new Set<Service<Owner, unknown>>();
  return {
    of<Made>(service: Service<Owner, Made>, owner: Owner): Made {
      used.add(service);
      return service.of(owner);
    },
    async drop(owner: Owner): Promise<void> {
      const dropped = [...used];
      used.clear();
      await Promise.all(dropped.map((service) => service.drop(owner)));
    },
  };
}
