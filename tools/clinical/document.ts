import type { ClinicalDataset } from './schema.ts';

type Rows = readonly (readonly string[])[];

const words = (code: string): string => code.replaceAll('_', ' ');
const cell = (text: string): string => text.replaceAll('|', '\\|');

function table(head: readonly string[], rows: Rows): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

const units = { units: 'U', mL: 'mL', percent: '%' } as const;

/**
 * Returns the text of docs/clinical.md. It shows the whole clinical dataset as tables, for the clinician who reviews
 * it.
 */
export function writeClinical(data: ClinicalDataset): string {
  const { version, reviewed_by } = data.version;
  const review = reviewed_by
    ? `Reviewed by ${reviewed_by.name} (${reviewed_by.registration}) on ${reviewed_by.date}.`
    : 'Not yet reviewed by a clinician. The studio says so until a name and a date are in `engine/data/clinical/version.json`.';
  return `# Clinical dataset

Version ${version}. ${review}

This page is generated from \`engine/data/clinical\`. The engine, the studio and the service read the same files. Every new recipe and plan stores the version of
the dataset. The service refuses a treatment that is not in these tables, a dose out of range, and a recipe made with another version of the tables.

*Evidence*: **label**, the prescribing information gives the dose. **study**, the study in the reference gives it. **practice**, the dose is commonly used; the
reference supports only the effect, not the dose.

## Treatments

Doses are for the whole area or for each side. "Most" is the limit of one session.

${treatments(data)}

${sources('Treatment', data.treatments)}

## Classes of products and devices

${classes(data)}

${sources('Class', data.classes)}

## Course after a treatment

The table shows which percentage of the full effect a person has on the given day. The three numbers are for people who respond less than usual, **as usual**
and more than usual. Days count from the treatment, or from the last session of a course. For day 0, the patient's page shows the photo as it is. The signs of
healing pass by themselves. The patient's page names these signs and never draws them.

${courses(data)}

${sources('Class', data.courses)}

## Products and devices

Plans name a class of products, never a brand. A doctor may choose a product other than the usual one, if it is of the same class.

${products(data)}

## Contraindications

With an *absolute* contraindication, a plan with the treatment cannot be signed. With a *relative* one, the doctor must take precautions and give a reason. If a
patient is unsure about an answer, the doctor asks the patient again, and must give a reason before signing. A reason counts only for the answer to which
it was given. If the patient changes the answer or its details, the doctor must give a reason again.

${table(
  ['Answer "yes" to', 'Level', 'Concerns', 'Reference'],
  Object.entries(data.contraindications).map(([question, { level, groups, treatments: single, reference }]) => [
    words(question),
    level,
    [...groups, ...single].map(words).join(', '),
    reference,
  ]),
)}

## Intervals between treatments

${intervals(data)}

Three more intervals apply. They use the columns "Repeat after" and "Review after" of the table of classes. The same treatment can be repeated only after the
time in "Repeat after" of its class. After a laser or peel, another laser or peel of the same region must wait for the time in "Repeat after" of the first.
After a treatment of one area, a treatment of another area with the same class must wait for the time in "Review after", so that the doctor sees the first
result first.

## Danger zones

${table(
  ['Structure', 'Danger', 'Treatments', 'Reference'],
  Object.entries(data.zones).map(([zone, { danger, reference }]) => [
    words(zone),
    danger,
    Object.entries(data.treatments)
      .filter(([, row]) => row.zone === zone)
      .map(([name]) => words(name))
      .join(', '),
    reference,
  ]),
)}

## Risks

${table(
  ['Code', 'Severity', 'Reference'],
  Object.entries(data.risks).map(([code, { severity, reference }]) => [words(code), severity, reference]),
)}

## Aftercare

${aftercare(data)}

## How results compare

The dose response is illustrative. \`/evidence\` publishes how measured results of consenting patients compare with the dose response. Each cell of the table on
\`/evidence\` is one zone, dose band (below, within or above "Usual") and skin tone, and is published once it has ten people ([decision
52](decisions/0052-evidence-of-results.md)). From these results, an administrator proposes corrections of the dose response, and a doctor decides ([decision
58](decisions/0058-calibration-by-two-people.md)). The doses in the tables above do not depend on these corrections.
`;
}

