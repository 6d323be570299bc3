import { directAppointments as contract } from '#contract/direct-appointments.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { getMyAppointment } from '../my-appointments.ts';
import { listDirectServices } from './list-direct-services.ts';
import { takeAppointment } from './take-appointment.ts';

/** Maps the API procedures for appointments that patients book without the team to their use cases. */
export function directRouter(ctx: Context) {
  const os = implementContract(contract);

  return os.router({
    listDirectServices: os.listDirectServices.handler(async ({ context, input }) => ({
      services: await listDirectServices(ctx, context.caller, input?.language),
    })),
    takeAppointment: os.takeAppointment.handler(async ({ context, input }) => {
      const { appointment_id } = await takeAppointment(ctx, context.caller, input);
      const { appointment } = await getMyAppointment(ctx, context.caller, appointment_id);
      return appointment;
    }),
  });
}
