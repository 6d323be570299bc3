interface Words {
  subject: string;
  /** The invitation with its link. */
  text: string;
}

/** Where a click leads that shares an invitation: the reader's own mail, messaging app or messages, with the words already there. */
export function shareAddresses({ subject, text }: Words) {
  const said = encodeURIComponent(text);
  return {
    mail: `mailto:?subject=${encodeURIComponent(subject)}&body=${said}`,
    messenger: `https://wa.me/?text=${said}`,
    // Phones disagree on '?' or '&' before the body; both understand this.
    sms: `sms:?&body=${said}`,
  } as const;
}
