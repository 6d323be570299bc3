type SmsWord = 'stop' | 'start' | 'confirm';

/**
 * The meanings of replies by SMS. The words are in capitals without accents. Our messages ask for STOP and CONFIRM in
 * every language, and our pages ask for START. The other words are here because they are common or because mobile
 * networks require them.
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

/**
 * Returns the meaning of the first word of a reply. Returns null if the word is not in the list. Such a reply has no
 * effect.
 */
export function smsWord(text: string): SmsWord | null {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return meanings[/[A-Z]+/.exec(plain)?.[0] ?? ''] ?? null;
}
