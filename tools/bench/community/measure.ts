import { Agent, request } from 'node:http';
import type { Page } from './pages.ts';

export interface Target {
  readonly port: number;
  /** Session cookies of readers. */
  readonly cookies: readonly string[];
}

/** Durations in milliseconds, and the number of answers a second. */
export interface Measured {
  readonly p50: number;
  readonly p95: number;
  readonly perSecond: number;
  readonly failures: number;
  /** Number of all answers, including those of the first second, which the other values leave out. */
  readonly answers: number;
}

/**
 * Lets several readers send requests without a pause for a number of seconds. Each reader reads the whole answer before
 * the next request. The first second is not counted.
 */
export async function measure(
  { port, cookies }: Target,
  { path, input }: Page,
  readers: number,
  seconds: number,
): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  const body = JSON.stringify(input);
  const times: number[] = [];
  let failures = 0;
  let answers = 0;
  const begin = performance.now() + Math.min(1, seconds) * 1000;
  const end = begin + seconds * 1000;
  const ask = (cookie: string, address: string): Promise<boolean> =>
    new Promise((resolve) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        cookie,
        origin: `http://localhost:${port}`,
        'x-forwarded-for': address,
      };
      const sent = request({ port, host: '127.0.0.1', method: 'POST', path, agent, headers }, (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode === 200));
      });
      sent.once('error', () => resolve(false));
      sent.end(body);
    });
  await Promise.all(
    Array.from({ length: readers }, async (_, at) => {
      const cookie = cookies[at % cookies.length] ?? '';
      const address = `203.0.113.${at + 1}`;
      while (performance.now() < end) {
        const start = performance.now();
        const isFine = await ask(cookie, address);
        answers++;
        if (start < begin) continue;
        times.push(performance.now() - start);
        if (!isFine) failures++;
      }
    }),
  );
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), perSecond: times.length / seconds, failures, answers };
}
