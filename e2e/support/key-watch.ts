/** Functions that run in a page. With them, a test moves through the page by keyboard and checks the focus. */
export interface KeyWatch {
  /** Moves to the top of the page and collects its controls. Returns their number. */
  begin: () => number;
  /** Returns whether the focus has come back to an element that already had it. */
  isRound: () => boolean;
  /**
   * Describes the focused element if Tab does not move the focus out of it, and otherwise returns null. The element is
   * then a trap, or a field of several parts, such as a date.
   */
  trap: () => string | null;
  /**
   * Moves the focus into the next group with parts that have not had the focus yet. Returns the number of parts in this
   * group, or 0 if no group is left.
   */
  nextGroup: () => number;
  /** Returns the faults that were found. */
  end: () => string[];
}

declare global {
  interface Window {
    keyWatch: KeyWatch;
  }
}

/**
 * Installs the functions of `KeyWatch`. This installation runs in the page before the page's own scripts, so it cannot
 * use imports.
 */
export function watchKeys(): void {
  const controls =
    'a[href],button,input:not([type=hidden]),select,textarea,summary,video[controls],[contenteditable=true],[tabindex="0"],' +
    [
      'button',
      'link',
      'tab',
      'switch',
      'checkbox',
      'radio',
      'menuitem',
      'menuitemradio',
      'option',
      'slider',
      'spinbutton',
    ]
      .map((role) => `[role=${role}]`)
      .join();
  const groups = '[role=radiogroup],[role=tablist],[role=toolbar],[role=menu],[role=listbox],[role=grid],fieldset';
  const parts = 'input[type=date],input[type=datetime-local],input[type=time],input[type=month],video';

  type Look = [part: Element, edges: string][];

  const listens = new WeakSet<Element>();
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (this: EventTarget, ...given: Parameters<typeof add>) {
    if (['click', 'pointerdown', 'mousedown'].includes(given[0]) && this instanceof Element) listens.add(this);
    return add.apply(this, given);
  };

  let wanted: HTMLElement[] = [];
  let clickable: HTMLElement[] = [];
  let stops: { element: HTMLElement; look: Look }[] = [];
  let asked = new Set<Element>();
  let stays = 0;
  let round = false;
  let isOutside = true;
  const reached = new Set<Element>();
  const faults = new Set<string>();

  function isClickable(element: Element): boolean {
    const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
    const props = key ? (element as never as Record<string, Record<string, unknown>>)[key] : {};
    return listens.has(element) || ['onClick', 'onPointerDown', 'onMouseDown'].some((name) => props?.[name]);
  }

  const labelOf = (element: Element): Element | null =>
    element.closest('label') ?? (element as HTMLInputElement).labels?.[0] ?? null;

  function boxOf(element: Element): DOMRect | null {
    const { clipPath, opacity } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const hasOthersDrawing = element.matches('[type=range]');
    const isSeen =
      clipPath !== 'inset(50%)' && (opacity !== '0' || hasOthersDrawing) && box.width > 3 && box.height > 3;
    if (isSeen) return box;
    const label = labelOf(element);
    return label && label !== element ? boxOf(label) : null;
  }

  const isVisible = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && boxOf(element) !== null;

  const isOff = (element: Element): boolean =>
    element.matches(':disabled,[aria-disabled=true]') || element.closest('[inert]') !== null;

  const nameOf = (element: Element): string => {
    const { outerHTML, textContent } = element;
    return `${outerHTML.slice(0, outerHTML.indexOf('>') + 1).slice(0, 150)} “${textContent?.trim().slice(0, 40)}”`;
  };

  const isClear = (colour: string): boolean => /^(transparent|rgba\(.*, 0\))$/.test(colour);

  function edgeOf(element: Element, pseudo?: string): string {
    const style = getComputedStyle(element, pseudo);
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, borderWidth, stroke } = style;
    const hasOutline = outlineStyle !== 'none' && outlineWidth !== '0px' && !isClear(outlineColor);
    return `${hasOutline ? outlineWidth + outlineColor : ''} ${boxShadow} ${borderColor} ${borderWidth} ${stroke}`;
  }

  const edgesOf = (part: Element): string =>
    [edgeOf(part), edgeOf(part, '::before'), edgeOf(part, '::after')].join('|');

  /**
   * Returns the outline, shadow and border of an element, of the elements around it, and of the element that replaces a
   * hidden field.
   */
  function lookOf(element: HTMLElement): Look {
    const label = labelOf(element);
    const { parentElement, nextElementSibling, previousElementSibling } = element;
    const beside = element.matches('input') ? [nextElementSibling, previousElementSibling] : [];
    const inside = (element instanceof SVGElement ? element : label)?.querySelectorAll('*') ?? [];
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
    return [element, parentElement, parentElement?.parentElement, ...beside, label, ...inside]
      .filter((part) => part instanceof Element)
      .map((part) => [part, edgesOf(part)]);
  }

  /**
   * Returns whether an element looked different while it had the focus. The focus ring of the element that now has the
   * focus is ignored.
   */
  const hasFaded = (look: Look): boolean =>
    look.some(([part, edges], at) => (at === 0 || !part.contains(document.activeElement)) && edgesOf(part) !== edges);

  function isUncovered(element: Element): boolean {
    const box = boxOf(element);
    if (!box) return false;
    const left = Math.max(box.left, 0);
    const right = Math.min(box.right, innerWidth);
    const top = Math.max(box.top, 0);
    const bottom = Math.min(box.bottom, innerHeight);
    if (right - left < 2 || bottom - top < 2) return false;
    return [0.5, 0.1, 0.9].some((across) =>
      [0.5, 0.1, 0.9].some((down) => {
        const hit = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
        return hit !== null && (element.contains(hit) || hit.contains(element) || labelOf(element)?.contains(hit));
      }),
    );
  }

  /**
   * Runs before the focus moves. Records how the focused element looks. Reports a fault if the previously focused
   * element looked the same with and without the focus.
   */
  function leave(): void {
    const element = document.activeElement as HTMLElement | null;
    const before = stops.at(-1);
    if (before && before.element !== element && before.element.isConnected && !hasFaded(before.look))
      faults.add(`shows no focus: ${nameOf(before.element)}`);
    if (!element || element === document.body) isOutside = true;
    if (!element || element === document.body || round) return;
    if (before?.element === element && !isOutside) {
      if (!element.matches(parts)) stays += 1;
      return;
    }
    [stays, isOutside] = [0, false];
    round = stops.some((stop) => stop.element === element);
    if (round) return;
    if (!isVisible(element)) faults.add(`hidden, and has the focus: ${nameOf(element)}`);
    else if (!isUncovered(element)) faults.add(`has the focus under something else: ${nameOf(element)}`);
    stops.push({ element, look: lookOf(element) });
  }

  add.call(document, 'keydown', leave, true);
  add.call(document, 'focusin', ({ target }) => target instanceof Element && reached.add(target), true);

  const isRadio = (element: HTMLElement): element is HTMLInputElement =>
    element instanceof HTMLInputElement && element.type === 'radio';

  function groupOf(element: HTMLElement): HTMLElement[] {
    const group = isRadio(element) ? null : element.closest(groups);
    return wanted.filter((other) =>
      isRadio(element)
        ? isRadio(other) && other.name === element.name && other.form === element.form
        : group?.contains(other),
    );
  }

  const isMissed = (element: HTMLElement): boolean =>
    element.isConnected && isVisible(element) && !isOff(element) && !reached.has(element);

  /**
   * Returns whether a person can reach the same function in another way: through a control around the element, through
   * another link with the same address, or through a label inside the element.
   */
  const hasOther = (element: HTMLElement): boolean =>
    [...reached].some(
      (other) =>
        other.contains(element) ||
        (element instanceof HTMLAnchorElement && other instanceof HTMLAnchorElement && other.href === element.href),
    ) || element.querySelector('label') !== null;

  window.keyWatch = {
    begin() {
      (document.activeElement as HTMLElement | null)?.blur();
      getSelection()?.removeAllRanges();
      scrollTo(0, 0);
      const isThere = (one: Element) => isVisible(one) && !isOff(one);
      const all = [...document.body.querySelectorAll<HTMLElement>('*')];
      wanted = all.filter((one) => one.matches(controls) && isThere(one));
      clickable = all.filter((one) => !one.matches(controls) && isClickable(one) && isThere(one));
      [stops, asked, stays, round, isOutside] = [[], new Set(), 0, false, true];
      reached.clear();
      faults.clear();
      return wanted.length;
    },
    isRound: () => round,
    trap: () => (stays > 3 && document.activeElement ? nameOf(document.activeElement) : null),
    nextGroup() {
      const missed = wanted.filter((element) => isMissed(element) && !asked.has(element));
      for (const element of missed) {
        asked.add(element);
        const group = groupOf(element);
        const entry = group.find((other) => reached.has(other));
        if (!entry) continue;
        for (const other of group) asked.add(other);
        entry.focus();
        return group.length;
      }
      asked.clear();
      return 0;
    },
    end() {
      leave();
      const isInside = (element: HTMLElement) =>
        [...reached].some((one) => element.contains(one) || one.contains(element));
      return [
        ...faults,
        ...(stops.length === 0 ? ['nothing takes the focus'] : []),
        ...wanted.filter((one) => isMissed(one) && !hasOther(one)).map((one) => `never reached: ${nameOf(one)}`),
        ...clickable
          .filter((one) => one.isConnected && !isInside(one) && !one.closest('label,[aria-keyshortcuts]'))
          .map((one) => `can only be clicked: ${nameOf(one)}`),
      ];
    },
  };
}
