import { expect, test, vi } from 'vitest';
import { type Incident, IncidentSteps } from '#contract/incidents.ts';
import { aWorld } from '../../../test/world.ts';
import { listIncidents } from './incidents.queries.ts';

const NOTICED = '2026-05-30T08:00:00.000Z';

async function anIncident() {
  const world = await aWorld({ now: new Date('2026-05-30T10:00:00Z') });
  const me = await world.admin();
  const admin = world.browserOf(me);
  const post = (name: string, input: object = {}) => admin.post(`/rpc/admin_${name}`, input);
  const opened = await post('open_incident', {
    title: 'Lost laptop',
    summary: 'A doctor lost it',
    noticed_at: NOTICED,
  });
  const incident: Incident = opened.json;
  const { id } = incident;
  const now = async () => ((await post('list_incidents')).json as Incident[]).find((one) => one.id === id) ?? incident;
  const settle = async (step: string, state = 'done', note = 'Seen by two people') => {
    const was = (await now()).steps.find((one) => one.step === step);
    return post('settle_incident_step', { id, step, state, note, was });
  };
  const assess = async (risk: string, people: number | null = null) =>
    post('assess_incident', { id, risk, people, was: await now() });
  return { world, me, post, incident, id, settle, assess };
}

const stateOf = ({ json }: { json: Incident }, step: string) => json.steps.find((one) => one.step === step)?.state;

test('the 72 hours of an incident start when a person noticed it, and this time cannot be in the future', async () => {
  const { post, me, incident } = await anIncident();
  expect(incident).toMatchObject({
    noticed_at: NOTICED,
    due_at: '2026-06-02T08:00:00.000Z',
    opened_at: '2026-05-30T10:00:00.000Z',
    opened_by: { id: me.userId },
    risk: 'unknown',
    closed_at: null,
  });
  expect(incident.steps.map(({ step, state }) => [step, state])).toEqual(IncidentSteps.map((step) => [step, 'open']));
  const later = { title: 'Typo', summary: 'In the date', noticed_at: '2027-01-01T00:00:00.000Z' };
  expect((await post('open_incident', later)).json.noticed_at).toBe('2026-05-30T10:00:00.000Z');
  expect((await post('list_incidents')).json).toHaveLength(2);
});

test('the list of incidents has one more than the screen shows, so that the screen can say that there are more', async () => {
  const { world, post } = await anIncident();
  for (const title of ['Second', 'Third']) await post('open_incident', { title, summary: 'Lost', noticed_at: NOTICED });
  expect(await listIncidents(world.db, 1)).toHaveLength(2);
});

test.each([
  { risk: 'unknown', authority: 409, people: 409 },
  { risk: 'none', authority: 200, people: 200 },
  { risk: 'some', authority: 409, people: 200 },
  { risk: 'high', authority: 409, people: 409 },
])(
  'at risk $risk, not informing the authority answers $authority, and not informing the people $people',
  async (row) => {
    const { settle, assess } = await anIncident();
    await assess(row.risk);
    expect((await settle('authority_told', 'not_needed')).status).toBe(row.authority);
    expect((await settle('people_told', 'not_needed')).status).toBe(row.people);
  },
);

test('a higher risk of an incident reopens steps that were marked as unnecessary', async () => {
  const { settle, assess } = await anIncident();
  await assess('none');
  await settle('authority_told', 'not_needed');
  await settle('people_told', 'not_needed');
  const high = await assess('high', 12);
  expect(high.json).toMatchObject({ risk: 'high', people: 12 });
  expect([stateOf(high, 'authority_told'), stateOf(high, 'people_told')]).toEqual(['open', 'open']);
});

