/**
 * A telephone number as digits alone (G-VAL-05): full-width forms, blanks, brackets and every dash that keyboards and address books write
 * are taken off, and +81 is the 0 that is dialled in Japan. What is left of anything else is told apart by its letters.
 */
export const foldTelephone = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\s()\p{Pd}\u2212\u30FC\u2500.]/gu, '')
    .replace(/^(\+|00|010)81\(?0?/, '0')
