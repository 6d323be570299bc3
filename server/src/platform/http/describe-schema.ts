/** The part of JSON Schema that our contract uses. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly contentMediaType?: string;
}

/** Returns a schema in readable form, indented: `{ id: uuid, name: string (1 to 80 long), tags?: string[] }`. */
export function describeSchema(schema: unknown, indent = ''): string {
  const {
    anyOf,
    oneOf,
    allOf,
    enum: values,
    type,
    items,
    properties,
    additionalProperties,
    ...rest
  } = (schema ?? {}) as Schema;
  const choices = anyOf ?? oneOf ?? allOf;
  if (choices) return [...new Set(choices.map((choice) => describeSchema(choice, indent)))].join(allOf ? ' & ' : ' | ');
  if (rest.const !== undefined) return JSON.stringify(rest.const);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array') return listOf(describeSchema(items, indent), rest.maxItems);
  if (properties) return describeObject(properties, rest.required ?? [], indent);
  if (type === 'object')
    return `{ [key]: ${typeof additionalProperties === 'object' ? describeSchema(additionalProperties, indent) : 'any'} }`;
  if (rest.contentMediaType) return 'file';
  return `${rest.format ?? type ?? 'any'}${limits(rest)}`;
}

const listOf = (item: string, most: number | undefined): string =>
  `${/[|&]/.test(item) ? `(${item})` : item}[]${most === undefined ? '' : ` (${most} at most)`}`;

function describeObject(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  indent: string,
): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, property]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${describeSchema(property, inner)}`,
  );
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{}';
}

function limits({ minimum, maximum, minLength, maxLength, format }: Schema): string {
  const [low, high, unit] = maxLength === undefined ? [minimum, maximum, ''] : [minLength, maxLength, ' long'];
  const isReal = high !== undefined && Math.abs(high) < Number.MAX_SAFE_INTEGER && !format;
  return isReal ? ` (${low ?? 0} to ${high}${unit})` : '';
}
