/** The share of free space below which the store is reported as nearly full. */
const LITTLE = 0.1;
const DAY_MS = 86_400_000;

interface StoreState {
  readonly is_reachable: boolean;
  readonly free_bytes: number | null;
  readonly total_bytes: number | null;
  readonly last_backup_at: string | null;
}

/**
 * Whether photos are safe. The store must be reachable, and at least a tenth of its space must be free. If this machine
 * has made backups, the last one must be less than two days old. A machine without backups counts as safe, and so does
 * a store whose free space is unknown.
 */
export function isStoreWell(
  { is_reachable, free_bytes, total_bytes, last_backup_at }: StoreState,
  now_ms: number,
): boolean {
  const hasRoom = free_bytes === null || total_bytes === null || free_bytes >= total_bytes * LITTLE;
  const isBackedUp = last_backup_at === null || now_ms - Date.parse(last_backup_at) < 2 * DAY_MS;
  return is_reachable && hasRoom && isBackedUp;
}
