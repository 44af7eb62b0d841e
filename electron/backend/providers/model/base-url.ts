import { DialogramError } from '#shared/contract/errors.ts';

/** The place of a host: on this machine, in a private network, or anywhere. */
type Reach = 'loopback' | 'private' | 'public';

export interface ProviderAddress {
  readonly baseUrl: string;
  /** Scheme, host and port. A person's consent covers exactly these. */
  readonly origin: string;
  readonly reach: Reach;
  readonly warning: string | null;
}

/**
 * Parses a typed address. Plain http is only for this machine and, with a warning, private networks. Credentials,
 * queries and fragments are refused. @throws DialogramError INVALID
 */
export function readBaseUrl(text: string, kind: 'openai' | 'azure'): ProviderAddress {
  const url = parsed(text.trim());
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalid(
      text,
      `The address begins with "${url.protocol}".`,
      'Write an address that begins with https:// or http://.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    // The error contains no value, because the value would show the password.
    throw invalid(
      null,
      'The address contains a name or a password.',
      'Remove the name and the password. Enter a key in the key field.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw invalid(
      null,
      'The address contains a "?" or a "#".',
      kind === 'azure'
        ? 'Remove this character and everything after it. Enter the API version in its own field.'
        : 'Remove this character and everything after it.',
    );
  }
  const reach = reachOf(url.hostname);
  if (url.protocol === 'http:' && reach === 'public') {
    throw invalid(
      text,
      `${url.host} is outside your network, and http:// would send transcripts and the key unencrypted.`,
      'Use https://.',
    );
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(chat\/completions|models|embeddings)$/, '');
  // A letter outside ASCII takes up to nine characters.
  if (url.href.length > LONGEST_URL)
    throw invalid(null, `The address is longer than ${LONGEST_URL} characters.`, 'Shorten the address.');
  return {
    baseUrl: `${url.origin}${path === '' ? (kind === 'azure' ? '/openai' : '/v1') : path}`,
    origin: url.origin,
    reach,
    warning:
      url.protocol === 'http:' && reach === 'private'
        ? `Data sent to ${url.host} is not encrypted, so anyone on that network can read it.`
        : null,
  };
}

const LONGEST_URL = 500;

export const reachOfBaseUrl = (baseUrl: string): Reach => reachOf(new URL(baseUrl).hostname);

function parsed(text: string): URL {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  let url: URL;
  try {
    url = new URL(withScheme ? text : `https://${text}`);
  } catch {
    throw invalid(
      text,
      `"${text}" is not an address.`,
      'Write an address such as http://localhost:11434/v1.',
    );
  }
  // People paste addresses such as "localhost:11434/v1".
  if (!withScheme && reachOf(url.hostname) !== 'public') url = new URL(`http://${text}`);
  return url;
}

function invalid(value: string | null, message: string, nextStep: string): DialogramError {
  return new DialogramError('INVALID', message, { place: 'baseUrl', value, nextStep });
}

/** @param hostname as URL returns it: lower case, IPv4 as four decimal parts, IPv6 in brackets */
function reachOf(hostname: string): Reach {
  const host = hostname.replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost') || host === '[::1]') return 'loopback';
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return reachOfIpv4(host.split('.').map(Number));
  if (host.startsWith('[')) return /^\[(f[cd]|fe[89ab])/.test(host) ? 'private' : 'public';
  // A name without a dot is looked up only in the local network.
  return !host.includes('.') || /\.(local|lan|internal|intranet|home\.arpa)$/.test(host)
    ? 'private'
    : 'public';
}

function reachOfIpv4(parts: readonly number[]): Reach {
  const [first, second] = parts as [number, number];
  // Servers listen on 0.0.0.0. As a target, it means this machine.
  if (first === 127 || parts.every((part) => part === 0)) return 'loopback';
  const own =
    first === 10 ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168) ||
    (first === 169 && second === 254) ||
    // The shared address space, which private overlay networks use.
    (first === 100 && second >= 64 && second < 128);
  return own ? 'private' : 'public';
}
