import { ORPCError } from '@orpc/client';
import { type AnyPhoto, PhotoLimits } from '#contract/intake.ts';
import { loadRefusalSentences } from '#web/lib/i18n.ts';

/**
 * HTTP statuses after which a retry may succeed. 0 means that the connection was lost. 502, 503 and 504 mean that a
 * gateway could not reach the service, or that the service is overloaded.
 */
const passing = new Set([0, 502, 503, 504]);
const pauses_ms = [400, 1200];
/**
 * A request without any progress for this many milliseconds counts as a lost connection. Browsers themselves wait for
 * many minutes after a phone has changed its network.
 */
export const stall_ms = 90_000;

export interface PhotoUpload {
  /** The path of the remote procedure. */
  path: '/rpc/upload_lead_photo' | '/rpc/upload_user_photo';
  fields: Record<string, string>;
  photo: Blob;
}

/**
 * Sends one photo and reports the progress of the upload, from 0 to 1. This function does not use the usual RPC client,
 * because `fetch` cannot report progress. A refusal causes the same error as a call of the usual client. A lost
 * connection throws a TypeError after two further attempts.
 */
export async function sendPhoto(
  upload: PhotoUpload,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<AnyPhoto> {
  for (let tries = 0; ; tries += 1) {
    const { status, body } = await post(upload, onProgress, signal);
    if (status >= 200 && status < 300) return body as AnyPhoto;
    const pause = pauses_ms[tries];
    if (!passing.has(status) || pause === undefined) {
      if (status >= 400 && status < 500) await loadRefusalSentences();
      throw failureOf(status, body);
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    signal?.throwIfAborted();
  }
}

interface Answer {
  status: number;
  body: unknown;
}

function post(
  { path, fields, photo }: PhotoUpload,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', photo, `${fields.pose ?? 'photo'}.jpg`);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.withCredentials = true;
    request.responseType = 'text';
    let timer: ReturnType<typeof setTimeout>;
    let isStalled = false;
    const moved = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isStalled = true;
        request.abort();
      }, stall_ms);
    };
    request.upload.onprogress = (event) => {
      moved();
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onloadend = () => clearTimeout(timer);
    request.onload = () => resolve({ status: request.status, body: parsed(request.responseText) });
    request.onerror = () => resolve({ status: 0, body: null });
    request.onabort = () =>
      isStalled
        ? resolve({ status: 0, body: null })
        : reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    moved();
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function failureOf(status: number, body: unknown): Error {
  if (status === 0) return new TypeError('connection lost');
  const { code, message, data } = (body ?? {}) as { code?: string; message?: string; data?: unknown };
  // A gateway in front of the service refuses a big body without our code. Another attempt would be refused too.
  if (status === 413 && code === undefined)
    return new ORPCError('PHOTO_TOO_BIG', { status, data: { max_mb: PhotoLimits.max_mb } });
  return new ORPCError(code ?? 'INTERNAL_SERVER_ERROR', { status, message, data });
}
