import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';

/** The id of the section with the messages. */
export const MESSAGES_PLACE = 'messages';

/**
 * Returns the number of the doctor's messages about a case that the patient has not read. Counting the messages does
 * not mark them as read. Without an id nothing is counted. A stored answer is never used again, because the patient may
 * have read the messages since.
 */
export function useUnread(case_id: string | undefined): number {
  const input = { case_id: case_id ?? '', peek: true };
  const { data } = useQuery(
    api.care.listCaseMessages.queryOptions({ input, enabled: case_id !== undefined, staleTime: 0, gcTime: 0 }),
  );
  return data?.messages.filter(({ is_staff, read_at }) => is_staff && read_at === null).length ?? 0;
}
