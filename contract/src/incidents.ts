import * as z from 'zod';
import { Id, Instant, rpc, text } from './base.ts';

/** Breaches of personal data (GDPR, articles 33 and 34), with the steps of docs/compliance/breach-runbook.md. */
export const incidentRefusals = {
  /** Some steps of the incident are still open. */
  INCIDENT_STEPS_OPEN: { status: 409 },
  /** The law requires this step because of the risk of the incident, so the step cannot be skipped. */
  INCIDENT_MUST_TELL: { status: 409 },
  /** The record of the incident is closed. */
  INCIDENT_CLOSED: { status: 409 },
} as const;

/** A colleague has changed the same part of the incident since the caller loaded it. */
const changedSince = { CHANGED_SINCE: { status: 409 } } as const;

/** Article 33(1) GDPR: the authority must be informed within this many hours after we became aware of the breach. */
export const NOTICE_HOURS = 72;

/** The steps of an incident, in the order of the runbook. */
export const IncidentSteps = [
  'leak_stopped',
  'traces_secured',
  'extent_known',
  'notice_drafted',
  'authority_told',
  'people_told',
  'cause_fixed',
  'reviewed',
] as const;
export const IncidentStep = z.enum(IncidentSteps);
export type IncidentStep = z.infer<typeof IncidentStep>;

/**
 * Risk to the people concerned. `none`: a risk is unlikely, for example when encrypted files leaked without their keys.
 */
export const IncidentRisks = ['unknown', 'none', 'some', 'high'] as const;
export const IncidentRisk = z.enum(IncidentRisks);
export type IncidentRisk = z.infer<typeof IncidentRisk>;

const IncidentAssessment = z.object({
  risk: IncidentRisk,
  /** Number of people concerned. Null: it is not known yet. */
  people: z.number().int().min(0).max(100_000_000).nullable(),
});
export type IncidentAssessment = z.infer<typeof IncidentAssessment>;

/** The state of a step, with what was done or why the step is not needed. An open step has no note. */
const IncidentStepState = z.object({ state: z.enum(['open', 'done', 'not_needed']), note: text(1000, 0) });
export type IncidentStepState = z.infer<typeof IncidentStepState>;

const Person = z.object({ id: Id, name: z.string() }).nullable();

export const Incident = z.object({
  id: Id,
  title: z.string(),
  summary: z.string(),
  noticed_at: Instant,
  /** The end of the 72-hour period for informing the authority. */
  due_at: Instant,
  opened_by: Person,
  opened_at: Instant,
  risk: IncidentRisk,
  /** Number of people concerned. Null: it is not known yet. */
  people: z.number().int().nullable(),
  steps: z.array(
    z.object({
      step: IncidentStep,
      state: z.enum(['open', 'done', 'not_needed']),
      note: z.string(),
      settled_by: Person,
      settled_at: Instant.nullable(),
    }),
  ),
  closed_by: Person,
  closed_at: Instant.nullable(),
});
export type Incident = z.infer<typeof Incident>;

/** The highest number of incidents that the register shows. If there are more, the answer contains one more. */
export const INCIDENTS_SHOWN = 500;

export const incidents = {
  adminListIncidents: rpc(
    'admin_list_incidents',
    'admin',
    'operations',
    'List the register of incidents, open ones first',
  ).output(z.array(Incident)),
  adminOpenIncident: rpc('admin_open_incident', 'admin', 'operations', 'Record an incident, which starts its 72 hours')
    .input(z.object({ title: text(120), summary: text(2000), noticed_at: Instant }))
    .output(Incident),
  adminAssessIncident: rpc(
    'admin_assess_incident',
    'admin',
    'operations',
    'Assess the risk to people and how many are concerned',
  )
    .errors({ ...incidentRefusals, ...changedSince })
    .input(
      z.object({
        id: Id,
        ...IncidentAssessment.shape,
        /** The assessment that the caller saw. If the stored one differs, see CHANGED_SINCE. */
        was: IncidentAssessment,
      }),
    )
    .output(Incident),
  adminSettleIncidentStep: rpc(
    'admin_settle_incident_step',
    'admin',
    'operations',
    'Mark a step as done or as not needed with a note, or reopen it',
  )
    .errors({ ...incidentRefusals, ...changedSince })
    .input(
      z
        .object({
          id: Id,
          step: IncidentStep,
          ...IncidentStepState.shape,
          /** The state that the caller saw. If the stored one differs, see CHANGED_SINCE. */
          was: IncidentStepState,
        })
        .refine(({ state, note }) => state === 'open' || note !== '', { path: ['note'] }),
    )
    .output(Incident),
  adminCloseIncident: rpc('admin_close_incident', 'admin', 'operations', 'Close the record once no step is open')
    .errors(incidentRefusals)
    .input(z.object({ id: Id }))
    .output(Incident),
};
