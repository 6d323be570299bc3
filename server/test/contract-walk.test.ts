import { randomUUID } from 'node:crypto';
import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Access } from '#contract/access.ts';
import { contract } from '#contract/index.ts';
import { reportUrgentSigns, saveMedicalHistory } from '#server/domains/care/index.ts';
import { someHistory } from './a-case.ts';
import type { Answer, Browser } from './browser.ts';
import { everybody } from './everybody.ts';
import { type CallerName, Callers, refusedWith, type Row, type Subjects } from './expected/callers.ts';
import { expectedAnswers } from './expected-answers.ts';
import { aWorld, type World } from './world.ts';

/** Every procedure as `domain.name`, with its path and its access rule. */
const procedures = Object.entries(contract).flatMap(([domain, group]) =>
  Object.entries(group)
    .filter((entry): entry is [string, AnyContractProcedure] => isContractProcedure(entry[1]))
    .map(([name, procedure]) => {
      const { route, meta } = procedure['~orpc'];
      return { name: `${domain}.${name}`, path: route.path ?? '', access: (meta as { access: Access }).access };
    }),
);

test('trust 18: the table of expected responses lists exactly the procedures of the contract', () => {
  expect(Object.keys(expectedAnswers).sort()).toEqual(procedures.map(({ name }) => name).sort());
});

/**
 * Text that occurs only in what the patient wrote. A response that contains this text reveals something about the
 * patient.
 */
const WORDS = 'since the hydrangeas flowered';

async function tell(world: World, patientId: string): Promise<void> {
  await saveMedicalHistory(world, patientId, someHistory({ allergies: { answer: 'yes', details: WORDS } }));
  await reportUrgentSigns(world, patientId, { signs: ['vision'], note: WORDS, idempotency_key: randomUUID() });
}

describe('every procedure gives every caller the expected response', () => {
  let world: World;
  let browsers: Record<CallerName, Browser>;
  let subjects: Subjects;
  /** Names of the procedures that are only for the doctor in charge but wrongly admitted a colleague. */
  const overreached: string[] = [];
  /** Procedures that have shown staff something about a patient. */
  const shown = new Set<string>();

  beforeAll(async () => {
    world = await aWorld();
    ({ browsers, subjects } = await everybody(world));
    await tell(world, subjects.ids.patient);
    return () => world[Symbol.asyncDispose]();
  });

  test.each(procedures)('trust 18: $name', async ({ name, path, access }) => {
    const row = expectedAnswers[name];
    if (!row) throw new Error(`${name} has no row in server/test/expected`);
    const answered: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const caller of Callers) {
      const before = await looks(world, caller);
      const answer = await knock(browsers[caller], path, row, subjects);
      answered[caller] = answer.status;
      expected[caller] = refusedWith(access, caller) ?? row.expected?.[caller] ?? 200;
      if (!isStaff(caller) || sentBack.has(name) || !showsPatient(answer.text)) continue;
      shown.add(name);
      expect(await looks(world, caller), `${caller} saw a patient, and no record says so`).toBeGreaterThan(before);
    }
    expect(answered).toEqual(expected);
    if (access === 'doctorInCharge' && (answered.colleague ?? 0) < 400) overreached.push(name);
  });

  test('trust 28: every procedure for the doctor in charge refuses a colleague without access to the case', () => {
    expect(overreached).toEqual([]);
  });

  test('trust 28: a procedure for signed-in people answers a visitor 401 without a field name, whatever is sent', async () => {
    const refusal = { defined: true, code: 'UNAUTHENTICATED', status: 401, message: 'UNAUTHENTICATED' };
    const closed = procedures.filter(({ access }) => access !== 'visitor');
    expect(closed.length).toBeGreaterThan(200);
    for (const { name, path } of closed)
      for (const body of ['{}', '{"a":', '[]']) {
        const { status, json } = await browsers.visitor.postRaw(path, body, 'application/json');
        expect([name, status, json]).toEqual([name, 401, refusal]);
      }
  });

  test('trust 28: an unknown caller is refused when a form has only begun to arrive', async () => {
    for (const { name, path } of procedures.filter(({ access }) => access !== 'visitor'))
      expect([name, (await browsers.visitor.beginForm(path)).status]).toEqual([name, 401]);
  });

  test('trust 7: these procedures showed staff something about the patient, and each view was recorded', () => {
    expect([...shown].sort()).toEqual([
      'care.getCaseBackground',
      'care.listUrgentReports',
      'care.recordExpectationTalk',
      'caseFlow.exportCase',
      'caseFlow.requestPhotos',
      'caseFlow.takeOverCase',
      'caseFlow.withdrawPhotoRequest',
      'clinicalPhotos.chooseClinicalSet',
      'clinicalPhotos.getClinicalSet',
      'simulation.getStudioCase',
      'simulation.takeCase',
    ]);
  });

  test('trust 16: procedures only for administrators refuse an administrator without a second factor', async () => {
    const browser = world.browserOf(await world.admin({ secondFactor: false }));
    const rooms = procedures.filter(({ access }) => access === 'admin');
    expect(rooms.length).toBeGreaterThan(40);
    const open: string[] = [];
    for (const { name, path } of rooms) {
      const row = expectedAnswers[name];
      const answer = row && (await knock(browser, path, row, subjects));
      if (answer?.status !== 403) open.push(name);
    }
    expect(open).toEqual([]);
  });

  const isStaff = (caller: CallerName) => ['practitioner', 'colleague', 'admin'].includes(caller);
  const looks = async (of: World, caller: CallerName): Promise<number> => {
    if (!isStaff(caller)) return 0;
    const { rows } = await of.database.owner.query('select count(*)::int as count from audit_log where actor_id = $1', [
      subjects.ids[caller as keyof Subjects['ids']],
    ]);
    return rows[0].count;
  };
});

/** Procedures whose response contains the image that the caller has just sent. */
const sentBack = new Set(['account.uploadMyAvatar', 'simulation.uploadRendering']);

/** Returns whether a response contains a photo of the patient, or text that the patient wrote. */
const showsPatient = (text: string): boolean => text.includes('/photos/') || text.includes(WORDS);

const knock = (browser: Browser, path: string, row: Row, subjects: Subjects): Promise<Answer> =>
  row.form ? browser.postForm(path, row.form(subjects)) : browser.post(path, row.input?.(subjects) ?? {});
