import { contract } from '#contract/index.ts';
import { namesOfTimes, register as registerAppointments } from './domains/appointments/index.ts';
import { register as registerBilling } from './domains/billing/index.ts';
import { countTimesAhead, listTimesIn, register as registerBookings } from './domains/bookings/index.ts';
import { register as registerClinics } from './domains/clinics/index.ts';
import { register as registerCare } from './domains/care/index.ts';
import { register as registerDirectory } from './domains/directory/index.ts';
import { register as registerCommunity } from './domains/community/index.ts';
import { register as registerEvidence } from './domains/evidence/index.ts';
import { register as registerIdentity } from './domains/identity/index.ts';
import { register as registerImports } from './domains/imports/index.ts';
import { register as registerIntake } from './domains/intake/index.ts';
import { register as registerNotifications } from './domains/notifications/index.ts';
import { register as registerOperations } from './domains/operations/index.ts';
import { register as registerProgress } from './domains/progress/index.ts';
import { register as registerPrivacy } from './domains/privacy/index.ts';
import { register as registerSimulation } from './domains/simulation/index.ts';
import { register as registerSite } from './domains/site/index.ts';
import { register as registerVideo } from './domains/video/index.ts';
import type { Context } from './platform/context.ts';
import { implementContract } from './platform/http/implement-contract.ts';

/**
 * Registers each domain of the service once. The compiler checks that every procedure of the contract is implemented,
 * and that the domain `identity` provides all functions of `Accounts`.
 */
export function registerDomains(ctx: Context) {
  const identity = registerIdentity(ctx);
  const billing = registerBilling(ctx);
  const intake = registerIntake(ctx);
  const imports = registerImports(ctx);
  const simulation = registerSimulation(ctx);
  const care = registerCare(ctx);
  const evidence = registerEvidence(ctx);
  const clinics = registerClinics(ctx, { countTimesAhead, listTimesIn });
  const video = registerVideo(ctx);
  const bookings = registerBookings(ctx, namesOfTimes);
  const appointments = registerAppointments(ctx);
  const operations = registerOperations(ctx);
  const site = registerSite(ctx);
  const directory = registerDirectory(ctx);
  const community = registerCommunity(ctx);
  const progress = registerProgress(ctx);
  const privacy = registerPrivacy(ctx);
  const notifications = registerNotifications(ctx, new Map([['community', community.presentNews]]));

  const router = implementContract(contract).router({
    identity: identity.router,
    choices: identity.choices,
    account: identity.account,
    privacy: privacy.router,
    billing: billing.router,
    ledger: billing.ledger,
    shares: appointments.shares,
    figures: appointments.figures,
    intake: intake.router,
    simulation: simulation.router,
    caseFlow: simulation.caseFlow,
    treatmentRecords: simulation.treatmentRecords,
    clinicalPhotos: simulation.clinicalPhotos,
    care: care.router,
    evidence: evidence.router,
    appointments: appointments.router,
    appointmentsAdmin: appointments.admin,
    agenda: appointments.agenda,
    visitFigures: appointments.visitFigures,
    directAppointments: appointments.direct,
    waitingList: appointments.waiting,
    reviews: appointments.reviews,
    clinics: clinics.router,
    bookings: bookings.router,
    usersAdmin: identity.admin,
    casesAdmin: simulation.admin,
    operations: operations.router,
    incidents: operations.incidents,
    imports: imports.router,
    site: site.router,
    launch: site.launch,
    directory: directory.router,
    community: community.router,
    notifications: notifications.router,
    progress: progress.router,
    video: video.router,
  });
  return {
    router,
    accounts: identity.accounts,
    isPublished: site.isPublished,
    domainRoutes: [...bookings.routes, ...site.routes, ...directory.routes, ...community.routes, ...privacy.routes],
  };
}
