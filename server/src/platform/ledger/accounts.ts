/**
 * The chart of accounts, with the numbers of the French plan comptable général. docs/decisions/0043-one-ledger.md gives
 * the reasons. Postings, exports and screens all use these accounts.
 */
export const Accounts = {
  clients: { number: '411', label: 'Clients' },
  disputed: { number: '416', label: 'Clients douteux ou litigieux' },
  credits: { number: '4191', label: 'Clients - Avances et acomptes reçus' },
  vat: { number: '4457', label: 'TVA collectée' },
  practitioners: { number: '467', label: 'Autres comptes débiteurs ou créditeurs - Praticiens' },
  bank: { number: '512', label: 'Banques' },
  provider: { number: '517', label: 'Autres organismes financiers - Prestataire de paiement' },
  transfers: { number: '580', label: 'Virements internes - Conversions' },
  fees: { number: '627', label: 'Services bancaires et assimilés' },
  losses: { number: '654', label: 'Pertes sur créances irrécouvrables' },
  services: { number: '706', label: 'Prestations de services' },
} as const;
export type Account = keyof typeof Accounts;

/** The three journals: bank and payment provider, sales, and all other entries. */
export const Journals = { BQ: 'Banque et prestataire de paiement', VE: 'Ventes', OD: 'Opérations diverses' } as const;
export type Journal = keyof typeof Journals;
