import type { EvidenceCell, EvidenceReport } from '#contract/evidence.ts';
import { clinicalVersion } from '#engine/clinical.ts';
import { treatmentNames } from '#engine/dose-response.ts';
import { isMeasured } from '#engine/evidence/measure-zones.ts';
import { statedBand } from '#engine/evidence/stated-band.ts';
import { engineVersion, isTreatmentName } from '#engine/recipe.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { findNewestReport, insertReport, listMeasurements, type MeasurementRow } from './evidence.queries.ts';
import { type Interval, type Observation, pool, type PooledCell, shownCount } from './pool.ts';

const zones = treatmentNames.filter(isMeasured);
const versions = { dataset: clinicalVersion, engine: engineVersion };

/** The report of the month, computed once. */
export const computeReport = (ctx: Context): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const now = ctx.clock.now();
    const rows = await listMeasurements(tx, versions);
    const people = shownCount(new Set(rows.map(({ user_id }) => user_id)).size);
    const cells = JSON.stringify(cellsOf(rows));
    await insertReport(tx, {
      month: `${now.toISOString().slice(0, 7)}-01`,
      computed_at: now,
      people,
      cells,
      ...versions,
    });
  });

export async function getEvidence({ db }: Context): Promise<EvidenceReport> {
  const report = await findNewestReport(db);
  if (!report) return { computed_at: null, people: 0, cells: [], zones, ...versions };
  const { computed_at, dataset, engine, people, cells } = report;
  return { computed_at: computed_at.toISOString(), dataset, engine, people, cells, zones };
}

/** Rows to published figures. */
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

/** Two decimals: what one person changes in a mean is not to be read from its digits. */
const rounded = ({ mean, low, high }: Interval): Interval => ({
  mean: Number(mean.toFixed(2)),
  low: Number(low.toFixed(2)),
  high: Number(high.toFixed(2)),
});
