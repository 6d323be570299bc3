import type { EvidenceCell, EvidenceReport } from '#contract/evidence.ts';
import { treatmentNames } from '#engine/dose-response.ts';
import { isMeasured } from '#engine/evidence/measure-zones.ts';
import { statedBand } from '#engine/evidence/stated-band.ts';
import { isTreatmentName } from '#engine/recipe.ts';
import { findCalibration } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { findNewestReport, insertReport, listMeasurements, type MeasurementRow } from './evidence.queries.ts';
import { type Interval, type Observation, pool, type PooledCell, shownCount } from './pool.ts';
import { proposeCorrections, type Result } from './propose.ts';
import { versionsOf } from './versions.ts';

const zones = treatmentNames.filter(isMeasured);

/** Computes and stores the report of the month, unless the month already has one. */
export const computeReport = (ctx: Context): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const now = ctx.clock.now();
    const inForce = await findCalibration(tx);
    const versions = versionsOf(inForce);
    const rows = await listMeasurements(tx, versions);
    const people = shownCount(new Set(rows.map(({ user_id }) => user_id)).size);
    const cells = JSON.stringify(cellsOf(rows));
    const corrections = JSON.stringify(proposeCorrections(resultsOf(rows), inForce));
    await insertReport(tx, {
      month: `${now.toISOString().slice(0, 7)}-01`,
      computed_at: now,
      people,
      cells,
      corrections,
      ...versions,
    });
  });

export async function getEvidence({ db }: Context): Promise<EvidenceReport> {
  const report = await findNewestReport(db);
  if (!report) return { computed_at: null, people: 0, cells: [], zones, ...versionsOf(undefined) };
  const { computed_at, dataset, engine, people, cells } = report;
  return { computed_at: computed_at.toISOString(), dataset, engine, people, cells, zones };
}

/** Turns measurements into the cells of the published report. `pool.ts` explains what a cell is. */
export const cellsOf = (rows: readonly MeasurementRow[]): EvidenceCell[] =>
  pool(rows.flatMap(observationsOf)).map(shown);

function observationsOf(row: MeasurementRow): Observation[] {
  const { treatment, period, user_id, dose_band, tone } = row;
  if (!isTreatmentName(treatment)) return [];
  const band = statedBand(treatment, period);
  return (['mm', 'light'] as const).flatMap((measure) => {
    const [simulated, seen] = [row[`simulated_${measure}`], row[`seen_${measure}`]];
    if (simulated === null || seen === null) return [];
    const cell = [treatment, period, measure, dose_band, tone ?? 'unknown'].join(' ');
    return [{ person: user_id, cell, simulated, seen, band }];
  });
}

/**
 * Turns measurements into results with one unit for each treatment. The unit is millimetres if any row of the treatment
 * has millimetres, and otherwise lightness.
 */
export function resultsOf(rows: readonly MeasurementRow[]): Result[] {
  const moving = new Set(rows.flatMap(({ treatment, simulated_mm }) => (simulated_mm === null ? [] : [treatment])));
  return rows.flatMap((row): Result[] => {
    const { treatment, period, user_id: person } = row;
    if (!isTreatmentName(treatment)) return [];
    const measure = moving.has(treatment) ? 'mm' : 'light';
    const [simulated, seen] = [row[`simulated_${measure}`], row[`seen_${measure}`]];
    if (simulated === null || seen === null) return [];
    const [, likely] = statedBand(treatment, period);
    return [{ person, treatment, stated: Math.abs(simulated) * likely, seen: seen * Math.sign(simulated) }];
  });
}

function shown({ cell, count, result }: PooledCell): EvidenceCell {
  const [treatment, period, measure, dose, tone] = cell.split(' ') as [
    string,
    EvidenceCell['period'],
    EvidenceCell['measure'],
    EvidenceCell['dose'],
    EvidenceCell['tone'],
  ];
  const { finding, error, covered } = result ?? {};
  return {
    treatment,
    period,
    measure,
    dose,
    tone,
    count,
    result: finding && error && covered ? { finding, error: rounded(error), covered: rounded(covered) } : null,
  };
}

/** Rounds to two decimals. More digits of a mean could reveal the value of one person. */
const rounded = ({ mean, low, high }: Interval): Interval => ({
  mean: Number(mean.toFixed(2)),
  low: Number(low.toFixed(2)),
  high: Number(high.toFixed(2)),
});
