import { describeSchema } from './describe-schema.ts';
import { escapeHtml, plainPage } from './html.ts';
import type { OpenApiDocument, Operation } from './openapi.ts';

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/**
 * Returns the API reference as one plain page. It is readable without scripts, can be printed, and makes no requests to
 * other hosts.
 */
export function referencePage(document: OpenApiDocument): string {
  const groups = Object.entries(Object.groupBy(entriesOf(document), ({ operation }) => operation.tags?.[0] ?? 'other'));
  const contents = groups.map(([tag]) => `<li><a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a></li>`).join('');
  const sections = groups.map(
    ([tag, entries]) =>
      `<section><h2 id="${escapeHtml(tag)}">${escapeHtml(tag)}</h2>${(entries ?? []).map(entryHtml).join('')}</section>`,
  );
  return plainPage(
    'API reference',
    `<main><h1>API reference</h1><p>${escapeHtml(document.info.description ?? '')}</p>
<p><a href="/api/openapi.json">openapi.json</a>. Accounts (sign-up, sign-in, second factor) are under /api/auth; live events under /api/events.</p>
<nav aria-label="Domains"><ul>${contents}</ul></nav>${sections.join('')}</main>`,
  );
}

const entriesOf = ({ paths }: OpenApiDocument): Entry[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

function entryHtml({ method, path, operation }: Entry): string {
  const { '200': answer, ...refusals } = operation.responses;
  const [type, input] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return `<details class="card"><summary><span class="method">${method}</span> <code>${escapeHtml(path)}</code><p>${escapeHtml(operation.summary ?? '')}</p></summary>
<h3>Who may call it</h3><p>${escapeHtml(operation.description ?? '')}</p>
${input ? `<h3>Input, ${escapeHtml(type ?? '')}</h3>${schemaHtml(input.schema)}` : ''}
<h3>Answer</h3>${schemaHtml(schemaOf(answer?.content))}
<h3>Refusals</h3><ul>${Object.entries(refusals)
    .map(([status, { content }]) => refusalHtml(status, content))
    .join('')}</ul>
</details>`;
}

const schemaHtml = (schema: unknown): string =>
  schema === undefined ? '<p>Nothing.</p>' : `<pre>${escapeHtml(describeSchema(schema))}</pre>`;

type Content = Operation['responses'][string]['content'];

const schemaOf = (content: Content): unknown => Object.values(content ?? {})[0]?.schema;

/** Lists the refusal codes of one HTTP status. Each code has its own schema. */
function refusalHtml(status: string, content: Content): string {
  const { oneOf = [] } = (schemaOf(content) ?? {}) as { oneOf?: readonly { $ref: string }[] };
  const codes = oneOf.map(({ $ref }) => `<code>${escapeHtml($ref.split('/').at(-1) ?? '')}</code>`);
  return `<li>${status} ${codes.join(', ')}</li>`;
}
