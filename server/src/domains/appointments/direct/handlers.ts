import { directAppointments as contract } from '#contract/direct-appointments.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** Appointments that patients take themselves. */
export function directRouter(_ctx: Context) {
  const os = implementContract(contract);

  return os.router({
    listDirectServices: os.listDirectServices.handler(() => ({ services: [] })),
    takeAppointment: os.takeAppointment.handler(() => {
      throw new Refusal('NOT_FOUND');
    }),
  });
}
