import { bringFonts } from './bring-fonts.ts';
import { closeMenusOutside } from './close-menus.ts';

/**
 * This script is on all pages that are sent without React. Some of these pages have a further script. The pages show
 * all their content without any script.
 */
const count_ms = 2000;
const visibleShare = 0.3;
const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;

function countUp(figures: HTMLElement[]) {
  const format = new Intl.NumberFormat(document.documentElement.lang === 'fr' ? 'fr-FR' : 'en-GB');
  const start = performance.now();
  const step = (now: number) => {
    const share = Math.min(1, (now - start) / count_ms);
    const eased = 1 - (1 - share) ** 3;
    for (const figure of figures) figure.textContent = format.format(Math.round(Number(figure.dataset.count) * eased));
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/**
 * Counts up to the numbers once, as soon as three tenths of the strip are visible. If the person prefers reduced
 * motion, the numbers do not count up.
 */
function countWhenSeen(strip: HTMLElement) {
  const figures = [...strip.querySelectorAll<HTMLElement>('[data-count]')];
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      countUp(figures);
    },
    { threshold: visibleShare },
  );
  // The width of the final number is reserved, so that nothing moves while the number counts up.
  for (const figure of figures) {
    figure.style.minInlineSize = `${figure.offsetWidth}px`;
    figure.textContent = '0';
  }
  observer.observe(strip);
}

/**
 * Shows the two buttons of a list that scrolls without scripts, and makes them work. Each button moves the list by one
 * card fewer than fit in it, but at least by one. A button is inactive at its end of the list.
 */
function makeCarousel(section: HTMLElement) {
  const list = section.querySelector<HTMLElement>('[data-carousel-list]');
  const buttons = section.querySelector<HTMLElement>('[data-carousel-buttons]');
  if (!list || !buttons) return;
  const steps = [...buttons.querySelectorAll<HTMLButtonElement>('[data-step]')];
  const rest = () => {
    const end = list.scrollWidth - list.clientWidth - 1;
    // The buttons are not `disabled`. If a pressed button became disabled, it would lose the focus, and the Tab key
    // would continue at the top of the page.
    for (const step of steps)
      step.ariaDisabled = String(step.dataset.step === '1' ? list.scrollLeft >= end : list.scrollLeft <= 1);
  };
  for (const step of steps)
    step.addEventListener('click', () => {
      const card = list.querySelector('li')?.offsetWidth ?? list.clientWidth;
      const cards = Math.max(1, Math.floor(list.clientWidth / card) - 1);
      list.scrollBy({ left: Number(step.dataset.step) * cards * card, behavior: isStill ? 'auto' : 'smooth' });
    });
  list.addEventListener('scroll', rest, { passive: true });
  rest();
  buttons.hidden = false;
}

for (const section of document.querySelectorAll<HTMLElement>('[data-carousel]')) makeCarousel(section);
const strip = document.querySelector<HTMLElement>('[data-counts]');
if (strip && !isStill) countWhenSeen(strip);
/**
 * The address in a QR code contains the verification code after the #, which browsers never send to a server. The code
 * is therefore filled into the form here.
 */
const code = document.querySelector<HTMLInputElement>('form[action$="/verify"] #code');
const scanned = location.hash.slice(1);
if (code && /^[0-9A-Z]{16}$/.test(scanned)) code.value = scanned;
closeMenusOutside();
bringFonts();
