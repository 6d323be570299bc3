import { billing } from './billing.ts';
import { care } from './care.ts';
import { caseFlow } from './case-flow.ts';
import { identity } from './identity.ts';
import { intake } from './intake.ts';
import { simulation } from './simulation.ts';

/** The whole contract: one entry a domain. The server implements it, the browser calls it, the OpenAPI document is generated from it. */
export const contract = { identity, billing, intake, simulation, caseFlow, care };
export type Contract = typeof contract;
