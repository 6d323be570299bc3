import { type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { CalendarFault } from '#contract/bookings.ts';
import { isPublicAddress, NotPublic, publicLookup } from './public-address.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const PATIENCE_MS = 10_000;
const MOST_REDIRECTS = 3;

export class CalendarUnread extends Error {
  override readonly name = 'CalendarUnread';
  readonly fault: CalendarFault;

  constructor(fault: CalendarFault) {
    super(fault);
    this.fault = fault;
  }
}

export type Fetched = { readonly text: string; readonly etag: string | null } | 'unchanged';

/** Sends one request. Tests replace it to reach their own server. */
export type OpenRequest = (url: URL, options: RequestOptions) => Promise<IncomingMessage>;

/**
 * Fetches the text of a calendar from an address that a person typed. The address, and the target of each redirect,
 * must use https on the standard port and belong to a public machine.
 *
 * @param etag ETag of the text that the caller already has
 * @throws CalendarUnread
 */
export async function fetchCalendar(
  address: string,
  etag: string | null,
  { open = openHttps, patience_ms = PATIENCE_MS }: { open?: OpenRequest; patience_ms?: number } = {},
): Promise<Fetched> {
  const signal = AbortSignal.timeout(patience_ms);
  const headers = {
    Accept: 'text/calendar',
    'Accept-Encoding': 'identity',
    'User-Agent': 'Flaira-Calendars/1',
    ...(etag && { 'If-None-Match': etag }),
  };
  try {
    let url = allowed(address);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const answer = await open(url, { method: 'GET', headers, signal, agent: false });
      const { statusCode: status = 0, headers: said } = answer;
      if (status >= 300 && status < 400 && status !== 304 && said.location) {
        answer.destroy();
        url = allowed(said.location, url);
      } else return await read(answer, status);
    }
  } catch (error) {
    throw error instanceof CalendarUnread ? error : new CalendarUnread(faultOf(error, signal));
  }
  throw new CalendarUnread('too_many_redirects');
}

/** Returns whether requests to an address are allowed. Checks only the text of the address. */
export function isCalendarAddress(address: string): boolean {
  try {
    return allowed(address) !== undefined;
  } catch {
    return false;
  }
}

function allowed(address: string, from?: URL): URL {
  const url = URL.parse(address, from);
  if (!url || url.protocol !== 'https:' || url.port !== '' || url.username || url.password)
    throw new CalendarUnread('not_allowed');
  // The lookup function is not called if the host is an IP address, so such an address is checked here.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isPublicAddress(host)) throw new CalendarUnread('not_allowed');
  return url;
}

async function read(answer: IncomingMessage, status: number): Promise<Fetched> {
  if (status === 304) {
    answer.destroy();
    return 'unchanged';
  }
  if (status !== 200) {
    answer.destroy();
    throw new CalendarUnread(faultOfStatus(status));
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer) {
    length += (chunk as Buffer).length;
    if (length > MAX_BYTES) throw new CalendarUnread('too_large');
    chunks.push(chunk as Buffer);
  }
  if (!answer.complete) throw new CalendarUnread('unavailable');
  return { text: Buffer.concat(chunks).toString('utf8'), etag: answer.headers.etag?.slice(0, 200) ?? null };
}

function faultOfStatus(status: number): CalendarFault {
  if (status === 401 || status === 403) return 'denied';
  return status === 404 || status === 410 ? 'not_found' : 'unavailable';
}

function faultOf(error: unknown, signal: AbortSignal): CalendarFault {
  if (error instanceof NotPublic) return 'not_allowed';
  if (signal.aborted) return 'too_slow';
  return (error as { code?: string }).code === 'ENOTFOUND' ? 'not_found' : 'unavailable';
}

const openHttps: OpenRequest = (url, options) =>
  new Promise((resolve, reject) => {
    httpsRequest(url, { ...options, lookup: publicLookup() }, resolve)
      .on('error', reject)
      .end();
  });
