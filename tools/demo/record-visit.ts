import { randomUUID } from 'node:crypto';
import type { RecordContent } from '#contract/treatment-records.ts';
import { placesOf } from '#engine/plan/compare-doses.ts';
import { isTreatmentName } from '#engine/recipe.ts';
import { clinicalTreatments } from '#engine/clinical.ts';
import { getCaseRecords, listMyCases, recordTreatment } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';

/** Hours since the doctor carried out the first visit of the signed plan. */
export const HOURS_SINCE_VISIT = 6;

/** Invented products, lots and numbers. */
const brand = { manufacturer: 'Example Laboratories', gtin: null, serial: null };
const isToxin = (product: string | null): boolean => product === 'botulinum_toxin_a';

/** Records the first visit of the signed plan as carried out today, so that the patient's passport is not empty. */
export async function recordVisit(ctx: Context, doctor: SignedIn, patientId: string): Promise<void> {
  const [row] = await listMyCases(ctx, patientId);
  if (!row) throw new Error('a demo patient has no case');
  const { sessions, records, plan_version } = await getCaseRecords(ctx, doctor, row.id);
  const items = sessions[0]?.items.filter(({ treatment }) => isTreatmentName(treatment)) ?? [];
  if (records.length > 0 || items.length === 0) return;
  const classes = [...new Set(items.flatMap(({ product }) => product ?? []))];
  const now = ctx.clock.now();
  const expires_on = `${now.getUTCFullYear() + 2}-06-30`;
  const points = items.flatMap((item): RecordContent['points'] =>
    placesOf(item).map(({ side, amount }) => ({
      treatment: item.treatment,
      side,
      product: classes.indexOf(item.product ?? ''),
      amount,
      unit: isTreatmentName(item.treatment) ? clinicalTreatments[item.treatment].unit : null,
      instrument: isToxin(item.product) ? 'needle' : 'cannula',
      events: item.treatment === 'tear_trough' && side === 'left' ? ['bruising'] : [],
    })),
  );
  const record: RecordContent = {
    visit: 0,
    treated_on: now.toISOString().slice(0, 10),
    products: classes.map((product, at) => ({
      ...brand,
      product,
      name: isToxin(product) ? 'Demo toxin' : 'Demo filler',
      lot: `DEMO-26-${at + 1}`,
      expires_on,
    })),
    points,
    events: [],
    note: '',
    photo_ids: [],
  };
  await recordTreatment(ctx, doctor, { case_id: row.id, record, plan_version, idempotency_key: randomUUID() });
  await ctx.outbox.drain();
}
