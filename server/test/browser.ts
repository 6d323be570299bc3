import { assertNamed } from './cookies.ts';

/** Any JSON value. Responses have many shapes, and tests read single properties of them. */
type Json = ReturnType<typeof JSON.parse>;

/** The part of a response that tests read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}

type Send = (path: string, init: RequestInit) => Promise<Response>;

/** A browser that stores cookies and sends Origin, but follows no redirects. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #origin: string;
  readonly #send: Send;
  readonly #address: string;

  constructor(origin: string, send: Send, address = '203.0.113.7') {
    this.#origin = origin;
    this.#send = send;
    this.#address = address;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#ask(path, { headers });
  }

  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  /** Sends a raw body of any type. */
  postRaw(path: string, body: string, type: string): Promise<Answer> {
    return this.#ask(path, { method: 'POST', body, headers: type ? { 'content-type': type } : {} });
  }

  /** Sends the first part of a form and then nothing more. */
  beginForm(path: string): Promise<Answer> {
    const begun = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
    const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(begun)) });
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    return this.#ask(path, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  }

  postForm(path: string, form: FormData): Promise<Answer> {
    return this.#ask(path, { method: 'POST', body: form });
  }

  /** Returns the headers that this browser sends to a procedure. */
  get headers(): Headers {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Headers(cookie ? { cookie } : {});
  }

  async #ask(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (!headers.has('origin')) headers.set('origin', this.#origin);
    headers.set('x-forwarded-for', this.#address);
    const cookie = this.headers.get('cookie');
    if (cookie) headers.set('cookie', cookie);
    const response = await this.#send(pathOf(path, this.#origin), { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    const isOver = attributes.some((attribute) => /^max-age=0$/i.test(attribute));
    if (isOver) this.cookies.delete(name);
    else {
      assertNamed(name);
      this.cookies.set(name, pair.slice(at + 1));
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Removes the origin of a link in an email, because the test service has another address. */
function pathOf(address: string, origin: string): string {
  const { pathname, search } = new URL(address, origin);
  return pathname + search;
}
