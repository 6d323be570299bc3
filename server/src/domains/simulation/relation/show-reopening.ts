import type { Reopening } from '#contract/care-relation.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import * as cases from '../cases.queries.ts';
import type { ReopeningRow } from './reopenings.queries.ts';

/**
 * Returns true if the reader may answer the request. A doctor answers an administrator's request, and an administrator
 * answers a doctor's request. Nobody can therefore answer their own request.
 */
export const mayAnswer = ({ asked_as }: ReopeningRow, { role }: SignedIn): boolean =>
  asked_as === 'admin' ? role === 'practitioner' : role === 'admin';

export async function showReopening(tx: Tx, row: ReopeningRow, reader: SignedIn): Promise<Reopening> {
  const found = await cases.find(tx, row.case_id);
  const people = [row.asked_by, found?.practitioner_id].flatMap((id) => id ?? []);
  const names = await namesOf(tx, people);
  return {
    id: row.id,
    case_id: row.case_id,
    number: found?.number ?? '',
    signed_by_name: names.get(found?.practitioner_id ?? '') ?? null,
    asked_by_name: names.get(row.asked_by ?? '') ?? null,
    asked_as: row.asked_as,
    note: row.note,
    asked_at: row.asked_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    may_answer: mayAnswer(row, reader),
  };
}
