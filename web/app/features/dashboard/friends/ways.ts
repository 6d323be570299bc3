interface Words {
  subject: string;
  /** The invitation with its link. */
  text: string;
}

/**
 * The targets of the buttons that share an invitation: the reader's own mail, messenger or text messages, with the text
 * filled in.
 */
export function shareAddresses({ subject, text }: Words) {
  const said = encodeURIComponent(text);
  return {
    mail: `mailto:?subject=${encodeURIComponent(subject)}&body=${said}`,
    messenger: `https://wa.me/?text=${said}`,
    // Phones disagree on '?' or '&' before the body; both understand this.
    sms: `sms:?&body=${said}`,
  } as const;
}
