import { DialogramError } from '#shared/contract/errors.ts';
import { type ProviderAddress, readBaseUrl } from '../../providers/model/base-url.ts';

interface EndpointAddress extends Pick<ProviderAddress, 'origin' | 'reach' | 'warning'> {
  /** Scheme, host, port and path. */
  readonly address: string;
}

/**
 * Reads the address of an endpoint by the rules for models' servers: https, or http on this machine and on networks of
 * one's own; no credentials, no query.
 * @throws DialogramError INVALID, its place `address`
 */
export function readEndpointAddress(text: string): EndpointAddress {
  try {
    const { origin, reach, warning } = readBaseUrl(text, 'openai');
    const typed = text.trim();
    const { pathname } = new URL(
      /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `${origin.split(':')[0]}://${typed}`,
    );
    return { address: `${origin}${pathname}`, origin, reach, warning };
  } catch (error) {
    if (!(error instanceof DialogramError)) throw error;
    const nextStep = error.message.includes('"?"')
      ? 'Cut it off there; what varies is an argument.'
      : (error.detail.nextStep?.replace(/http:\/\/localhost:\d+\/v1/, 'https://example.com/search') ?? null);
    throw new DialogramError('INVALID', error.message, { ...error.detail, place: 'address', nextStep });
  }
}
