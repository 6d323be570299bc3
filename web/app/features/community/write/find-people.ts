import { call } from '#web/lib/api.ts';
import type { PersonFound } from '../editor/mention-list.ts';

/** People for an @, those of the discussion first. */
export async function findPeople(name: string, post_id?: string): Promise<PersonFound[]> {
  const people = await call.community.suggestPeople({ search: name, post_id });
  return people.slice(0, 8).map(({ handle, display_name, practitioner }) => ({
    id: handle,
    name: display_name,
    note: practitioner ? practitioner.speciality : `@${handle}`,
  }));
}
