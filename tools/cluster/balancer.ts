import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createProxyServer } from 'httpxy';

/** Milliseconds between two checks of /readyz. A stopping process must answer /readyz with 503 for longer than this. */
export const LOOK_EVERY_MS = 250;
const LOOK_PATIENCE_MS = 2_000;

export interface Balancer {
  listen(port: number): Promise<void>;
  /** Checks every process now. Resolves when each process has answered or has not answered for 2 seconds. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

interface Member {
  readonly origin: string;
  isReady: boolean;
  underWay: number;
}

/**
 * Creates a reverse proxy in front of several processes of the service. A request goes to the ready process with the
 * fewest requests. If /readyz of a process does not answer with success, for example because the process is stopping,
 * the proxy sends it no more requests. A stopping process finishes its running requests.
 *
 * @param origins of the processes, such as `http://127.0.0.1:4601`
 */
export function createBalancer(origins: readonly string[]): Balancer {
  const members: Member[] = origins.map((origin) => ({ origin, isReady: false, underWay: 0 }));
  const proxy = createProxyServer({ xfwd: true });
  const server = createServer((req, res) => void pass(req, res));
  const look = async () => void (await Promise.all(members.map(lookAt)));
  const looking = setInterval(() => void look(), LOOK_EVERY_MS);

  async function pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const [member] = members.filter(({ isReady }) => isReady).sort((one, other) => one.underWay - other.underWay);
    if (!member) return refuse(res, 503);
    member.underWay++;
    res.once('close', () => member.underWay--);
    await proxy.web(req, res, { target: member.origin }).catch(() => refuse(res, 502));
  }

  return {
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, resolve);
      }),
    look,
    stop: () =>
      new Promise((resolve) => {
        clearInterval(looking);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function lookAt(member: Member): Promise<void> {
  const answer = await fetch(`${member.origin}/readyz`, { signal: AbortSignal.timeout(LOOK_PATIENCE_MS) }).catch(
    () => undefined,
  );
  member.isReady = answer?.ok ?? false;
}

function refuse(res: ServerResponse, status: 502 | 503): void {
  if (res.headersSent) return void res.destroy();
  res.writeHead(status, { 'Retry-After': '1' }).end();
}
