import type { CaseRecords } from '#contract/treatment-records.ts';
import type { RecordDraft } from './draft.ts';
import { unsavedRecords } from './unsaved-records.ts';

/**
 * Returns the unsaved record for the newest plan, after the service refused it because a newer plan was signed. `load`
 * loads the plan that the page then shows. The record keeps what the doctor types while the plan loads. Throws if the
 * plan could not be loaded. The record must then keep its earlier plan, because the page does not show the new one.
 * Returns null if the unsaved record was deleted in the meantime.
 *
 * @param name the name of the record in `unsavedRecords`
 * @param draft the record if the doctor has not changed it yet
 */
export async function forNewestPlan(
  name: string,
  draft: RecordDraft,
  load: () => Promise<Pick<CaseRecords, 'plan_version'>>,
): Promise<RecordDraft | null> {
  if (!unsavedRecords().has(name)) unsavedRecords().set(name, draft);
  const { plan_version } = await load();
  const newest = unsavedRecords().get(name);
  return newest ? { ...newest, plan_version } : null;
}