test('a step of an incident needs a note, and an incident with all steps settled can be closed for good', async () => {
  const { post, id, settle, assess, me, world } = await anIncident();
  await assess('some', 3);
  expect((await settle('leak_stopped', 'done', '')).status).toBe(400);
  for (const step of IncidentSteps) expect((await settle(step)).status).toBe(200);
  expect(stateOf(await settle('reviewed', 'open', ''), 'reviewed')).toBe('open');
  expect((await post('close_incident', { id })).json.code).toBe('INCIDENT_STEPS_OPEN');
  await settle('reviewed');
  const closed = await post('close_incident', { id });
  expect(closed.json).toMatchObject({ closed_by: { id: me.userId }, closed_at: world.clock.now().toISOString() });
  expect((await settle('reviewed', 'open', '')).json.code).toBe('INCIDENT_CLOSED');
  expect((await assess('high')).json.code).toBe('INCIDENT_CLOSED');
  expect((await post('close_incident', { id })).json.code).toBe('INCIDENT_CLOSED');
});

test('the audit log names who recorded, changed and closed an incident, and no request can delete one', async () => {
  const { world, me, post, id, settle } = await anIncident();
  await settle('leak_stopped');
  const rows = async (action: string) => (await post('list_audit', { action })).json.rows;
  expect(await rows('incident.opened')).toMatchObject([{ actor_id: me.userId, subject_id: id }]);
  expect(await rows('incident.changed')).toMatchObject([{ actor_id: me.userId, subject_id: id }]);
  const removed = world.db.deleteFrom('incidents').where('id', '=', id).execute();
  await expect(removed).rejects.toMatchObject({ code: '42501' });
});

test('a step that a colleague has settled since is not overwritten, and a repeated save is no conflict', async () => {
  const { world, post, id, incident } = await anIncident();
  const step = 'traces_secured';
  const open = { state: 'open', note: '' };
  const save = (state: string, note: string, was: object = open) =>
    post('settle_incident_step', { id, step, state, note, was });
  // The test holds the incident until both saves wait for it, so that they run at the same time.
  const saves = await world.db.transaction().execute(async (tx) => {
    await tx.selectFrom('incidents').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    const both = [save('done', 'Log of server 1'), save('done', 'Log of server 2')] as const;
    await vi.waitFor(async () => {
      const { rows } = await world.database.owner.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      expect(rows).toHaveLength(2);
    });
    return both;
  });
  const [first, second] = await Promise.all(saves);
  expect([first.status, second.status].toSorted()).toEqual([200, 409]);
  const [won, lost] = first.status === 200 ? [first, second] : [second, first];
  expect(lost.json.code).toBe('CHANGED_SINCE');
  const kept = (won.json as Incident).steps.find((one) => one.step === step);
  expect((await save('not_needed', 'No traces')).json.code).toBe('CHANGED_SINCE');
  expect((await save('done', kept?.note ?? '')).status).toBe(200);
  expect((await save('open', '')).json.code).toBe('CHANGED_SINCE');
  expect((await save('open', '', { state: 'done', note: kept?.note })).status).toBe(200);
  const now: Incident[] = (await post('list_incidents')).json;
  expect(now[0]?.steps).toEqual(incident.steps);
  expect((await post('list_audit', { action: 'incident.changed' })).json.rows).toHaveLength(2);
});

test('an assessment that a colleague has changed since is not overwritten', async () => {
  const { post, id } = await anIncident();
  const unknown = { risk: 'unknown', people: null };
  expect((await post('assess_incident', { id, risk: 'high', people: 12, was: unknown })).status).toBe(200);
  expect((await post('assess_incident', { id, risk: 'some', people: 12, was: unknown })).json.code).toBe(
    'CHANGED_SINCE',
  );
  expect((await post('assess_incident', { id, risk: 'high', people: 12, was: unknown })).status).toBe(200);
  const second = { id, risk: 'high', people: 13, was: { risk: 'high', people: 11 } };
  expect((await post('assess_incident', second)).json.code).toBe('CHANGED_SINCE');
  expect((await post('list_incidents')).json[0]).toMatchObject({ risk: 'high', people: 12 });
  expect((await post('list_audit', { action: 'incident.changed' })).json.rows).toHaveLength(1);
});
