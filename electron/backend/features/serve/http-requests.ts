import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from './api-error.ts';

const MOST_BYTES = 4 * 2 ** 20;

/**
 * The JSON of a request.
 * @throws ApiError if it is too large or not JSON
 */
export async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MOST_BYTES)
      throw new ApiError(413, 'too_large', `A request has at most ${MOST_BYTES / 2 ** 20} MB.`);
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch (error) {
    throw new ApiError(400, 'invalid_json', 'The body is not JSON.', { cause: error });
  }
}

/** Returns the client's key: a bearer token, or the header that Azure's clients use. */
export function tokenOf({ headers }: IncomingMessage): string | null {
  const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  const key = headers['api-key'];
  return bearer?.trim() ?? (typeof key === 'string' ? key : null);
}

export function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(value));
}

/** Sends an error, in the stream if one has begun; nothing if the client is gone. */
export function sendError(response: ServerResponse, error: ApiError): void {
  if (response.destroyed || response.writableEnded) return;
  if (response.headersSent) {
    response.end(`data: ${JSON.stringify(error.body())}\n\n`);
    return;
  }
  // A body that is too large is not read completely, so the connection cannot be reused.
  if (error.status === 413) response.setHeader('connection', 'close');
  if (error.retryAfterS !== null) response.setHeader('retry-after', String(error.retryAfterS));
  // Clients of this API retry most errors; server errors were already retried here.
  response.setHeader('x-should-retry', String(error.retryAfterS !== null));
  if (error.status === 401) response.setHeader('www-authenticate', 'Bearer');
  sendJson(response, error.status, error.body());
}