const intervals = (data: ClinicalDataset): string =>
  table(
    ['First', 'Then', 'Where', 'At least', 'Reference'],
    data.intervals.map(({ first, second, same_region, weeks, reference }) => [
      first,
      second,
      same_region ? 'same region' : 'anywhere on the face',
      `${weeks} wk`,
      reference,
    ]),
  );

const treatments = (data: ClinicalDataset): string =>
  table(
    ['Treatment', 'Class', 'Per', 'Label', 'Usual', 'Most', 'Step', 'Finest', 'Region', 'Structure at risk'],
    Object.entries(data.treatments).map(([name, row]) => {
      const dose = (value: number) => `${value} ${units[row.unit]}`;
      return [
        words(name),
        words(row.class),
        row.per,
        row.label === null ? '–' : dose(row.label),
        `${row.usual[0]}–${dose(row.usual[1])}`,
        dose(row.max),
        dose(row.step),
        dose(row.finest),
        words(row.region),
        row.zone === null ? '–' : words(row.zone),
      ];
    }),
  );

const classes = (data: ClinicalDataset): string =>
  table(
    [
      'Class',
      'Most a session',
      'Most in a period',
      'Repeat after',
      'Review after',
      'Course',
      'Onset, peak, end',
      'Risks',
    ],
    Object.entries(data.classes).map(([name, row]) => [
      words(name),
      String(row.session_max),
      row.period_max ? `${row.period_max.dose} in ${row.period_max.weeks} wk` : '–',
      `${row.repeat_weeks} wk`,
      `${row.review_weeks} wk`,
      row.sessions === 1 ? '1 session' : `${row.sessions} sessions, ${row.session_weeks} wk apart`,
      `${row.course.onset_days}, ${row.course.peak_days}, ${row.course.end_days} days`,
      row.risks.map(words).join(', '),
    ]),
  );

const courseDays = ['3', '14', '30', '90', '180'] as const;

const courses = (data: ClinicalDataset): string =>
  table(
    ['Class', ...courseDays.map((day) => `Day ${day}`), 'Signs', 'Until day'],
    Object.entries(data.courses).map(([name, { shares, signs, signs_days }]) => [
      words(name),
      ...courseDays.map((day) => {
        const [low, likely, high] = shares[day].map((share) => String(Math.round(100 * share)));
        return `${low}, **${likely}**, ${high}`;
      }),
      signs.join(', '),
      String(signs_days),
    ]),
  );

const products = (data: ClinicalDataset): string =>
  table(
    ['Product', 'Class', 'Usual for', 'Alternatives', 'Reference'],
    Object.entries(data.products).map(([name, row]) => [
      words(name),
      words(row.class),
      row.usual_for.map(words).join(', '),
      row.alternatives.map(words).join(', '),
      row.reference,
    ]),
  );

const aftercare = (data: ClinicalDataset): string =>
  table(
    ['Code', 'After', 'For', 'Reference'],
    Object.entries(data.aftercare).map(([code, { groups, time, reference }]) => [
      words(code),
      groups.join(', '),
      time ? `${time.amount} ${time.unit}${time.amount === 1 ? '' : 's'}` : '–',
      reference,
    ]),
  );

const sources = (head: string, rows: Record<string, { evidence: string; reference: string; basis?: string }>): string =>
  table(
    [head, 'Evidence', 'Basis', 'Reference'],
    Object.entries(rows).map(([name, { evidence, basis = '', reference }]) => [
      words(name),
      evidence,
      basis,
      reference,
    ]),
  );
