import { encode } from 'uqr';
import styles from './qr-code.module.css';

/**
 * The width of the light margin around the QR code, in modules (the squares of the code). A camera needs the margin to
 * find the code.
 */
const QUIET_MODULES = 4;

/**
 * Draws a text as a QR code. The browser draws it, so that no other service learns the secret. It is dark on white in
 * every theme, as cameras expect.
 */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_MODULES });
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={data.map(rowPath).join('')} />
    </svg>
  );
}

/** Returns an SVG path with one rectangle for each run of dark modules in a row of the QR code. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x++) {
    const start = x;
    while (row[x]) x++;
    if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`;
  }
  return path;
}
