import { ModelFault } from './model.ts';

export interface TransportLimits {
  /** Maximum time until the first byte of an answer, in ms. Node itself gives up after 300 s. */
  readonly answerMs: number;
  /** Maximum time between two pieces of an answer, in ms. */
  readonly idleMs: number;
  /** Maximum time of a whole request, in ms; null for servers that may take any time. */
  readonly totalMs: number | null;
}

export const DEFAULT_LIMITS: TransportLimits = { answerMs: 240_000, idleMs: 60_000, totalMs: null };

interface TransportOptions {
  /** The scheme, host and port that the person agreed to. Requests go nowhere else. */
  readonly origin: string;
  readonly limits: TransportLimits;
  /** Maximum number of bytes of an answer, after decompression. */
  readonly maxBytes: number;
  /** Maximum number of bytes of a streamed answer. It is higher, because every word comes with extra data. */
  readonly maxStreamBytes: number;
  readonly keyed: boolean;
  /** Headers with credentials; by default those of models' servers. */
  readonly credentials?: readonly string[];
}

/** The headers that a server needs. What the client says about this machine is not sent. */
const SENT_HEADERS = ['accept', 'content-type'];
const CREDENTIALS = ['authorization', 'api-key'];

/**
 * Returns a `fetch` for one host. It follows no redirects, limits an answer's size, and gives up if the server is
 * silent or slow.
 */
export function guardedFetch(options: TransportOptions): typeof fetch {
  const { limits } = options;
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const { host } = url;
    if (url.origin !== options.origin) {
      throw new ModelFault(
        'bad-request',
        `A request to ${url.origin} was stopped, because you agreed to send data only to ${options.origin}.`,
      );
    }
    const gate = new AbortController();
    const giveUp = (kind: 'timeout' | 'too-large', message: string) =>
      gate.abort(new ModelFault(kind, message));
    const signal = init.signal ? AbortSignal.any([init.signal, gate.signal]) : gate.signal;
    const inSeconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;
    const { totalMs } = limits;
    const total =
      totalMs === null
        ? undefined
        : setTimeout(
            () => giveUp('timeout', `${host} did not finish within ${inSeconds(totalMs)}.`),
            totalMs,
          );
    // Stops the timer if a reader stops early.
    signal.addEventListener('abort', () => clearTimeout(total), { once: true });
    const first = setTimeout(
      () => giveUp('timeout', `${host} did not answer within ${inSeconds(limits.answerMs)}.`),
      limits.answerMs,
    );
    let response: Response;
    try {
      response = await fetch(url, {
        ...init,
        headers: sentHeaders(init.headers, options.keyed ? (options.credentials ?? CREDENTIALS) : []),
        redirect: 'manual',
        signal,
      });
    } catch (error) {
      clearTimeout(total);
      throw gate.signal.aborted ? gate.signal.reason : error;
    } finally {
      clearTimeout(first);
    }
    if (response.status >= 300 && response.status < 400) {
      clearTimeout(total);
      await response.body?.cancel();
      throw new ModelFault(
        'bad-answer',
        `${host} redirects to ${response.headers.get('location') ?? 'another address'}, which Dialogram does not follow.`,
        { status: response.status },
      );
    }
    if (response.body === null) {
      clearTimeout(total);
      return response;
    }
    const streamed = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
    const most = streamed ? options.maxStreamBytes : options.maxBytes;
    const reader = response.body.getReader();
    let bytes = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const idle = setTimeout(
          () => giveUp('timeout', `${host} sent nothing for ${inSeconds(limits.idleMs)}.`),
          limits.idleMs,
        );
        try {
          const { done, value } = await reader.read();
          bytes += value?.byteLength ?? 0;
          if (bytes > most) {
            const fault = new ModelFault(
              'too-large',
              `${host} sent more than ${most < 2 ** 20 ? `${most >> 10} KB` : `${Math.floor(most / 2 ** 20)} MB`}.`,
            );
            gate.abort(fault);
            throw fault;
          }
          if (done) {
            clearTimeout(total);
            controller.close();
          } else controller.enqueue(value);
        } catch (error) {
          clearTimeout(total);
          if (gate.signal.aborted) throw gate.signal.reason;
          if (signal.aborted) throw error;
          throw new ModelFault('connection', `${host} stopped in the middle of its answer.`);
        } finally {
          clearTimeout(idle);
        }
      },
      async cancel(reason) {
        clearTimeout(total);
        await reader.cancel(reason);
      },
    });
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

function sentHeaders(given: RequestInit['headers'], credentials: readonly string[]): Headers {
  const sent = new Headers({ 'user-agent': 'Dialogram' });
  for (const [name, value] of new Headers(given)) {
    if (SENT_HEADERS.includes(name) || credentials.includes(name)) sent.set(name, value);
  }
  return sent;
}
