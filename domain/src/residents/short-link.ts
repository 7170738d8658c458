/**
 * /r/3q2-7wABEjRWeJq83u8BAQ: the page of a dwelling, as a short message names it (D-35, at most 30 characters). The name is the room's own
 * uuid, which its letter has too, in the 22 characters of base64url: nothing is kept for it, nobody guesses it, and it ends with the room.
 */
export const shortPagePath = (roomUuid: string): string => {
  const bytes = roomUuid.replaceAll('-', '').match(/../g) ?? []
  const binary = String.fromCodePoint(...bytes.map(byte => Number.parseInt(byte, 16)))
  return `/r/${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** The uuid behind the name in such a path; null for what is none. */
export const roomUuidOf = (name: string): string | null => {
  if (!/^[\w-]{22}$/.test(name)) return null
  const binary = atob(name.replaceAll('-', '+').replaceAll('_', '/'))
  const hex = Array.from(binary, letter => (letter.codePointAt(0) ?? 0).toString(16).padStart(2, '0')).join('')
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex) ?? []
  return parts.length === 5 && shortPagePath(parts.join('-')) === `/r/${name}` ? parts.join('-') : null
}
