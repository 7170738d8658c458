/** Whoever the client code is asked for: the signed-in user, as far as the host depends on it. */
export interface Caller {
  role_id: number
  client?: { cd: string } | null
}

/** The code in the host name: the chosen client of admins and operators, else the user's own, else `www` (specification section 7). */
export const clientCode = (user: Caller | null, chosen: string | null): string => {
  if (user === null) return 'www'
  const own = user.role_id === 1 || user.role_id === 5 ? chosen : user.client?.cd
  return own || 'www'
}

export interface Destination {
  /** In front of the path; empty for the page's own origin. */
  base: string
  /** `x-client-code`, where the host names no client (D-19). */
  code: string | null
}

interface Surroundings {
  /** `http://{client}.localhost:3000`, or empty for a single host (G-API-01). */
  template: string
  /** Where the page was opened, `location.origin`. */
  origin: string
}

/** What the company of a host tells whoever opens it there, before anybody signs in. */
const publishedByHost: ReadonlySet<string> = new Set([
  '/api/call_center',
  '/api/legal_notice',
  '/api/legal_texts/terms',
  '/api/legal_texts/privacy_policy',
  '/api/current_legal_texts',
])

/** Where a request goes. Only a page that was itself opened on a host of the template leaves its own origin (D-19, D-29). */
export const destination = (path: string, user: Caller | null, chosen: string | null, { template, origin }: Surroundings): Destination => {
  // Neither goes to the host of a client.
  const code = path.includes('/gateway') || path.startsWith('/api/chatbot_histories') ? 'www' : clientCode(user, chosen)
  if (user === null && publishedByHost.has(path)) return { base: '', code: null }
  if (fits(origin, template)) return { base: template.replace('{client}', code), code: null }
  const names = user !== null && (user.role_id === 1 || user.role_id === 5) && code !== 'www'
  return { base: '', code: names ? code : null }
}

/** The client, or `www`, on whose host of the template a page was opened; null where there is one host for all. */
export const clientOfHost = ({ template, origin }: Surroundings): string | null => {
  if (!fits(origin, template)) return null
  const [before = '', after = ''] = template.split('{client}')
  return origin.slice(before.length, origin.length - after.length)
}

const fits = (origin: string, template: string): boolean => {
  const [before, after, ...rest] = template.split('{client}')
  if (before === undefined || after === undefined || rest.length > 0) return false
  if (!origin.startsWith(before) || !origin.endsWith(after)) return false
  return /^[a-z0-9]{3,8}$/.test(origin.slice(before.length, origin.length - after.length))
}
