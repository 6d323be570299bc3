import { accountsAnswers } from './expected/accounts.ts';
import { appointmentsAnswers } from './expected/appointments.ts';
import { appointmentsAdminAnswers } from './expected/appointments-admin.ts';
import { billingAnswers } from './expected/billing.ts';
import { bookingsAnswers } from './expected/bookings.ts';
import { careAnswers } from './expected/care.ts';
import { clinicsAnswers } from './expected/clinics.ts';
import { communityAnswers } from './expected/community.ts';
import { houseAnswers } from './expected/house.ts';
import { intakeAnswers } from './expected/intake.ts';
import { progressAnswers } from './expected/progress.ts';
import { simulationAnswers } from './expected/simulation.ts';
import { videoAnswers } from './expected/video.ts';
import type { Rows } from './expected/callers.ts';

/**
 * The expected response of every procedure of the contract to every caller. A procedure without a row fails the test.
 */
export const expectedAnswers: Rows = {
  ...accountsAnswers,
  ...billingAnswers,
  ...bookingsAnswers,
  ...intakeAnswers,
  ...simulationAnswers,
  ...careAnswers,
  ...appointmentsAnswers,
  ...appointmentsAdminAnswers,
  ...clinicsAnswers,
  ...bookingsAnswers,
  ...houseAnswers,
  ...communityAnswers,
  ...progressAnswers,
  ...videoAnswers,
};
