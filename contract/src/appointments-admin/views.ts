import * as z from 'zod';
import { Id, isStorable, text } from '../base.ts';
import { InboxAssignees, InboxKinds } from './inbox.ts';
import { AppointmentFilter } from './list.ts';
import { adminAppointmentRefusals, admin } from './terms.ts';

/** The admin pages that can have saved views. */
export const ViewPlaces = ['list', 'inbox'] as const;
export type ViewPlace = (typeof ViewPlaces)[number];
export const InboxShows = ['waiting', 'snoozed', 'handled'] as const;
export const InboxFilter = z.object({
  show: z.enum(InboxShows),
  assignee: z.enum(InboxAssignees),
  kind: z.enum(InboxKinds).nullish(),
});
export type InboxFilter = z.infer<typeof InboxFilter>;
/**
 * A filter without search words. Most search words are names of patients. A saved view can outlive a patient's account,
 * so it must not contain the patient's name.
 */
export const ViewFilter = AppointmentFilter.omit({ search: true });
export type ViewFilter = z.infer<typeof ViewFilter>;

/** The parts of a saved filter that can refer to something that no longer exists. */
export const LostFilters = ['status', 'search', 'assignee', 'provider', 'country', 'days', 'kind', 'other'] as const;
export type LostFilter = (typeof LostFilters)[number];

/** A saved filter with a name. A shared view belongs to the team, any other view to one person. */
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  place: z.enum(ViewPlaces),
  /** The filter of the list. Empty for a view of the inbox. */
  filter: ViewFilter,
  /** The filter of the inbox. */
  inbox: InboxFilter.nullable(),
  is_shared: z.boolean(),
  is_mine: z.boolean(),
  /** True: this is the reader's own default view of the page. */
  is_default: z.boolean(),
  /** The parts of the filter that refer to something that no longer exists. The view is shown without them. */
  lost: z.array(z.enum(LostFilters)),
});
export type SavedView = z.infer<typeof SavedView>;

const { VIEW_NAME_TAKEN, VIEW_NAMES_PATIENT } = adminAppointmentRefusals;
const name = text(60).refine(isStorable);

export const viewProcedures = {
  adminListViews: admin('admin_list_views', 'List the saved views of a page: the caller’s own, and the team’s')
    .input(z.object({ place: z.enum(ViewPlaces).default('list') }).optional())
    .output(z.array(SavedView)),
  adminSaveView: admin(
    'admin_save_view',
    'Save a filter as a named view. It replaces the caller’s view with the same name',
  )
    .errors({ VIEW_NAME_TAKEN, VIEW_NAMES_PATIENT })
    .input(
      z.object({
        name,
        filter: AppointmentFilter.default({}),
        /** The filter of the inbox. If absent, the view is a view of the list. */
        inbox: InboxFilter.nullish(),
        is_shared: z.boolean().default(false),
      }),
    )
    .output(SavedView),
  adminChangeView: admin(
    'admin_change_view',
    'Rename or share a view, or replace its filter. Allowed for the caller’s own views and for the team’s',
  )
    .errors({ VIEW_NAME_TAKEN, VIEW_NAMES_PATIENT })
    .input(
      z.object({
        view_id: Id,
        name: name.optional(),
        filter: AppointmentFilter.optional(),
        inbox: InboxFilter.optional(),
        is_shared: z.boolean().optional(),
      }),
    )
    .output(SavedView),
  adminSetDefaultView: admin('admin_set_default_view', 'Set or remove the view with which a page opens for the caller')
    .input(z.object({ place: z.enum(ViewPlaces), view_id: Id.nullable() }))
    .output(z.object({ view_id: Id.nullable() })),
  adminDeleteView: admin('admin_delete_view', 'Delete a view of the caller or of the team')
    .input(z.object({ view_id: Id }))
    .output(z.object({ deleted: z.boolean() })),
};
