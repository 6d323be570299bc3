/** The digit zero of Arabic and Persian keyboards, and the full-width zero of Japanese and Chinese keyboards. */
const zeros = [0x660, 0x6f0, 0xff10];

/**
 * Returns the text with Latin digits, so that digits from any keyboard of our readers can be stored and compared. The
 * full-width plus sign of a phone number becomes a plain one.
 */
export const latinDigits = (text: string): string =>
  text.replaceAll('＋', '+').replace(/[٠-٩۰-۹０-９]/g, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = zeros.find((one) => code >= one && code <= one + 9) ?? code;
    return String(code - zero);
  });
