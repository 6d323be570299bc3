import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { ownZone } from '#web/lib/zoned.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { Select } from '#web/ui/text-field.tsx';
import styles from '../care.module.css';
import {
  countries,
  type Country,
  type Emergency,
  elsewhere,
  emergencyOf,
  isCountry,
} from '#contract/emergency-numbers.ts';
import { whereabouts } from './where.ts';

const ELSEWHERE = 'elsewhere';

type Numbers = Pick<Emergency, 'call' | 'text' | 'distress' | 'advice'>;

const numbersIn = (country: Country | undefined): Numbers => (country ? emergencyOf[country] : elsewhere);

/** Returns the state of the chosen country. Initially it is the country in which the person probably is. */
export const useCountry = (phone: string | null) =>
  useState(() => whereabouts({ zone: ownZone(), phone, languages: navigator.languages }));

/** Shows the emergency numbers of the person's country. The numbers are part of the page and need no network. */
export function EmergencyCalls({ country, onChange }: WhereaboutsProps) {
  const { t } = useTranslation('care');
  const { call, text } = numbersIn(country);
  const [first, ...others] = call;
  return (
    <Stack gap={16}>
      <Row gap={12} wrap className={styles.call}>
        <a href={telOf(first)} className={buttonClass({ variant: 'primary', size: 'l' })}>
          {t('urgent.dial', { number: first })}
        </a>
        {others.map((number) => (
          <a key={number} href={telOf(number)} className={buttonClass({ variant: 'line', size: 'l' })}>
            {t('urgent.dial', { number })}
          </a>
        ))}
        {text && (
          <a href={`sms:${text}`} className={buttonClass({ variant: 'line', size: 'l' })}>
            {t('urgent.by_text', { number: text })}
          </a>
        )}
      </Row>
      {!country && <p>{t('urgent.elsewhere_text')}</p>}
      <Whereabouts country={country} onChange={onChange} />
    </Stack>
  );
}

/**
 * Shows the numbers for other kinds of help. In an urgent report they are below the instructions, because the
 * instructions are more urgent.
 */
export function OtherCalls({ country }: Pick<WhereaboutsProps, 'country'>) {
  const { t } = useTranslation('care');
  const { distress, advice } = numbersIn(country);
  return (
    <>
      {distress && (
        <p>
          {t('urgent.distress')} <Number number={distress} />
        </p>
      )}
      {advice && (
        <p>
          {t('urgent.advice')} <Number number={advice} />
        </p>
      )}
    </>
  );
}

const telOf = (number: string) => `tel:${number.replaceAll(' ', '')}`;

function Number({ number }: { number: string }) {
  return (
    <a href={telOf(number)} className="link num" dir="ltr">
      {number}
    </a>
  );
}

interface WhereaboutsProps {
  country: Country | undefined;
  onChange: (country: Country | undefined) => void;
}

function Whereabouts({ country, onChange }: WhereaboutsProps) {
  const { t } = useTranslation('care');
  const language = useReadingLanguage();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const sorted = countries
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
  return (
    <Select
      label={t('urgent.where')}
      className={styles.where}
      value={country ?? ELSEWHERE}
      onChange={({ currentTarget: { value } }) => onChange(isCountry(value) ? value : undefined)}
    >
      {sorted.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
      <option value={ELSEWHERE}>{t('urgent.elsewhere')}</option>
    </Select>
  );
}
