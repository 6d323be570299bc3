import type { IncidentRisk, IncidentStep } from './incidents.ts';

/**
 * Whether a step after a data incident may not be left out. GDPR, article 33: the authority, unless a risk is unlikely;
 * article 34: the people too, if it is high. If the risk is unknown, the step cannot be skipped.
 */
export const mustTell = (risk: IncidentRisk, step: IncidentStep): boolean =>
  (step === 'authority_told' && risk !== 'none') || (step === 'people_told' && (risk === 'high' || risk === 'unknown'));
