/** One line of JSON. The two separators would end it where it is read by `node:readline`, and may stand in what people wrote. */
export const asLine = (value: unknown): string =>
  `${JSON.stringify(value).replaceAll(/[\u2028\u2029]/g, separator => `\\u${separator.charCodeAt(0).toString(16)}`)}\n`
