import { DialogramError } from '#shared/contract/errors.ts';

interface Consent {
  readonly origin: string;
  readonly at: string;
}

/**
 * The consent applies only to the address that the person has read. @throws INVALID if the address has another host by
 * now
 */
export function consentTo(host: string, { name, origin }: { name: string; origin: string }): Consent {
  if (origin !== host) {
    throw new DialogramError('INVALID', `${name} is now at ${origin}, not at ${host}.`, {
      place: name,
      value: host,
      nextStep: 'Check the new address, then agree to it.',
    });
  }
  return { origin, at: new Date().toISOString() };
}
