import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard';
import { StandardOpenAPICodec, StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import type { AnyProcedure, AnyRouter, Context } from '@orpc/server';
import { NodeHttpHandler, type NodeHttpHandlerOptions } from '@orpc/server/node';
import { StandardHandler, type StandardHandlerOptions } from '@orpc/server/standard';

/**
 * The contract over HTTP, as OpenAPI describes it. An answer that is no file has passed the contract, and is JSON as it stands: it is written as it is,
 * without being copied value by value for kinds that JSON does not know.
 */
class JsonCodec extends StandardOpenAPICodec {
  override encode(output: unknown, procedure: AnyProcedure) {
    if (output instanceof Blob || output instanceof ReadableStream) return super.encode(output, procedure);
    return { status: procedure['~orpc'].route.successStatus ?? 200, headers: {}, body: output };
  }
}

export function jsonHandler<T extends Context>(
  router: AnyRouter,
  options: NodeHttpHandlerOptions<T> & StandardHandlerOptions<T>,
): NodeHttpHandler<T> {
  const serializer = new StandardOpenAPISerializer(
    new StandardOpenAPIJsonSerializer(),
    new StandardBracketNotationSerializer(),
  );
  return new NodeHttpHandler(
    new StandardHandler(router, new StandardOpenAPIMatcher(), new JsonCodec(serializer), options),
    options,
  );
}
