import { call } from '#web/lib/api.ts';
import { useTermNames } from '#web/lib/term-names.ts';
import type { PersonFound } from '../editor/mention-list.ts';

/** Returns a function that finds people to suggest after an @. Participants of the discussion come first. */
export function useFindPeople(post_id?: string) {
  const { speciality } = useTermNames();
  return async (search: string): Promise<PersonFound[]> => {
    const people = await call.community.suggestPeople({ search, post_id });
    return people.slice(0, 8).map(({ handle, display_name, practitioner }) => ({
      id: handle,
      name: display_name,
      note: practitioner ? speciality(practitioner.speciality) : `@${handle}`,
    }));
  };
}
