import { join } from 'node:path';
import { doseBandOf, type Measured, type ZoneReading } from '#engine/evidence/measure-zones.ts';
import type { Calibration } from '#engine/recipe.ts';
import { holdConsent, listConsenting } from '#server/domains/identity/index.ts';
import { listPhotos, listPhotosOfPose } from '#server/domains/intake/index.ts';
import {
  findCalibration,
  listCasesOfPatient,
  listClinicalPhotos,
  listRecords,
  listSignedPhotos,
  newestOf,
} from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { task } from '#server/platform/workers/workers.ts';
import { type Look, looksFor, repeatsOf, type Shot } from './choose-photo.ts';
import { listLooked, type MeasurementRow, saveLook } from './evidence.queries.ts';
import { givenRecipe } from './given.ts';
import { versionsOf } from './versions.ts';
import type { measureFace, Read, ToMeasure } from './measure-face.ts';

export const measure = task<typeof measureFace>('checks', join(import.meta.dirname, 'measure-face.ts'), 'measureFace');

/**
 * The maximum number of further photos of the same day. More photos would hardly improve the estimate of the error, and
 * each one takes half a second.
 */
const MOST_REPEATS = 2;

interface Due extends Look {
  /** Id of the case. */
  readonly id: string;
  readonly userId: string;
  readonly before: Shot;
  readonly repeats: readonly Shot[];
  readonly given: ToMeasure['given'];
}

/**
 * Compares the photos of everyone who consented, one pair after the other. A pair is due once the window of its outcome
 * check is over.
 */
export async function measureOutcomes(ctx: Context, signal: AbortSignal): Promise<void> {
  const { people, table } = await withSystem(ctx.system, async (tx) => ({
    people: await listConsenting(tx, 'evidence'),
    table: await findCalibration(tx),
  }));
  await oneByOne(ctx.log, dueOf(ctx, people, table, signal), (due) => look(ctx, due, table));
}

type Table = Calibration | undefined;

async function* dueOf(ctx: Context, people: readonly string[], table: Table, signal: AbortSignal): AsyncIterable<Due> {
  for (const userId of people) {
    const due = await withSystem(ctx.system, (tx) => listDue(ctx, tx, userId, table));
    for (const one of due) {
      if (signal.aborted) return;
      yield one;
    }
  }
}

async function listDue(ctx: Context, tx: Tx, userId: string, table: Table): Promise<Due[]> {
  const cases = await listCasesOfPatient(tx, userId);
  const records = newestOf(
    await listRecords(
      tx,
      cases.map(({ id }) => id),
    ),
  );
  if (records.length === 0) return [];
  const fronts = (await listPhotosOfPose(tx, userId, 'front')).map(shotOf);
  const due: Due[] = [];
  for (const { id } of cases) {
    const [first] = records.filter((record) => record.case_id === id).sort(byDay);
    if (!first) continue;
    const before = await findBefore(tx, id, first.plan_version);
    if (!before) continue;
    const series = (await listClinicalPhotos(tx, id)).filter(({ view }) => view === 'front');
    const shots = [...fronts, ...series.map((photo) => ({ id: photo.id, day: photo.taken_on }))];
    const points = records
      .filter(({ case_id, treated_on }) => case_id === id && treated_on === first.treated_on)
      .flatMap((record) => record.points);
    const looked = await listLooked(tx, id, versionsOf(table));
    const looks = looksFor({
      before,
      treatedOn: first.treated_on,
      treatments: records.map(({ treated_on }) => treated_on),
      shots,
      today: dayOf(ctx.clock.now()),
    }).filter(({ period }) => !looked.includes(period));
    const repeats = repeatsOf(before, shots, MOST_REPEATS);
    due.push(...looks.map((one) => ({ ...one, id, userId, before, repeats, given: givenRecipe(points, table) })));
  }
  return due;
}

/** Returns the front photo on which the signed plan is based. */
async function findBefore(tx: Tx, caseId: string, version: number): Promise<Shot | undefined> {
  const signed = (await listSignedPhotos(tx, caseId, version)).filter(({ pose }) => pose === 'front');
  const [photo] = await listPhotos(
    tx,
    signed.map(({ photo_id }) => photo_id),
  );
  return photo && shotOf(photo);
}

async function look(ctx: Context, due: Due, table: Table): Promise<void> {
  // The list of people may be hours old, so the consent is checked again here. After a withdrawal no photo is opened.
  if (!(await withSystem(ctx.system, (tx) => holdConsent(tx, due.userId, 'evidence')))) return;
  const read = await ctx.workers.run(measure, () => withSystem(ctx.system, (tx) => readPhotos(ctx, tx, due)));
  await withSystem(ctx.system, async (tx) => {
    // This check locks the consent. If the person withdraws the consent now, the withdrawal waits until the rows are
    // stored, and then deletes them.
    if (!(await holdConsent(tx, due.userId, 'evidence'))) return;
    const { id: case_id, userId: user_id, period } = due;
    const row = { case_id, user_id, period, outcome: read.outcome, looked_at: ctx.clock.now(), ...versionsOf(table) };
    await saveLook(tx, row, measurementsOf(due, read));
  });
}

async function readPhotos(ctx: Context, tx: Tx, { before, after, repeats, given }: Due): Promise<ToMeasure> {
  const read = async ({ id }: Shot) => {
    const bytes = await ctx.photos.read(tx, id);
    if (!bytes) throw new Error('a photo of an outcome cannot be read');
    return bytes;
  };
  const again = [];
  for (const shot of repeats) again.push(await read(shot));
  return { before: await read(before), after: await read(after), repeats: again, given };
}

const measurementsOf = ({ id, userId, period }: Due, { zones, tone }: Read): MeasurementRow[] =>
  zones.map((zone: ZoneReading) => ({
    case_id: id,
    user_id: userId,
    period,
    treatment: zone.treatment,
    dose: zone.dose,
    dose_band: doseBandOf(zone.treatment, zone.dose),
    tone,
    ...named('mm', zone.mm),
    ...named('light', zone.light),
  }));

type Columns<M extends string> = Record<`${keyof Measured}_${M}`, number | null>;
const named = <M extends string>(measure: M, measured: Measured | null): Columns<M> =>
  Object.fromEntries(
    (['simulated', 'seen', 'error'] as const).map((part) => [`${part}_${measure}`, measured?.[part] ?? null]),
  ) as Columns<M>;

const shotOf = ({ id, created_at }: { id: string; created_at: Date }): Shot => ({ id, day: dayOf(created_at) });
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const byDay = (a: { treated_on: string }, b: { treated_on: string }): number => (a.treated_on < b.treated_on ? -1 : 1);
