import { PhotoLimits } from '#contract/intake.ts';
import { type Exchange, sendRefusal } from './exchange.ts';

const MB = 1024 * 1024;
/** A photo, and the fields and boundaries around it. */
export const MAX_UPLOAD_BYTES = (PhotoLimits.max_mb + 1) * MB;
export const MAX_JSON_BYTES = MB;
/** A browser reads no answer while it still sends: up to here the rest of the body is read and thrown away. */
const DRAINED_BYTES = 200 * MB;

/** Refuses a body that says it is too long, before it is read. Bodies that lie are cut off while they are read. */
export function refuseLongBody(exchange: Exchange): boolean {
  const { req, res } = exchange;
  const isUpload = req.headers['content-type']?.startsWith('multipart/form-data') ?? false;
  const length = Number(req.headers['content-length'] ?? 0);
  if (!isUpload && req.headers['transfer-encoding'] !== undefined)
    return sendRefusal(exchange, 411, 'LENGTH_REQUIRED', undefined, { Connection: 'close' });
  if (length <= (isUpload ? MAX_UPLOAD_BYTES : MAX_JSON_BYTES)) return false;
  if (length <= DRAINED_BYTES) req.resume();
  else res.once('finish', () => req.destroy());
  const headers = { Connection: 'close' };
  if (isUpload) return sendRefusal(exchange, 413, 'PHOTO_TOO_BIG', { max_mb: PhotoLimits.max_mb }, headers);
  return sendRefusal(exchange, 413, 'TOO_LONG', { max_bytes: MAX_JSON_BYTES }, headers);
}
