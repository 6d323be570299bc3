/** A bare node:http handler that runs given statements, one after the other as the service does, and answers the rows of the last. */
import { createServer } from 'node:http';
import { openKeepingConnections, keptStatement } from '#server/platform/db/kept.ts';
import type { Statement } from './servers.ts';

const statements = JSON.parse(process.env.STATEMENTS ?? '[]') as Statement[];
const connections = openKeepingConnections(process.env.DATABASE_URL ?? '');

createServer(async (req, res) => {
  if (req.url === '/healthz') return void res.end();
  for await (const _ of req);
  let rows: unknown[] = [];
  for (const { text, values } of statements) rows = (await connections.query(keptStatement(text, values))).rows;
  const body = JSON.stringify(rows);
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  res.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('disconnect', () => process.exit(0));
