import * as z from 'zod';
import { RegisterError } from './register-error.ts';

const PATIENCE_MS = 10_000;
const LARGEST_BYTES = 512 * 1024;

const Coding = z.object({ system: z.string().optional(), code: z.string().optional() });
const Practitioner = z.object({
  resourceType: z.literal('Practitioner'),
  id: z.string().optional(),
  active: z.boolean().optional(),
  identifier: z.array(z.object({ system: z.string().optional(), value: z.string().optional() })).default([]),
  name: z
    .array(
      z.object({ family: z.string().optional(), given: z.array(z.string()).default([]), text: z.string().optional() }),
    )
    .default([]),
  qualification: z.array(z.object({ code: z.object({ coding: z.array(Coding).default([]) }) })).default([]),
});
export type Practitioner = z.infer<typeof Practitioner>;

interface Identifier {
  readonly system: string;
  readonly value: string;
}

const Bundle = z.object({
  resourceType: z.literal('Bundle'),
  entry: z.array(z.object({ resource: z.looseObject({ resourceType: z.string() }) })).default([]),
});

/**
 * Returns all practitioners with the given identifier from a FHIR R4 server.
 * It calls `GET <url>/Practitioner?identifier=<system>|<value>`.
 *
 * @throws RegisterError
 */
export async function findPractitioners(
  url: string,
  headers: Readonly<Record<string, string>>,
  wanted: Identifier,
): Promise<Practitioner[]> {
  const address = `${url}/Practitioner?${new URLSearchParams({ identifier: `${wanted.system}|${wanted.value}` })}`;
  const found = Bundle.safeParse(await getJson(address, headers));
  if (!found.success) throw new RegisterError('its answer is no bundle');
  const people = found.data.entry.filter(({ resource }) => resource.resourceType === 'Practitioner');
  return people
    .map(({ resource }) => {
      const person = Practitioner.safeParse(resource);
      if (!person.success) throw new RegisterError('its answer is no practitioner');
      return person.data;
    })
    .filter(({ identifier }) =>
      identifier.some(({ system, value }) => system === wanted.system && value === wanted.value),
    );
}

async function getJson(address: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  try {
    const answer = await fetch(address, {
      headers: { accept: 'application/fhir+json', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!answer.ok) throw new RegisterError(`it answers ${answer.status}`);
    const text = await answer.text();
    if (text.length > LARGEST_BYTES) throw new RegisterError('its answer is too long');
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof RegisterError) throw error;
    if (error instanceof SyntaxError) throw new RegisterError('its answer is no JSON');
    const { cause, message } = error as Error & { cause?: Error };
    throw new RegisterError(`it does not answer (${cause?.message ?? message})`);
  }
}
