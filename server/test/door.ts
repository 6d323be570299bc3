import type { HttpServer } from '#server/platform/http/create-http-server.ts';

/** Sends requests to the service on a free port of this machine. The first request starts the service. */
export function door(open: () => Promise<HttpServer>) {
  let opened: Promise<{ server: HttpServer; port: number }> | undefined;
  const start = async () => {
    const server = await open();
    return { server, port: await server.listen(0, '127.0.0.1') };
  };
  return {
    async send(path: string, init: RequestInit): Promise<Response> {
      opened ??= start();
      const { port } = await opened;
      const headers = new Headers(init.headers);
      headers.set('connection', 'close');
      return fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
    },
    async close(): Promise<void> {
      await (await opened)?.server.stop();
    },
  };
}
