import type { Generated } from 'kysely';
import type { IncidentRisk, IncidentStep } from '#contract/incidents.ts';

export interface IncidentsTable {
  id: Generated<string>;
  title: string;
  summary: string;
  noticed_at: Date;
  risk: Generated<IncidentRisk>;
  people: Generated<number | null>;
  opened_by: string | null;
  opened_at: Date;
  closed_by: Generated<string | null>;
  closed_at: Generated<Date | null>;
}

export interface IncidentStepsTable {
  incident_id: string;
  step: IncidentStep;
  state: 'done' | 'not_needed';
  note: string;
  settled_by: string | null;
  settled_at: Date;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    incidents: IncidentsTable;
    incident_steps: IncidentStepsTable;
  }
}
