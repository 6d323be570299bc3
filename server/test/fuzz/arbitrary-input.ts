import fc from 'fast-check';
import * as z from 'zod';

/** The part of JSON Schema that `z.toJSONSchema` uses for the contract's inputs. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | false;
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/**
 * Longest text and longest list in generated inputs. They exceed the limits of some texts and lists, but are short
 * enough for thousands of requests.
 */
const LONGEST = 300;
const MOST = 6;
/** A placeholder for a file until the input is sent. */
export const FILE = Symbol('file');

/**
 * Generates inputs that match a schema, including extreme values. The generator ignores the functions of a schema
 * (`refine`, `transform`), so some inputs are refused.
 *
 * @param ids ids of existing objects; most generated ids are among them
 */
export function inputsOf(schema: z.ZodType | undefined, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (!schema) return fc.constant({});
  return valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, ids);
}

function valuesOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const of = (inner: Schema) => valuesOf(inner, ids);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(of));
  if (typeof schema.type === 'object') return fc.oneof(...schema.type.map((type) => of({ ...schema, type })));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 53), max: schema.maximum ?? 2 ** 53 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e300, max: schema.maximum ?? 1e300, noNaN: true });
    case 'string':
      return textsOf(schema, ids);
    case 'array':
      return listsOf(schema, ids);
    case 'object':
      return objectsOf(schema, ids);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectsOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], propertyNames, additionalProperties } = schema;
  const fields = Object.entries(properties).map(([name, inner]) => [name, valuesOf(inner, ids)] as const);
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: [...required] as never[] });
  if (!propertyNames || !additionalProperties) return known;
  const names = valuesOf(propertyNames, ids) as fc.Arbitrary<string>;
  const every = propertyNames.enum?.map((name) => [name, valuesOf(additionalProperties, ids)] as const);
  return every ? fc.record(Object.fromEntries(every)) : fc.dictionary(names, valuesOf(additionalProperties, ids));
}

function listsOf({ prefixItems, items, minItems = 0, maxItems = MOST }: Schema, ids: readonly string[]) {
  if (prefixItems) return fc.tuple(...prefixItems.map((inner) => valuesOf(inner, ids)));
  const maxLength = Math.max(minItems, Math.min(maxItems, MOST));
  return items ? fc.array(valuesOf(items, ids), { minLength: minItems, maxLength }) : fc.constant([]);
}

function textsOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const { format, pattern, minLength = 0, maxLength = LONGEST } = schema;
  switch (format) {
    case 'uuid':
      return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() });
    case 'date':
      return instants.map((instant) => instant.slice(0, 10));
    case 'date-time':
      return instants;
    case 'email':
      return fc.emailAddress();
    case 'uri':
      return fc.webUrl();
    case 'binary':
      return fc.constant(FILE);
    default:
  }
  const size = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, LONGEST)) };
  if (pattern) return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= maxLength);
  // Odd texts whose length the schema forbids are left out here. If a filter of fast-check left them out, its random
  // search for a text of exactly 43 characters would never end.
  const odd = oddTexts.filter((text) => text.length >= minLength && text.length <= maxLength);
  return fc.oneof(
    fc.string({ ...size, unit: 'grapheme' }),
    fc.string({ ...size, unit: 'binary' }),
    ...(odd.length > 0 ? [fc.constantFrom(...odd)] : []),
    fc.constant('é'.repeat(Math.min(maxLength, 20_000))),
  );
}

const instants = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
    },
    {
      weight: 1,
      arbitrary: fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
    },
  )
  .map((date) => date.toISOString());

/**
 * Texts of kinds that often break programs: null characters, markup, patterns, SQL, text direction marks, names of
 * internals.
 */
const oddTexts = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202efdp.exe',
  "'; drop table users; --",
  '%_\\',
  '<script>alert(1)</script>',
  '{{constructor}}',
  '../../etc/passwd',
  '()*:&|!<->',
  '=1+1',
  '__proto__',
  '1e309',
  '\u0130\u0131\ufb01\u1e9e',
];

/** Values that match hardly any schema. */
const odd: readonly unknown[] = [
  null,
  '',
  0,
  -1,
  2 ** 31,
  2 ** 53,
  1e308,
  true,
  [],
  {},
  [[[[[[]]]]]],
  { __proto__: null, constructor: { prototype: 1 }, toString: 1 },
  'x'.repeat(100_000),
  Array.from({ length: 2000 }, () => 0),
  '-infinity',
  '0000-00-00',
  ...oddTexts,
];

/** Changes generated inputs so that one or two of their values are wrong. */
export const broken = (inputs: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      inputs,
      fc.array(fc.tuple(fc.nat(), fc.option(fc.constantFrom(...odd), { nil: undefined })), {
        minLength: 1,
        maxLength: 2,
      }),
    )
    .map(([input, breaks]) => breaks.reduce<unknown>((value, [where, what]) => put(value, where, what), input));

/**
 * Replaces one value in the input with `what`. `where` chooses the value by its position. If `what` is undefined, the
 * value is removed.
 */
function put(value: unknown, where: number, what: unknown): unknown {
  const copy: unknown = structuredClone(replaceFiles(value));
  const places = placesIn(copy);
  const place = places[where % places.length];
  if (!place) return what ?? null;
  (place.holder as Record<string, unknown>)[place.key] = what;
  return copy;
}

const replaceFiles = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inner === FILE ? 'no file' : inner]))
    : value;

interface Place {
  readonly holder: object;
  readonly key: string;
}
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [{ holder: value, key }, ...placesIn(inner)]);
}
