import type { ClinicService, ServiceFields } from '#contract/clinics.ts';
import { exactCentsOf, unitsOf } from '../amount.ts';

const numbers = ['minutes', 'buffer_before', 'buffer_after', 'lead_hours', 'days_ahead', 'free_until_hours'] as const;
export type NumberField = (typeof numbers)[number];

/** The smallest and the largest value of each field. They are the same as in the contract. */
const bounds: Record<NumberField, readonly [number, number]> = {
  minutes: [5, 480],
  buffer_before: [0, 120],
  buffer_after: [0, 120],
  lead_hours: [0, 720],
  days_ahead: [1, 365],
  free_until_hours: [0, 720],
};

/** The typed values. Amounts are texts in units of the currency, for example '30.50'. */
export type ServiceForm = Record<NumberField | 'name_en' | 'name_fr' | 'price' | 'deposit', string> &
  Pick<
    ServiceFields,
    'treatment' | 'currency' | 'is_direct' | 'is_video' | 'is_review' | 'is_active' | 'practitioner_ids' | 'room_ids'
  >;

export const emptyService: ServiceForm = {
  name_en: '',
  name_fr: '',
  treatment: 'Other',
  minutes: '30',
  buffer_before: '0',
  buffer_after: '10',
  lead_hours: '24',
  days_ahead: '90',
  price: '',
  deposit: '',
  currency: 'EUR',
  is_direct: false,
  is_video: false,
  is_review: false,
  free_until_hours: '48',
  is_active: true,
  practitioner_ids: [],
  room_ids: [],
};

export function serviceFormOf(service: ClinicService): ServiceForm {
  const { id: _id, version: _version, price_cents, deposit_cents, ...fields } = service;
  const typed = Object.fromEntries(numbers.map((name) => [name, String(fields[name])])) as Record<NumberField, string>;
  return { ...fields, ...typed, price: unitsOf(price_cents), deposit: unitsOf(deposit_cents) };
}

export type ServiceFault =
  | NumberField
  | 'name_en'
  | 'name_fr'
  | 'price'
  | 'price_needed'
  | 'price_free'
  | 'deposit'
  | 'deposit_high';

/** Returns all invalid fields at once. */
export function serviceFaults(form: ServiceForm): ServiceFault[] {
  const price = exactCentsOf(form.price);
  const deposit = exactCentsOf(form.deposit);
  const isWrong = (typed: string, cents: number | null) => typed.trim() !== '' && (cents === null || cents < 1);
  return [
    ...(['name_en', 'name_fr'] as const).filter((name) => !form[name].trim()),
    ...numbers.filter((name) => !isBetween(form[name], bounds[name])),
    ...(isWrong(form.price, price) ? (['price'] as const) : []),
    ...(form.is_direct && form.price.trim() === '' ? (['price_needed'] as const) : []),
    ...(form.is_review && form.price.trim() !== '' ? (['price_free'] as const) : []),
    ...(isWrong(form.deposit, deposit) ? (['deposit'] as const) : []),
    ...(deposit !== null && (price === null || deposit > price) ? (['deposit_high'] as const) : []),
  ];
}

const isBetween = (typed: string, [least, most]: readonly [number, number]): boolean =>
  /^\d{1,4}$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most;

/** Converts a valid form into the fields to send. */
export function serviceInput(form: ServiceForm): ServiceFields {
  const { price, deposit, name_en, name_fr, ...rest } = form;
  const read = Object.fromEntries(numbers.map((name) => [name, Number(form[name])])) as Record<NumberField, number>;
  return {
    ...rest,
    ...read,
    name_en: name_en.trim(),
    name_fr: name_fr.trim(),
    price_cents: exactCentsOf(price),
    deposit_cents: exactCentsOf(deposit),
    room_ids: form.is_video ? [] : form.room_ids,
  };
}
