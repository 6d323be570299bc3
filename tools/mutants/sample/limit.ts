const LIMIT = 20;

export const isWithin = (dose: number): boolean => {
  if (dose < 0) throw new RangeError('a dose below nothing');
  return dose <= LIMIT;
};
