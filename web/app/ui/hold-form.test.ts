import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { holdForm } from './hold-form.ts';

interface Part {
  inert: boolean;
  contains: (other: unknown) => boolean;
  focus: () => void;
}

const page: { activeElement: unknown } = { activeElement: null };
afterEach(() => vi.unstubAllGlobals());

/**
 * Returns a form with a field and a footer that contains its submit button. As in a browser, an inert field takes no
 * focus.
 */
function formWithFoot() {
  vi.stubGlobal('document', page);
  const part = (contained?: unknown): Part => {
    const own: Part = {
      inert: false,
      contains: (other) => other === own || (contained !== undefined && other === contained),
      focus: () => {
        if (!own.inert) page.activeElement = own;
      },
    };
    return own;
  };
  const field = part();
  const button = Object.assign(new EventTarget(), {
    focus: () => void (page.activeElement = button),
    form: { children: [] as Part[] },
  });
  const foot = part(button);
  button.form.children = [field, foot];
  return { field, foot, button, hold: () => holdForm(button as unknown as HTMLButtonElement) };
}

test('while a form is saved, its fields cannot change, and the footer stays usable', () => {
  const { field, foot, hold } = formWithFoot();
  const release = hold();
  expect([field.inert, foot.inert]).toEqual([true, false]);
  release();
  expect([field.inert, foot.inert]).toEqual([false, false]);
});

test('the field from which the form was sent has the focus again after the save', async () => {
  const { field, button, hold } = formWithFoot();
  field.focus();
  const release = hold();
  expect(page.activeElement).toBe(button);
  release();
  await Promise.resolve();
  expect(page.activeElement).toBe(field);
});

test('a focus that has moved during the save stays where it is', async () => {
  const { field, foot, hold } = formWithFoot();
  field.focus();
  const release = hold();
  foot.focus();
  release();
  await Promise.resolve();
  expect(page.activeElement).toBe(foot);
});

test('letters typed during the save run no shortcut, and other keys work', () => {
  const { button, hold } = formWithFoot();
  const press = (key: string) => {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key });
    const stop = vi.spyOn(event, 'stopPropagation');
    button.dispatchEvent(event);
    return stop.mock.calls.length > 0;
  };
  const release = hold();
  expect([press('a'), press('Tab'), press('Escape')]).toEqual([true, false, false]);
  release();
  expect(press('a')).toBe(false);
});

test('only a button that saves its form holds the form', () => {
  const ref = vi.fn<() => void>();
  expect(Button({ ref, saving: true }).props).toMatchObject({ ref: holdForm, 'aria-busy': true });
  expect(Button({ ref, busy: true }).props).toMatchObject({ ref, 'aria-busy': true });
  expect(Button({ ref }).props).toMatchObject({ ref, 'aria-busy': undefined });
});
