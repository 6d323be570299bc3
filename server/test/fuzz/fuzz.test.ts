import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as z from 'zod';
import { contract } from '#contract/index.ts';
import type { Answer, Browser } from '../browser.ts';
import { everybody } from '../everybody.ts';
import type { CallerName, Subjects } from '../expected/callers.ts';
import { expectedAnswers } from '../expected-answers.ts';
import { aWorld, type World } from '../world.ts';
import { broken, FILE, inputsOf } from './arbitrary-input.ts';

/** FUZZ_SEED repeats the run with the seed that a failure prints. FUZZ_RUNS sets the number of inputs per procedure. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);
const numRuns = Number(process.env.FUZZ_RUNS ?? 2);
const Guests = ['visitor', 'patient', 'practitioner', 'admin'] as const satisfies readonly CallerName[];

/** Procedures of these domains delete accounts, so they run last. */
const destructive = ['usersAdmin', 'privacy'];
const procedures = Object.entries(contract)
  .toSorted(([one], [other]) => destructive.indexOf(one) - destructive.indexOf(other))
  .flatMap(([domain, group]) =>
    Object.entries(group)
      .filter((entry): entry is [string, AnyContractProcedure] => isContractProcedure(entry[1]))
      .map(([name, procedure]) => ({ name: `${domain}.${name}`, procedure })),
  );

describe('for any input, a procedure gives a response of the contract', () => {
  let world: World;
  let browsers: Record<CallerName, Browser>;
  let subjects: Subjects;
  let ids: string[];
  let faults: unknown[];

  beforeAll(async () => {
    world = await aWorld();
    ({ browsers, subjects } = await everybody(world));
    ids = idsIn(subjects);
    faults = [];
    return () => world[Symbol.asyncDispose]();
  });
  beforeEach(() => void vi.spyOn(world.log, 'error').mockImplementation((entry: unknown) => void faults.push(entry)));

  test.each(procedures)('trust 18: $name', async ({ name, procedure }) => {
    const schema = procedure['~orpc'].inputSchema as z.ZodType | undefined;
    const path = procedure['~orpc'].route.path ?? '';
    const known = expectedAnswers[name]?.input?.(subjects);
    const fitting = fc.oneof(
      { weight: 3, arbitrary: inputsOf(schema, ids) },
      { weight: known ? 1 : 0, arbitrary: fc.constant(known) },
    );
    const knock = async (caller: CallerName, input: unknown) => {
      faults.length = 0;
      const answer = await send(browsers[caller], path, input, subjects.picture);
      expect(faultsOf(answer), `${caller} sent this; the log: ${describeAll(faults)}`).toEqual([]);
    };
    // For visitors, inputs with wrong values are enough, because most procedures refuse visitors before they read the
    // input.
    for (const caller of Guests)
      for (const inputs of caller === 'visitor' ? [broken(fitting)] : [fitting, broken(fitting)])
        await fc.assert(
          fc.asyncProperty(inputs, (input) => knock(caller, input)),
          { seed, numRuns, interruptAfterTimeLimit: 15_000 },
        );
  });

  test('a body that is not JSON, a form with arbitrary content, and an empty body cause no fault', async () => {
    const bodies: [string, string][] = [
      ['application/json', '{"a":'],
      ['application/json', '[]'],
      ['application/json', '"word"'],
      ['application/json', '\u0000'],
      ['application/json', `${'['.repeat(5000)}${']'.repeat(5000)}`],
      ['application/x-www-form-urlencoded', 'a[b][c]=1&a[__proto__][d]=2&e[9999999]=3'],
      ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'],
      ['text/plain', 'word'],
      ['', ''],
    ];
    const paths = procedures.map(({ procedure }) => procedure['~orpc'].route.path ?? '');
    const tried = await Promise.all(
      bodies.flatMap(([type, body], i) =>
        paths
          .filter((_, at) => at % bodies.length === i)
          .map(async (path) => {
            const answer = await browsers.patient.postRaw(path, body, type);
            return faultsOf(answer).map((fault) => `${path} ${type} ${body.slice(0, 20)}: ${fault}`);
          }),
      ),
    );
    expect(tried.flat()).toEqual([]);
  });
});

/**
 * Returns signs of a fault in a response: a status of 500 or higher, or internals of our code or database in an error
 * text.
 */
function faultsOf({ status, text }: Answer): string[] {
  const told = /\n\s+at |node_modules|\.ts:\d|node:internal|\bselect\b.+\bfrom\b|violates|pg_|ECONN/.exec(text);
  return [...(status >= 500 ? [`status ${status}`] : []), ...(status >= 400 && told ? [`says ${told[0]}`] : [])];
}

function send(browser: Browser, path: string, input: unknown, picture: Buffer): Promise<Answer> {
  const fields = Object.entries(input ?? {});
  if (!fields.some(([, value]) => value === FILE)) return browser.post(path, input);
  const form = new FormData();
  for (const [name, value] of fields)
    form.set(name, value === FILE ? new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }) : String(value));
  return browser.postForm(path, form);
}

const idsIn = (subjects: Subjects): string[] => [
  ...new Set(JSON.stringify({ ...subjects, picture: '' }).match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g)),
];

const describeAll = (faults: readonly unknown[]): string =>
  faults
    .map((fault) => {
      const { err = fault } = fault as { err?: unknown };
      return err instanceof Error ? `${err.message} ${err.stack?.split('\n').slice(1, 4).join(' ')}` : String(err);
    })
    .join('; ');
