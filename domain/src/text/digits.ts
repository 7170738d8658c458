/** Only the digits of what was typed, full-width ones as half-width: ¥1,200 is 1200 (spec §5, price input). */
export const digitsOnly = (typed: string): string => typed.normalize('NFKC').replaceAll(/\D/g, '')
