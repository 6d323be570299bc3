/** Whether a client takes answers in this content encoding, by its Accept-Encoding. */
export const accepts = (accepted: string, name: string): boolean =>
  accepted.split(',').some((entry) => entry.trim().split(';')[0] === name && !/;\s*q=0(\.0*)?$/.test(entry.trim()));
