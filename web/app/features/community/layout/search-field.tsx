import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useLocale, usePathname } from '#web/lib/locale.tsx';
import { singleKeysAreOn } from '#web/lib/shortcuts.ts';
import { inLanguage } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Key } from '#web/ui/key.tsx';
import styles from './header.module.css';

const QuickResults = lazy(() => import('../search/quick-results.tsx'));

const pause_ms = 150;

/**
 * The search field. The first results appear below it while the person types. On the results page, the results replace
 * the content of the page. The / key moves the focus to the field from anywhere.
 */
export function SearchField({ takesFocus = false }: { takesFocus?: boolean }) {
  const { t } = useTranslation('community');
  const input = useRef<HTMLInputElement>(null);
  const { text, setText, open, isResults } = useSearchText();
  const [isTyped, setTyped] = useState(false);
  useSlash(input);

  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);

  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          open();
        }}
      >
        <Icon as={Search} size="s" />
        <input
          ref={input}
          type="search"
          name="q"
          autoComplete="off"
          maxLength={200}
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setTyped(true);
          }}
        />
        <Key className="only-large" isDecoration>
          /
        </Key>
      </form>
      {isTyped && !isResults && (
        <Suspense>
          <QuickResults text={text} input={input} />
        </Suspense>
      )}
    </search>
  );
}

function useSearchText() {
  const navigate = useNavigate();
  const locale = useLocale();
  const isResults = inLanguage(usePathname(), 'en') === '/community/search';
  const [params] = useSearchParams();
  const asked = isResults ? (params.get('q') ?? '') : '';
  const [text, setText] = useState(asked);
  const typed = useRef(asked);

  // After Back or Forward, the field shows the text of the address. Text that was typed a moment ago is newer than the
  // address, so this text stays.
  useEffect(() => {
    if (asked === typed.current) return;
    typed.current = asked;
    setText(asked);
  }, [asked]);

  const go = (replace: boolean) => {
    const next = new URLSearchParams(isResults ? params : undefined);
    next.set('q', text.trim());
    typed.current = text.trim();
    navigate(`${inLanguage('/community/search', locale)}?${next}`, { replace });
  };

  useEffect(() => {
    if (!isResults || text.trim() === asked) return;
    const timer = setTimeout(() => go(true), pause_ms);
    return () => clearTimeout(timer);
  });

  return { text, setText, open: () => go(isResults), isResults };
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select') !== null);

function useSlash(input: React.RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target) || !singleKeysAreOn()) return;
      // The header has a search field. On a phone, the results page has another one. Only one of them is visible.
      if (!input.current?.getClientRects().length) return;
      event.preventDefault();
      input.current.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}
