import { account } from './account.ts';
import { agenda } from './agenda.ts';
import { casesAdmin, operations, usersAdmin } from './admin.ts';
import { billing } from './billing.ts';
import { care } from './care.ts';
import { choices } from './choices.ts';
import { appointmentsAdmin } from './appointments-admin.ts';
import { appointments } from './appointments.ts';
import { bookings } from './bookings.ts';
import { clinics } from './clinics.ts';
import { caseFlow } from './case-flow.ts';
import { clinicalPhotos } from './clinical-photos.ts';
import { evidence } from './evidence.ts';
import { directAppointments } from './direct-appointments.ts';
import { directory } from './directory.ts';
import { community } from './community.ts';
import { identity } from './identity.ts';
import { imports } from './imports.ts';
import { intake } from './intake.ts';
import { ledger } from './ledger.ts';
import { notifications } from './notifications.ts';
import { progress } from './progress.ts';
import { reviews } from './reviews.ts';
import { privacy } from './privacy.ts';
import { figures } from './figures.ts';
import { shares } from './shares.ts';
import { simulation } from './simulation.ts';
import { incidents } from './incidents.ts';
import { launch } from './launch.ts';
import { site } from './site.ts';
import { treatmentRecords } from './treatment-records.ts';
import { video } from './video.ts';
import { waitingList } from './waiting-list.ts';
import { visitFigures } from './visit-figures.ts';

/**
 * The whole contract, with one entry for each group of procedures. The server implements this contract, and the browser
 * calls it. The OpenAPI document is generated from it.
 */
export const contract = {
  identity,
  choices,
  account,
  privacy,
  billing,
  ledger,
  figures,
  shares,
  intake,
  simulation,
  caseFlow,
  treatmentRecords,
  clinicalPhotos,
  care,
  evidence,
  appointments,
  appointmentsAdmin,
  directAppointments,
  waitingList,
  reviews,
  agenda,
  visitFigures,
  clinics,
  bookings,
  usersAdmin,
  casesAdmin,
  operations,
  site,
  incidents,
  imports,
  launch,
  directory,
  community,
  notifications,
  progress,
  video,
};
export type Contract = typeof contract;
