interface Words {
  subject: string;
  /** The invitation with its link. */
  text: string;
}

/**
 * The targets of the share buttons: the reader's own mail program, messenger or text messages, with the text filled in.
 */
export function shareAddresses({ subject, text }: Words) {
  const said = encodeURIComponent(text);
  return {
    mail: `mailto:?subject=${encodeURIComponent(subject)}&body=${said}`,
    messenger: `https://wa.me/?text=${said}`,
    // Phones differ in '?' or '&' before the body, but all of them understand this form.
    sms: `sms:?&body=${said}`,
  } as const;
}
