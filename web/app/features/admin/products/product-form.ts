import type { Product, SaveProduct } from '#contract/progress.ts';
import { exactCentsOf } from '../amount.ts';

type ProductInput = Omit<SaveProduct, 'idempotency_key'>;

/** The typed values of the form. The price is a text. */
export interface ProductForm extends Omit<ProductInput, 'id' | 'version' | 'price_cents' | 'position'> {
  readonly price: string;
  readonly position: string;
}

export const emptyForm: ProductForm = {
  name_en: '',
  name_fr: '',
  description_en: '',
  description_fr: '',
  price: '',
  currency: 'EUR',
  for_treatments: [],
  for_scores: [],
  is_active: true,
  position: '10',
};

export function formOf({ price_cents, position, ...product }: Product): ProductForm {
  const { name_en, name_fr, description_en, description_fr, currency, for_treatments, for_scores, is_active } = product;
  const words = { name_en, name_fr, description_en, description_fr };
  const price = price_cents % 100 === 0 ? String(price_cents / 100) : (price_cents / 100).toFixed(2);
  return { ...words, price, currency, for_treatments, for_scores, is_active, position: String(position) };
}

export const wordFields = ['name_en', 'name_fr', 'description_en', 'description_fr'] as const;
export type FaultyField = (typeof wordFields)[number] | 'price' | 'position' | 'reasons';

/** Returns every field with an invalid value. */
export function faultsOf(form: ProductForm): FaultyField[] {
  const cents = exactCentsOf(form.price);
  return [
    ...wordFields.filter((field) => form[field].trim() === ''),
    ...(cents === null || cents > 1_000_000 ? (['price'] as const) : []),
    ...(/^\d{1,4}$/.test(form.position.trim()) ? [] : (['position'] as const)),
    ...(form.for_treatments.length + form.for_scores.length > 0 ? [] : (['reasons'] as const)),
  ];
}

/** Converts a valid form into the input of the API procedure that saves a product. */
export function inputOf({ price, position, ...form }: ProductForm, known: Product | undefined): ProductInput {
  const place = { price_cents: exactCentsOf(price) ?? 0, position: Number(position) };
  return { ...form, ...place, ...(known ? { id: known.id } : {}), version: known?.version ?? 0 };
}
