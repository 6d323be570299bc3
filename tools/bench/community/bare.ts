/** A bare node:http handler that runs given statements, one after the other as the service does, and answers the rows of the last. */
import { createServer } from 'node:http';
import { openKeepingPool } from '#server/platform/db/kept.ts';
import type { Statement } from './servers.ts';

const statements = JSON.parse(process.env.STATEMENTS ?? '[]') as Statement[];
const pool = openKeepingPool(process.env.DATABASE_URL ?? '', { max: 12 });

createServer(async (req, res) => {
  if (req.url === '/healthz') return void res.end();
  for await (const _ of req);
  let rows: unknown[] = [];
  const client = await pool.connect();
  for (const { text, values } of statements)
    rows = (await (values.length > 0 ? client.query(text, [...values]) : client.query(text))).rows;
  client.release();
  const body = JSON.stringify(rows);
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  res.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('disconnect', () => process.exit(0));
