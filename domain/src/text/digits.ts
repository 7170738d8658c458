/** Only the digits of what was typed, full-width ones as half-width: ¥1,200 is 1200 (spec §5, price input). */
export const digitsOnly = (typed: string): string => typed.normalize('NFKC').replaceAll(/\D/g, '')

/** Whether what was typed is a number below zero, by any of the signs that Japanese keyboards and accounts write. */
export const isNegative = (typed: string): boolean =>
  /^[\s¥]*[-−‐‑–—ー▲△]\s*¥?\s*\d|^[\s¥]*[-−‐‑–—ー▲△]$/.test(typed.normalize('NFKC').trim())
