export function makeSecrets(dataDir: string): void;
export function pushKeys(): { readonly VAPID_PUBLIC_KEY: string; readonly VAPID_PRIVATE_KEY: string };
