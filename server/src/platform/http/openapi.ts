import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { contract } from '#contract/index.ts';

/** The document is committed in this file, so that a code review shows each change of the contract. */
const OPENAPI_FILE = join(import.meta.dirname, '../../../generated/openapi.json');

/** Generates the OpenAPI 3.1 document of the contract, with keys in a stable order. */
export async function generateOpenApi(): Promise<OpenApiDocument> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const schemas: Record<string, object> = {};
  const document = await generator.generate(contract, {
    customErrorResponseBodySchema: (errors) => ({
      oneOf: errors.map(([code, , dataRequired, data]) => {
        schemas[code] = refusalSchema(code, dataRequired, data as object);
        return { $ref: `#/components/schemas/${code}` };
      }),
    }),
    info: {
      title: 'Flaira',
      version: '1',
      description:
        'Identity comes from the session cookie. An expected no is `{ code, status, data }` with a code of the procedure; the description of an operation says who may call it; `INVALID_INPUT` lists every field at once.',
    },
    servers: [{ url: '/' }],
  });
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...(document as unknown as OpenApiDocument), components: { schemas: sorted } };
}

/** Returns the schema of a refusal. It is the same in every procedure. */
const refusalSchema = (code: string, dataRequired: boolean, data: object): object => ({
  type: 'object',
  properties: {
    defined: { const: true },
    code: { const: code },
    status: { type: 'integer' },
    message: { type: 'string' },
    data,
  },
  required: ['defined', 'code', 'status', 'message', ...(dataRequired ? ['data'] : [])],
});

/** The parts of the document that the reference page uses. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  /** Names the callers who are admitted. */
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: unknown }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> }>
  >;
}

/** Generates the text of `openapi.json`, the file that is committed. */
export default async function writeOpenApi(): Promise<string> {
  return `${JSON.stringify(await generateOpenApi(), null, 2)}\n`;
}

if (import.meta.main) {
  mkdirSync(dirname(OPENAPI_FILE), { recursive: true });
  writeFileSync(OPENAPI_FILE, await writeOpenApi());
}
