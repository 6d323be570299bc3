/**
 * This script highlights a card and its pin while one of them has the pointer or the focus. Both are links that also
 * work without this script.
 */
const cards = [...document.querySelectorAll<HTMLElement>('[data-points]')];
const pins = [...document.querySelectorAll<SVGElement>('[data-point]')];
const pointsOf = (card: HTMLElement): string[] => (card.dataset.points ?? '').split(' ');

function mark(chosen: readonly Element[]) {
  for (const element of [...cards, ...pins]) element.toggleAttribute('data-marked', chosen.includes(element));
}

function markFor(target: EventTarget | null) {
  const element = target instanceof Element ? target : null;
  const card = element?.closest<HTMLElement>('[data-points]');
  const pin = element?.closest<SVGElement>('[data-point]');
  if (card) mark(pins.filter(({ dataset }) => pointsOf(card).includes(dataset.point ?? '')));
  else if (pin) mark(cards.filter((other) => pointsOf(other).includes(pin.dataset.point ?? '')));
  else mark([]);
}

for (const kind of ['pointerover', 'focusin'] as const)
  document.addEventListener(kind, ({ target }) => markFor(target));
document.addEventListener('focusout', () => mark([]));

export {};
