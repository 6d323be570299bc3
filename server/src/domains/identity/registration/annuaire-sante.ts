import type { Profession } from '#contract/base.ts';
import { isNumberWrong, type NumberKind, numberKindOf, plainNumber } from '#contract/registration.ts';
import type { Config } from '#server/platform/config/config.ts';
import { findPractitioners, type Practitioner } from './fhir-practitioner.ts';
import { RegisterError } from './register-error.ts';
import type { Register, RegisterAnswer, Sought } from './register.ts';

const systems: Record<NumberKind, string> = {
  rpps: 'https://rpps.esante.gouv.fr',
  adeli: 'https://adeli.esante.gouv.fr',
};
/** Codes of the professions in the French nomenclature TRE-G15. */
const codes: Record<Profession, string> = { doctor: '10', nurse: '60' };
const isProfession = (system: string | undefined): boolean => /TRE.G15.ProfessionSante/i.test(system ?? '');

/**
 * Returns an adapter for the French register of health professionals. It queries the register's public FHIR service.
 */
export function annuaireSante({ url, key }: NonNullable<Config['annuaireSante']>): Register {
  const headers = { 'ESANTE-API-KEY': key };
  return {
    name: 'annuaire_sante',
    reads: (registration) =>
      numberKindOf(registration) && !isNumberWrong(registration) ? plainNumber(registration.registration_number) : null,
    async lookUp(number, sought) {
      const system = systems[number.length === 9 ? 'adeli' : 'rpps'];
      const found = await findPractitioners(url, headers, { system, value: number });
      // An entry of an active person without a profession is ignored. If it counted, a nurse could pass as a doctor.
      const people = found.filter((person) => person.active === false || professionsOf(person).length > 0);
      if (people.length === 0 && found.length > 0) throw new RegisterError('its answer names no profession');
      // The register lists a person with two professions twice under the same number.
      const answers = people.map((person) => answerOf(person, sought));
      const best = order.flatMap((outcome) => answers.filter((answer) => answer.outcome === outcome))[0];
      return best ?? { outcome: 'absent', says: {} };
    },
  };
}

const order = ['active', 'other_person', 'inactive', 'other_profession'] as const;

const professionsOf = ({ qualification }: Practitioner): string[] =>
  qualification
    .flatMap(({ code }) => code.coding)
    .flatMap(({ system, code }) => (isProfession(system) && code ? [code] : []));

function answerOf(person: Practitioner, { name, profession }: Sought): RegisterAnswer {
  const professions = professionsOf(person);
  const names = person.name.map(({ family = '', given, text }) => text ?? [...given, family].join(' ').trim());
  const says = {
    ...(person.id && { id: person.id }),
    ...(person.active !== undefined && { active: person.active }),
    names,
    professions,
  };
  if (professions.length > 0 && !professions.includes(codes[profession])) return { outcome: 'other_profession', says };
  if (person.active === false) return { outcome: 'inactive', says };
  const isNamed = person.name.some(({ family, text }) => contains(name, family ?? text ?? ''));
  return { outcome: isNamed ? 'active' : 'other_person', says };
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);

/**
 * Returns true if the name of the account contains each part of the family name, regardless of accents, hyphens and
 * capitals.
 */
function contains(name: string, family: string): boolean {
  const [there, wanted] = [wordsOf(name), wordsOf(family)];
  return wanted.length > 0 && wanted.every((word) => there.includes(word));
}
