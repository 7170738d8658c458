/** Names that are never a client's (D-11). */
const generic = new Set(['www', 'api', 'app', 'admin', 'static', 'mail'])

/**
 * The client code that a Host header names under the template `http://{client}.example.jp` (G-API-01), or null:
 * plain localhost, an address or a single-host installation name none (D-19).
 */
export const clientCodeOfHost = (template: string, host: string | undefined): string | null => {
  if (host === undefined || !template.includes('{client}')) return null
  const [before = '', after = ''] = template
    .replace(/^https?:\/\//, '')
    .replace(/:\d+$/, '')
    .split('{client}')
  const name = host.toLowerCase().replace(/:\d+$/, '')
  if (!name.startsWith(before) || !name.endsWith(after) || name.length <= before.length + after.length) return null
  const code = name.slice(before.length, name.length - after.length)
  return /^[a-z0-9]{3,8}$/.test(code) && !generic.has(code) ? code : null
}

/** Origin of a client's pages: for links in mails and letters. */
export const originOf = (template: string, clientCode: string | null): string =>
  template.replace('{client}', clientCode ?? 'www').replace(/\/$/, '')
