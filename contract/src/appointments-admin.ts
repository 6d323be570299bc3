import { disputeProcedures } from './appointments-admin/disputes.ts';
import { inboxProcedures } from './appointments-admin/inbox.ts';
import { listProcedures } from './appointments-admin/list.ts';
import { macroProcedures } from './appointments-admin/macros.ts';
import { offerProcedures } from './appointments-admin/offer.ts';
import { paymentProcedures } from './appointments-admin/payments.ts';
import { providerProcedures } from './appointments-admin/providers.ts';
import { viewProcedures } from './appointments-admin/views.ts';
import { workProcedures } from './appointments-admin/work.ts';

export * from './appointments-admin/disputes.ts';
export * from './appointments-admin/inbox.ts';
export * from './appointments-admin/list.ts';
export * from './appointments-admin/macros.ts';
export * from './appointments-admin/offer.ts';
export * from './appointments-admin/providers.ts';
export * from './appointments-admin/row.ts';
export type { PreviewedStatus } from './appointments-admin/work.ts';
export * from './appointments-admin/views.ts';
export { adminAppointmentRefusals } from './appointments-admin/terms.ts';

/** Procedures of the admin panel: appointments, offers, payments, the inbox and the provider directory. */
export const appointmentsAdmin = {
  ...listProcedures,
  ...viewProcedures,
  ...workProcedures,
  ...offerProcedures,
  ...paymentProcedures,
  ...disputeProcedures,
  ...inboxProcedures,
  ...macroProcedures,
  ...providerProcedures,
};
