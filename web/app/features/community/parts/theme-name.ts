import { useTranslation } from 'react-i18next';
import { ThemeCatalogue } from '#contract/community/themes.ts';

type Known = (typeof ThemeCatalogue)[keyof typeof ThemeCatalogue][number];
const known: readonly string[] = Object.values(ThemeCatalogue).flat();
const isKnown = (theme: string): theme is Known => known.includes(theme);

/**
 * Returns two functions. `nameOf` translates a theme of the catalogue into the reader's language. `themeOf` finds the
 * theme for a translated name. A theme that is not in the catalogue is free text and stays unchanged.
 */
export function useThemes() {
  const { t } = useTranslation('community');
  const nameOf = (theme: string): string => (isKnown(theme) ? t(`theme.${theme}`) : theme);
  const themeOf = (name: string): string => {
    const same = (other: string) => other.localeCompare(name, undefined, { sensitivity: 'base' }) === 0;
    return known.find((theme) => same(nameOf(theme))) ?? name;
  };
  return { nameOf, themeOf };
}
