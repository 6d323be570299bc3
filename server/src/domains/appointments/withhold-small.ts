import { MIN_PATIENTS, type MoneyFigures, type MoneySums } from '#contract/figures.ts';

export interface ExactFigures extends MoneySums {
  readonly name: string | null;
  readonly currency: string;
  /** The ids of the patients, each once. */
  readonly patients: readonly string[];
}

/**
 * Withholds the sums of groups with too few patients. Readers can learn the total of a currency from another grouping
 * of the same period, and can subtract the groups that are shown. The withheld groups together must therefore have
 * enough patients. If they have too few, the smallest of the other groups are withheld too. Withheld groups are last,
 * sorted by name, because sorting them by revenue would show how large their sums are. Only a single response is
 * protected: the difference between two periods can still reveal one patient.
 */
export function withholdSmall(rows: readonly ExactFigures[]): MoneyFigures[] {
  const hidden = new Map<ExactFigures, MoneyFigures['withheld']>();
  for (const group of Map.groupBy(rows, ({ currency }) => currency).values()) {
    // A patient in several groups is counted once.
    const patients = new Set<string>();
    for (const row of group.toSorted((one, other) => one.patients.length - other.patients.length)) {
      const isFew = row.patients.length < MIN_PATIENTS;
      if (!isFew && (patients.size === 0 || patients.size >= MIN_PATIENTS)) break;
      hidden.set(row, isFew ? 'few' : 'beside');
      for (const patient of row.patients) patients.add(patient);
    }
  }
  const shown = rows.map((row): MoneyFigures => {
    const { name, currency, patients: _p, ...sums } = row;
    const withheld = hidden.get(row) ?? null;
    return { name, currency, sums: withheld ? null : sums, withheld };
  });
  return [
    ...shown.filter(({ sums }) => sums),
    ...shown
      .filter(({ sums }) => !sums)
      .toSorted(
        (one, other) => (one.name ?? '').localeCompare(other.name ?? '') || one.currency.localeCompare(other.currency),
      ),
  ];
}
