import type { ReadingLanguage } from '#contract/languages.ts';
import { Check, ChevronDown, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  Autocomplete,
  Button,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  Select,
  SelectValue,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/icon.tsx';
import { type Country, countriesIn, isMatch } from './countries.ts';
import styles from './country-picker.module.css';
import flagsUrl from './flags.svg';

interface Props {
  language: ReadingLanguage;
  /** The two-letter code of the country. */
  country: string;
  onChange: (code: string) => void;
}

/**
 * A narrow button with the chosen country and its dial code. It opens a list that can be searched by name or by number.
 */
export function CountryPicker({ language, country, onChange }: Props) {
  const { t } = useTranslation('questionnaire');
  const countries = useMemo(() => countriesIn(language), [language]);
  const byName = useMemo(() => new Map(countries.map((one) => [textOf(one), one])), [countries]);
  const [wasOpened, setOpened] = useState(false);
  const chosen = countries.find(({ code }) => code === country);
  return (
    <Select
      className="field"
      selectedKey={country}
      onSelectionChange={(key) => key && onChange(String(key))}
      onOpenChange={(isOpen) => isOpen && setOpened(true)}
    >
      <Label className="field__label">{t('account.country')}</Label>
      <Button className={`input ${styles.button}`}>
        <SelectValue className="num">
          {chosen && (
            <>
              <span className="visually-hidden">{chosen.name} </span>
              <Flag code={chosen.code} isDrawn={wasOpened} />+{chosen.dialCode}
            </>
          )}
        </SelectValue>
        <Icon as={ChevronDown} size="s" />
      </Button>
      <Popover className={styles.popover} placement="bottom start" offset={4}>
        <Autocomplete filter={(text, search) => isMatch(byName.get(text), search)}>
          <SearchField className={styles.search} aria-label={t('account.country.placeholder')}>
            <Icon as={Search} size="s" />
            <Input className={`input ${styles.input}`} placeholder={t('account.country.placeholder')} />
          </SearchField>
          <ListBox
            className={styles.list}
            items={countries}
            renderEmptyState={() => <p className={styles.none}>{t('account.country.none')}</p>}
          >
            {(one: Country) => (
              <ListBoxItem id={one.code} className={styles.item} textValue={textOf(one)}>
                <Flag code={one.code} isDrawn />
                <span>{one.name}</span>
                <span className="muted num">+{one.dialCode}</span>
                <Icon as={Check} size="s" className={styles.tick} />
              </ListBoxItem>
            )}
          </ListBox>
        </Autocomplete>
      </Popover>
    </Select>
  );
}

interface FlagProps {
  code: string;
  /**
   * False until the list is opened. Until then the two-letter code is shown, and the file with the flags (45 kB) is not
   * loaded.
   */
  isDrawn: boolean;
}

/**
 * Draws a flag as an image, because many systems lack emoji flags and would show empty boxes. Screen readers announce
 * the name of the country next to it.
 */
function Flag({ code, isDrawn }: FlagProps) {
  if (!isDrawn) return <span className={styles.letters} data-code={code} aria-hidden="true" />;
  return (
    <svg className={styles.flag} aria-hidden="true">
      <use href={`${flagsUrl}#${code}`} />
    </svg>
  );
}

function textOf({ name, dialCode }: Country): string {
  return `${name} +${dialCode}`;
}
