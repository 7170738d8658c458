/** One line of JSON. The two separators would end it where it is read by `node:readline`, and may stand in what people wrote. */
export const asLine = (value: unknown): string =>
  `${JSON.stringify(value).replaceAll(/[\u2028\u2029]/g, separator => `\\u${separator.charCodeAt(0).toString(16)}`)}\n`

const scheme = 'toguchi:page/'

/** Where a template's `link` leads that is meant for a page of the joined paper, from 0, in whichever part that stands. */
export const linkToPage = (page: number): string => `${scheme}${page}`

/** The page that such an address means; null for any other. */
export const linkedPage = (address: string): number | null => (address.startsWith(scheme) ? Number(address.slice(scheme.length)) : null)
