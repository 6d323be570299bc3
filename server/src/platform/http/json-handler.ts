import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard';
import { StandardOpenAPICodec, StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import { type AnyProcedure, type AnyRouter, type Context, ORPCError } from '@orpc/server';
import { StandardHandler, type StandardHandlerOptions } from '@orpc/server/standard';
import { unreadableInput } from './api-errors.ts';
import { MAX_UPLOAD_BYTES } from './body-limits.ts';
import { type Exchange, send } from './exchange.ts';
import { readBytes } from './read-body.ts';
import { sendCompressed } from './send-compressed.ts';

/**
 * The contract over HTTP, as OpenAPI describes it. An answer that is no file has passed the contract, and is JSON as it stands: it is written as it is,
 * without being copied value by value for kinds that JSON does not know.
 */
class JsonCodec extends StandardOpenAPICodec {
  override encode(output: unknown, procedure: AnyProcedure) {
    return { status: procedure['~orpc'].route.successStatus ?? 200, headers: {}, body: output };
  }
}

/** Answers a call; false when no procedure has this address. */
export type CallHandler<T extends Context> = (exchange: Exchange, context: T) => Promise<boolean>;

/** Calls come as JSON or, with files, as a form; answers are JSON, or one file. */
export function jsonHandler<T extends Context>(router: AnyRouter, options: StandardHandlerOptions<T>): CallHandler<T> {
  const serializer = new StandardOpenAPISerializer(
    new StandardOpenAPIJsonSerializer(),
    new StandardBracketNotationSerializer(),
  );
  const handler = new StandardHandler<T>(router, new StandardOpenAPIMatcher(), new JsonCodec(serializer), options);
  return async (exchange, context) => {
    const { req, url } = exchange;
    const request = {
      method: req.method ?? 'GET',
      url,
      headers: req.headers,
      signal: undefined,
      body: () => readInput(exchange),
    };
    const { matched, response } = await handler.handle(request, { context });
    if (matched) await write(exchange, response.status, response.body);
    return matched;
  };
}

async function readInput({ req, res }: Exchange): Promise<unknown> {
  const type = req.headers['content-type'] ?? 'application/json';
  const isForm = type.startsWith('multipart/form-data');
  if (!isForm && !type.startsWith('application/json')) throw unreadableInput();
  const bytes = await readBytes(req, MAX_UPLOAD_BYTES).catch((error: unknown) => {
    if (!(error instanceof RangeError)) throw error;
    res.setHeader('Connection', 'close');
    throw new ORPCError('PAYLOAD_TOO_LARGE');
  });
  if (isForm) return new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  return bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : undefined;
}

async function write(exchange: Exchange, status: number, body: unknown): Promise<void> {
  if (!(body instanceof Blob)) {
    await sendCompressed(exchange, status, 'application/json', JSON.stringify(body) ?? '');
    return;
  }
  const bytes = Buffer.from(await body.arrayBuffer());
  const headers = { 'Content-Disposition': dispositionOf(body instanceof File ? body.name : 'file') };
  if (body.type.startsWith('text/')) await sendCompressed(exchange, status, body.type, bytes, headers);
  else send(exchange, status, body.type, bytes, headers);
}

/** RFC 6266: the name for all, and once more for those that read other letters. */
const dispositionOf = (name: string): string =>
  `inline; filename="${name.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=utf-8''${encodeURIComponent(name).replace(/['()*]/g, percent)}`;

const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
