/**
 * A bare node:http handler. For each reader, it runs the same statements as the service, one after the other, and
 * returns the service's recorded answer.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { openKeepingConnections, keptStatement } from '#server/platform/db/kept.ts';
import type { Recording } from './servers.ts';

const connections = openKeepingConnections(process.env.DATABASE_URL ?? '');
const [recordings] = (await once(process, 'message')) as [Recording[]];

createServer(async (req, res) => {
  if (req.url === '/healthz') return void res.end();
  for await (const _ of req);
  const recording = recordings[Number(req.headers.cookie?.slice('reader='.length))];
  if (!recording) return void res.writeHead(404).end();
  for (const { text, values } of recording.statements) await connections.query(keptStatement(text, values));
  const body = JSON.stringify(recording.answer);
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  res.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('disconnect', () => process.exit(0));
