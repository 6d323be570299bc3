import type { IncidentRisk, IncidentStep } from './incidents.ts';

/**
 * True if the law does not let us skip a step after a data incident. GDPR, article 33: informing the authority, unless
 * a risk is unlikely. Article 34: informing the people, if the risk is high. While the risk is unknown, no such step
 * can be skipped.
 */
export const mustTell = (risk: IncidentRisk, step: IncidentStep): boolean =>
  (step === 'authority_told' && risk !== 'none') || (step === 'people_told' && (risk === 'high' || risk === 'unknown'));
