/** Seven digits of a postal code typed in any width, with or without hyphen and 〒 (G-API-10); null when it is none. */
export const normaliseZipcode = (typed: string): string | null => {
  const digits = typed.normalize('NFKC').replaceAll(/[\s\p{Pd}ー−〒]/gu, '')
  return /^\d{7}$/.test(digits) ? digits : null
}

/** 123-4567 */
export const formatZipcode = (zipcode: string): string => `${zipcode.slice(0, 3)}-${zipcode.slice(3)}`
