import { clinics as contract } from '#contract/clinics.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import type { ListTimesIn } from './closed-days.ts';
import { getHours, getMyHours, saveHours, saveMyHours } from './hours.ts';
import { inviteDesk } from './invite-desk.ts';
import { type CountTimesAhead, removeMember, saveMember } from './members.ts';
import { saveClinic, saveRoom, saveSite } from './save-clinic.ts';
import { saveService } from './save-service.ts';
import { getClinic, listClinics, listDeskClinics } from './show-clinics.ts';
import { getSiteDays, saveSiteDays } from './site-days.ts';

export interface TimesAhead {
  readonly countTimesAhead: CountTimesAhead;
  readonly listTimesIn: ListTimesIn;
}

/** Connects each procedure to its use case. The contract declares which callers may use a procedure. */
export function clinicsRouter(ctx: Context, { countTimesAhead, listTimesIn }: TimesAhead) {
  const os = implementContract(contract);
  return os.router({
    adminListClinics: os.adminListClinics.handler(({ context }) => listClinics(ctx, context.caller)),
    adminGetClinic: os.adminGetClinic.handler(({ context, input }) => getClinic(ctx, context.caller, input.clinic_id)),
    adminSaveClinic: os.adminSaveClinic.handler(({ context, input }) => saveClinic(ctx, context.caller, input)),
    adminSaveSite: os.adminSaveSite.handler(({ context, input }) => saveSite(ctx, context.caller, input)),
    adminSaveRoom: os.adminSaveRoom.handler(({ context, input }) => saveRoom(ctx, context.caller, input)),
    adminSaveMember: os.adminSaveMember.handler(({ context, input }) => saveMember(ctx, context.caller, input)),
    adminInviteDesk: os.adminInviteDesk.handler(({ context, input }) => inviteDesk(ctx, context.caller, input)),
    adminRemoveMember: os.adminRemoveMember.handler(({ context, input }) =>
      removeMember(ctx, context.caller, input, countTimesAhead),
    ),
    adminSaveService: os.adminSaveService.handler(({ context, input }) => saveService(ctx, context.caller, input)),
    adminGetHours: os.adminGetHours.handler(({ context, input }) => getHours(ctx, context.caller, input)),
    adminSaveHours: os.adminSaveHours.handler(({ context, input }) =>
      saveHours(ctx, context.caller, input, listTimesIn),
    ),
    adminGetSiteDays: os.adminGetSiteDays.handler(({ context, input }) =>
      getSiteDays(ctx, context.caller, input.site_id),
    ),
    adminSaveSiteDays: os.adminSaveSiteDays.handler(({ context, input }) =>
      saveSiteDays(ctx, context.caller, input, listTimesIn),
    ),
    deskListClinics: os.deskListClinics.handler(({ context }) => listDeskClinics(ctx, context.caller)),
    deskGetHours: os.deskGetHours.handler(({ context, input }) => getHours(ctx, context.caller, input)),
    deskSaveHours: os.deskSaveHours.handler(({ context, input }) => saveHours(ctx, context.caller, input, listTimesIn)),
    deskGetSiteDays: os.deskGetSiteDays.handler(({ context, input }) =>
      getSiteDays(ctx, context.caller, input.site_id),
    ),
    deskSaveSiteDays: os.deskSaveSiteDays.handler(({ context, input }) =>
      saveSiteDays(ctx, context.caller, input, listTimesIn),
    ),
    getMyHours: os.getMyHours.handler(({ context }) => getMyHours(ctx, context.caller)),
    saveMyHours: os.saveMyHours.handler(({ context, input }) => saveMyHours(ctx, context.caller, input, listTimesIn)),
  });
}
