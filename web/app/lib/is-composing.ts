/**
 * Returns whether the pressed key belongs to an input method, for example for Japanese. Enter then confirms the composed
 * word and must do nothing else. Safari ends the composition before it reports this Enter, but with the key code 229.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229;
