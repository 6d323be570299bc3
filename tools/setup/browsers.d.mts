export function findFirefox(): string | undefined;
export function ensureOtherBrowsers(): Promise<('firefox' | 'webkit')[]>;
