import * as z from 'zod';
import { Alternatives } from '#engine/clinical.ts';

/** The shape of each row of the clinical dataset. engine/src/clinical.ts explains the columns. */

const Reference = z.string().min(10);
const Dose = z.number().positive();
const Weeks = z.number().int().min(1).max(104);
const Evidence = z.enum(['label', 'study', 'practice']);
const Group = z.enum(['toxin', 'filler', 'light', 'peel', 'threads', 'mesotherapy', 'skincare']);
const Day = z.iso.date();

const Treatment = z
  .strictObject({
    class: z.string(),
    unit: z.enum(['units', 'mL', 'percent']),
    per: z.enum(['area', 'side']),
    region: z.enum(['upper_face', 'eyes', 'mid_face', 'lips', 'lower_face', 'neck', 'skin']),
    min: z.literal(0),
    max: Dose,
    step: Dose,
    finest: Dose,
    label: Dose.nullable(),
    usual: z.tuple([Dose, Dose]),
    zone: z.string().nullable(),
    basis: z.string().min(10),
    evidence: Evidence,
    reference: Reference,
  })
  .refine(({ usual: [from, to], max }) => from <= to && to <= max, 'usual doses are in order and within the most')
  .refine(({ label, max }) => label === null || label <= max, 'the label dose is within the most')
  .refine(({ step, finest }) => Number.isInteger(Number((step / finest).toFixed(6))), 'a step is made of finest steps');

const Class = z.strictObject({
  family: z.enum(['botox', 'filler', 'laser']),
  kind: z.enum(['botox', 'hyaluronic_acid', 'laser', 'peeling']),
  session_max: Dose,
  label_session: Dose.nullable(),
  period_max: z.strictObject({ dose: Dose, weeks: Weeks }).nullable(),
  repeat_weeks: Weeks,
  review_weeks: Weeks,
  sessions: z.number().int().min(1),
  session_weeks: Weeks,
  course: z
    .strictObject({ onset_days: z.number().min(0), peak_days: z.number(), end_days: z.number() })
    .refine(({ onset_days, peak_days, end_days }) => onset_days < peak_days && peak_days < end_days, 'in order'),
  risks: z.array(z.string()).min(1),
  evidence: Evidence,
  reference: Reference,
});

const Share = z.number().min(0).max(1.2);
const Shares = z
  .tuple([Share, Share, Share])
  .refine(([low, likely, high]) => low <= likely && likely <= high, 'from low to high')
  .refine(([, likely]) => likely <= 1, 'the usual course is what the recipe draws, at most');
const days = ['3', '14', '30', '90', '180'] as const;

const Course = z.strictObject({
  shares: z.strictObject({ '3': Shares, '14': Shares, '30': Shares, '90': Shares, '180': Shares }),
  signs: z.array(z.enum(['swelling', 'bruising', 'redness', 'crusts'])).min(1),
  signs_days: z.number().int().min(1).max(30),
  evidence: Evidence,
  reference: Reference,
});

export const ClinicalDataset = z
  .strictObject({
    version: z.strictObject({
      version: z.string().regex(/^\d{4}-\d{2}-\d{2}(\.\d+)?$/),
      reviewed_by: z.strictObject({ name: z.string().min(3), registration: z.string().min(3), date: Day }).nullable(),
    }),
    treatments: z.record(z.string().regex(/^[a-z_]+$/), Treatment),
    classes: z.record(z.string(), Class),
    courses: z.record(z.string(), Course),
    contraindications: z.record(
      z.string(),
      z.strictObject({
        level: z.enum(['absolute', 'relative']),
        groups: z.array(Group),
        treatments: z.array(z.string()),
        reference: Reference,
      }),
    ),
    intervals: z.array(
      z.strictObject({ first: Group, second: Group, same_region: z.boolean(), weeks: Weeks, reference: Reference }),
    ),
    products: z.record(
      z.string(),
      z.strictObject({
        class: z.string(),
        usual_for: z.array(z.string()).min(1),
        alternatives: z.array(z.enum(Alternatives)).min(1),
        reference: Reference,
      }),
    ),
    aftercare: z.record(
      z.string(),
      z.strictObject({
        groups: z.array(Group).min(1),
        time: z.strictObject({ amount: z.number().int().min(1), unit: z.enum(['hour', 'day', 'week']) }).nullable(),
        reference: Reference,
      }),
    ),
    zones: z.record(z.string(), z.strictObject({ danger: z.enum(['high', 'raised', 'usual']), reference: Reference })),
    risks: z.record(
      z.string(),
      z.strictObject({ severity: z.enum(['serious', 'lasting', 'passing']), reference: Reference }),
    ),
  })
  .superRefine(({ treatments, classes, courses, products, contraindications, zones, risks }, context) => {
    const known = (name: string, table: object, path: string[]) => {
      if (!Object.hasOwn(table, name)) context.addIssue({ code: 'custom', path, message: `'${name}' is in no table` });
    };
    for (const [name, row] of Object.entries(treatments)) {
      known(row.class, classes, ['treatments', name, 'class']);
      if (row.zone !== null) known(row.zone, zones, ['treatments', name, 'zone']);
    }
    for (const [name, row] of Object.entries(classes))
      for (const risk of row.risks) known(risk, risks, ['classes', name, 'risks']);
    for (const name of Object.keys(classes)) known(name, courses, ['courses']);
    for (const [name, { shares }] of Object.entries(courses)) {
      known(name, classes, ['courses', name]);
      const course = classes[name]?.course;
      for (const day of days) {
        const isOutside = course && (Number(day) < course.onset_days || Number(day) >= course.end_days);
        if (isOutside && shares[day][1] > 0)
          context.addIssue({
            code: 'custom',
            path: ['courses', name, 'shares', day],
            message: 'outside of the course',
          });
      }
    }
    for (const [name, row] of Object.entries(products)) {
      known(row.class, classes, ['products', name, 'class']);
      for (const treatment of row.usual_for) {
        known(treatment, treatments, ['products', name, 'usual_for']);
        if (treatments[treatment]?.class !== row.class)
          context.addIssue({ code: 'custom', path: ['products', name], message: `'${treatment}' is of another class` });
      }
    }
    for (const name of Object.keys(treatments)) {
      const usual = Object.values(products).filter((row) => row.usual_for.includes(name));
      if (usual.length !== 1)
        context.addIssue({ code: 'custom', path: ['products'], message: `'${name}' needs one usual product` });
    }
    for (const [name, row] of Object.entries(contraindications))
      for (const treatment of row.treatments) known(treatment, treatments, ['contraindications', name, 'treatments']);
  });
export type ClinicalDataset = z.infer<typeof ClinicalDataset>;
