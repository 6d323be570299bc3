import {
  type Incident,
  type IncidentAssessment,
  type IncidentStep,
  type IncidentStepState,
  IncidentSteps,
  NOTICE_HOURS,
} from '#contract/incidents.ts';
import { mustTell } from '#contract/must-tell.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { requireVersion } from '#server/platform/require-version.ts';
import * as queries from './incidents.queries.ts';
import type { IncidentRow, StepRow } from './incidents.queries.ts';

const HOUR_MS = 3_600_000;

/** Lists the register of personal data breaches. */
export const listIncidents = async ({ db }: Context): Promise<Incident[]> =>
  describe(db, await queries.listIncidents(db));

/**
 * Opens an incident. The authority must be notified within 72 hours after a person noticed the breach. `noticed_at` may
 * be in the past. If it is in the future, the current time is stored instead.
 */
export async function openIncident(
  ctx: Context,
  admin: SignedIn,
  { title, summary, noticed_at }: { title: string; summary: string; noticed_at: string },
): Promise<Incident> {
  const now = ctx.clock.now();
  const noticed = new Date(noticed_at);
  return ctx.db.transaction().execute(async (tx) => {
    const row = await queries.insertIncident(tx, {
      title,
      summary,
      noticed_at: noticed > now ? now : noticed,
      opened_by: admin.userId,
      opened_at: now,
    });
    await record(ctx, tx, admin, 'incident.opened', row.id, { noticed_at: row.noticed_at.toISOString() });
    return describeOne(tx, row);
  });
}

/**
 * Sets the risk of an incident. Reopens steps that were marked as unnecessary and that this risk makes mandatory.
 * @throws Refusal CHANGED_SINCE if a colleague has assessed the incident since the caller loaded it
 */
export function assessIncident(
  ctx: Context,
  admin: SignedIn,
  { id, risk, people, was }: IncidentAssessment & { id: string; was: IncidentAssessment },
): Promise<Incident> {
  return change(ctx, id, async (tx, stored) => {
    const versionOf = (one: IncidentAssessment) => `${one.risk} ${one.people}`;
    const wanted = versionOf({ risk, people });
    requireVersion({ stored: versionOf(stored), loaded: versionOf(was), wanted });
    if (versionOf(stored) === wanted) return;
    await queries.updateRisk(tx, id, { risk, people });
    const steps = await queries.listSteps(tx, [id]);
    const wrong = steps.filter(({ state, step }) => state === 'not_needed' && mustTell(risk, step));
    for (const { step } of wrong) await queries.deleteStep(tx, id, step);
    await record(ctx, tx, admin, 'incident.changed', id, { risk, people, reopened: wrong.map(({ step }) => step) });
  });
}

interface Settling extends IncidentStepState {
  readonly id: string;
  readonly step: IncidentStep;
  readonly was: IncidentStepState;
}

/**
 * Marks a step as done or as unnecessary, or reopens it.
 * @throws Refusal INCIDENT_MUST_TELL if the step is marked as unnecessary and the risk makes it mandatory,
 * CHANGED_SINCE if a colleague has changed the step since the caller loaded it
 */
export function settleStep(ctx: Context, admin: SignedIn, { id, step, state, note, was }: Settling): Promise<Incident> {
  return change(ctx, id, async (tx, { risk }) => {
    const versionOf = (one?: IncidentStepState) => (one && one.state !== 'open' ? `${one.state} ${one.note}` : '');
    const stored = versionOf((await queries.listSteps(tx, [id])).find((row) => row.step === step));
    const wanted = versionOf({ state, note });
    requireVersion({ stored, loaded: versionOf(was), wanted });
    if (stored === wanted) return;
    if (state === 'not_needed' && mustTell(risk, step)) throw new Refusal('INCIDENT_MUST_TELL');
    const settled = { settled_by: admin.userId, settled_at: ctx.clock.now() };
    await (state === 'open'
      ? queries.deleteStep(tx, id, step)
      : queries.putStep(tx, { incident_id: id, step, state, note, ...settled }));
    await record(ctx, tx, admin, 'incident.changed', id, { step, state });
  });
}

/**
 * Closes an incident.
 * @throws Refusal INCIDENT_STEPS_OPEN if a step is still open
 */
export function closeIncident(ctx: Context, admin: SignedIn, { id }: { id: string }): Promise<Incident> {
  return change(ctx, id, async (tx) => {
    if ((await queries.listSteps(tx, [id])).length < IncidentSteps.length) throw new Refusal('INCIDENT_STEPS_OPEN');
    await queries.updateClosed(tx, id, { closed_by: admin.userId, closed_at: ctx.clock.now() });
    await record(ctx, tx, admin, 'incident.closed', id, {});
  });
}

/** Changes an incident while its row is locked. A closed incident cannot be changed. */
function change(ctx: Context, id: string, work: (tx: Tx, incident: IncidentRow) => Promise<void>): Promise<Incident> {
  return ctx.db.transaction().execute(async (tx) => {
    const row = await queries.lockIncident(tx, id);
    if (!row) throw new Refusal('NOT_FOUND');
    if (row.closed_at) throw new Refusal('INCIDENT_CLOSED');
    await work(tx, row);
    const now = await queries.lockIncident(tx, id);
    return describeOne(tx, now ?? row);
  });
}

async function describeOne(tx: Tx, row: IncidentRow): Promise<Incident> {
  const [incident] = await describe(tx, [row]);
  return incident as Incident;
}

async function describe(db: Db | Tx, rows: readonly IncidentRow[]): Promise<Incident[]> {
  const steps = await queries.listSteps(
    db,
    rows.map(({ id }) => id),
  );
  const people = [
    ...rows.flatMap(({ opened_by, closed_by }) => [opened_by, closed_by]),
    ...steps.map(({ settled_by }) => settled_by),
  ];
  const names = await namesOf(
    db,
    people.filter((id) => id !== null),
  );
  const nameOf = (id: string | null) => (id && names.has(id) ? { id, name: names.get(id) ?? '' } : null);
  return rows.map((row) => ({
    ...row,
    noticed_at: row.noticed_at.toISOString(),
    due_at: new Date(row.noticed_at.getTime() + NOTICE_HOURS * HOUR_MS).toISOString(),
    opened_by: nameOf(row.opened_by),
    opened_at: row.opened_at.toISOString(),
    closed_by: nameOf(row.closed_by),
    closed_at: row.closed_at?.toISOString() ?? null,
    steps: IncidentSteps.map((step) => {
      const found = steps.find((one: StepRow) => one.incident_id === row.id && one.step === step);
      return {
        step,
        state: found?.state ?? ('open' as const),
        note: found?.note ?? '',
        settled_by: nameOf(found?.settled_by ?? null),
        settled_at: found?.settled_at.toISOString() ?? null,
      };
    }),
  }));
}

/**
 * Records in the audit log who made which change, without details about the affected people. The details of the
 * incident are stored only in the register.
 */
const record = (
  ctx: Context,
  tx: Tx,
  { userId }: SignedIn,
  action: 'incident.opened' | 'incident.changed' | 'incident.closed',
  id: string,
  details: Record<string, unknown>,
) =>
  ctx.audit.record(tx, {
    actor: userId,
    actor_role: 'admin',
    action,
    subject: `incident:${id}`,
    patient_id: null,
    reason: 'administration',
    details: details as never,
  });
