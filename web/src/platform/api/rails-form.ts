type Leaf = string | Blob

/**
 * A value in the bracket form of Rails: `ids[]=1&ids[]=2`, `craftsman[contractor_id]=3`, `rows[0][name]=a`.
 * Absent values vanish; null is the empty string, which the server reads as null.
 */
export const bracketed = (value: unknown, name = ''): [string, Leaf][] => {
  if (value === undefined) return []
  if (value === null) return [[name, '']]
  if (value instanceof Blob) return [[name, value]]
  if (Array.isArray(value)) {
    // Rows of objects need their place, or Rails' own `[]` would fold neighbours together.
    return value.flatMap((entry: unknown, at) => bracketed(entry, isRow(entry) ? `${name}[${at}]` : `${name}[]`))
  }
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, entry]) => bracketed(entry, name === '' ? key : `${name}[${key}]`))
  }
  return [[name, String(value as string | number | boolean)]]
}

/** The search part of an address without its `?`. */
export const searchOf = (query: object): string =>
  bracketed(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(typeof value === 'string' ? value : '')}`)
    .join('&')

export const multipart = (body: unknown, files: Readonly<Record<string, Blob>>): FormData => {
  const form = new FormData()
  for (const [name, value] of [...bracketed(body), ...Object.entries(files)]) form.append(name, value)
  return form
}

/** Whether a body needs multipart: a file anywhere in it. */
export const holdsFile = (value: unknown): boolean =>
  value instanceof Blob || (typeof value === 'object' && value !== null && Object.values(value).some(holdsFile))

const isRow = (value: unknown): boolean => typeof value === 'object' && value !== null && !(value instanceof Blob)
