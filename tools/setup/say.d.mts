export class SetupError extends Error {}
export function say(line: string): void;
export function sayWhile<T>(what: string, work: () => Promise<T>): Promise<T>;
export function main(work: () => Promise<void>): Promise<void>;
