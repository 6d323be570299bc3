import { type Exchange, send } from './exchange.ts';
import { sendCompressed } from './send-compressed.ts';

/** What a procedure answers: JSON as it stands, for it has passed the contract, or one file. */
export async function sendAnswer(exchange: Exchange, output: unknown): Promise<true> {
  if (!(output instanceof Blob)) return sendCompressed(exchange, 200, 'application/json', JSON.stringify(output) ?? '');
  const bytes = Buffer.from(await output.arrayBuffer());
  const headers = { 'Content-Disposition': dispositionOf(output instanceof File ? output.name : 'file') };
  if (output.type.startsWith('text/')) return sendCompressed(exchange, 200, output.type, bytes, headers);
  return send(exchange, 200, output.type, bytes, headers);
}

/** RFC 6266: the name in ASCII for all clients, and in UTF-8 for those that read it. */
const dispositionOf = (name: string): string =>
  `inline; filename="${name.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=utf-8''${encodeURIComponent(name).replace(/['()*]/g, percent)}`;

const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
