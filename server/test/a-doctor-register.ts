import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

const RPPS = 'https://rpps.esante.gouv.fr';
const PROFESSIONS = 'https://mos.esante.gouv.fr/NOS/TRE_G15-ProfessionSante/FHIR/TRE-G15-ProfessionSante';

interface Registered {
  readonly family: string;
  readonly given?: string;
  readonly active?: boolean;
  /** Code of the French table TRE-G15. 10 is a doctor. If null, the entry names no profession. */
  readonly profession?: string | null;
  readonly system?: string;
}

export interface DoctorRegister {
  readonly url: string;
  readonly key: string;
  /**
   * The people by registration number. Several resources under one number mean that the person has several professions.
   */
  readonly people: Map<string, Registered[]>;
  /**
   * The behaviour of the register: `works` answers as usual, `away` answers 503, `speechless` answers without JSON, and
   * `faulty` answers an OperationOutcome with status 200.
   */
  mood: 'works' | 'away' | 'speechless' | 'faulty';
  /** Requested addresses, in the order of the requests. */
  readonly asked: string[];
}

/** Starts a FHIR R4 server on its own port that answers like the French register of health professionals. */
export async function aDoctorRegister(): Promise<DoctorRegister> {
  const server = createServer((request, response) => {
    register.asked.push(request.url ?? '');
    const say = (status: number, body: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/fhir+json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    if (request.headers['esante-api-key'] !== register.key) return say(401, {});
    if (register.mood === 'away') return say(503, {});
    if (register.mood === 'speechless') return say(200, '<html>');
    if (register.mood === 'faulty') return say(200, { resourceType: 'OperationOutcome', issue: [] });
    const address = new URL(request.url ?? '/', 'http://register');
    if (address.pathname !== '/fhir/v2/Practitioner') return say(404, {});
    const [system, value = ''] = (address.searchParams.get('identifier') ?? '').split('|');
    const found = (register.people.get(value) ?? []).filter((person) => (person.system ?? RPPS) === system);
    const entry = found.map((person, place) => ({ resource: resourceOf(value, person, place) }));
    return say(200, {
      resourceType: 'Bundle',
      type: 'searchset',
      total: entry.length,
      ...(entry.length > 0 && { entry }),
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  const register: DoctorRegister = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/fhir/v2`,
    key: 'a-key-of-the-register',
    people: new Map(),
    mood: 'works',
    asked: [],
  };
  return register;
}

const resourceOf = (value: string, person: Registered, place: number) => ({
  resourceType: 'Practitioner',
  id: `${value}-${place}`,
  meta: { lastUpdated: '2026-11-19T01:00:00.000+01:00', source: 'https://annuaire.sante.fr' },
  active: person.active ?? true,
  identifier: [
    { use: 'official', system: 'urn:oid:1.2.250.1.71.4.2.1', value: `8${value}` },
    { use: 'official', system: person.system ?? RPPS, value },
  ],
  name: [{ use: 'official', family: person.family, given: [person.given ?? 'Hélène'], prefix: ['MME'] }],
  telecom: [{ system: 'email', value: 'private@example.org' }],
  qualification:
    person.profession === null
      ? []
      : [{ code: { coding: [{ system: PROFESSIONS, code: person.profession ?? '10' }] } }],
});
