import { DialogramError } from '#shared/contract/errors.ts';

/** A person's consent to send data to an origin, and when it was given. */
interface Consent {
  readonly origin: string;
  readonly at: string;
}

/**
 * Returns a consent to a host. It applies only to the address that the person has read, not to a later one.
 * @param asked the provider, module or database by name, with its current address
 * @throws DialogramError INVALID if the address has another host by now
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
