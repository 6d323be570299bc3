import type { IncidentRisk, IncidentStep } from './incidents.ts';

/**
 * Returns true if the law requires this step after a data breach. Such a step cannot be skipped. Article 33 GDPR
 * requires us to inform the authority, unless a risk is unlikely. Article 34 requires us to inform the people concerned
 * if the risk is high. While the risk is unknown, both steps are required.
 */
export const mustTell = (risk: IncidentRisk, step: IncidentStep): boolean =>
  (step === 'authority_told' && risk !== 'none') || (step === 'people_told' && (risk === 'high' || risk === 'unknown'));
