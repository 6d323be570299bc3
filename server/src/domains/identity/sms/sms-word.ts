type SmsWord = 'stop' | 'start' | 'confirm';

/**
 * Capitals, without accents. Our messages ask for STOP and CONFIRM in every language, and our pages for START;
 * networks and common habits add the others.
 */
const meanings: Readonly<Record<string, SmsWord>> = {
  STOP: 'stop',
  STOPALL: 'stop',
  UNSUBSCRIBE: 'stop',
  END: 'stop',
  QUIT: 'stop',
  ARRET: 'stop',
  START: 'start',
  UNSTOP: 'start',
  CONFIRM: 'confirm',
  CONFIRMED: 'confirm',
  CONFIRME: 'confirm',
  CONFIRMER: 'confirm',
  YES: 'confirm',
  OUI: 'confirm',
};

/** The meaning of an answer, by its first word. Null: the text is none of these words, and nothing happens. */
export function smsWord(text: string): SmsWord | null {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return meanings[/[A-Z]+/.exec(plain)?.[0] ?? ''] ?? null;
}
