import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * This module is loaded before the service. As long as the file that FAULT_FULL_DISK names exists, every `writeFile` of
 * a file handle fails as on a full disk. Opening a file still works, as on a real full disk.
 */
const flag = process.env.FAULT_FULL_DISK ?? '';
const handle = await open(import.meta.filename);
const { writeFile } = Object.getPrototypeOf(handle);
Object.getPrototypeOf(handle).writeFile = function (...args) {
  if (!existsSync(flag)) return writeFile.apply(this, args);
  return Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));
};
await handle.close();
