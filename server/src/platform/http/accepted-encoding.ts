/** Returns whether a client accepts this content encoding, according to its Accept-Encoding header. */
export const accepts = (accepted: string, name: string): boolean =>
  accepted.split(',').some((entry) => entry.trim().split(';')[0] === name && !/;\s*q=0(\.0*)?$/.test(entry.trim()));
