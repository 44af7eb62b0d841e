import type { DialogramClient } from '#shared/contract/contract.ts';
import { contract } from '#shared/contract/contract.ts';

export const METHODS: readonly string[] = Object.entries(contract).flatMap(([feature, methods]) =>
  Object.keys(methods).map((method) => `${feature}.${method}`),
);

export function noting(client: DialogramClient, called: Set<string>): DialogramClient {
  const features = Object.entries(contract).map(([feature, methods]) => [
    feature,
    Object.fromEntries(
      Object.keys(methods).map((name) => [
        name,
        (...args: readonly unknown[]) => {
          called.add(`${feature}.${name}`);
          const methodOf = client as unknown as Record<
            string,
            Record<string, (...args: unknown[]) => unknown>
          >;
          return methodOf[feature][name](...args);
        },
      ]),
    ),
  ]);
  return Object.fromEntries(features) as DialogramClient;
}
