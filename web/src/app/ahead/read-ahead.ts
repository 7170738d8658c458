import type { EarlyRead } from '../../platform/api/early-reads.ts'
import { readEarly } from '../../platform/api/request.ts'
import { roleIds } from '@toguchi/domain/access/actor'
import { clientOfHost } from '../../platform/api/api-host.ts'
import { accessToken, storedStrategy } from '../../platform/session/credentials.ts'
import { carriesAnswers } from '../../platform/offline/carries.ts'
import { paths } from '../../site/paths.ts'

/**
 * Asks for what the page of an address reads first, while the code that reads it is still on its way (decision 088). Where every client has
 * a host, a resident is one of the client's whose page was opened; who is not asks again. Answers how to ask for what the first sight does
 * not show (app/ahead/paint-ahead.ts): until then it is in nobody's way.
 */
export const readAhead = ({ pathname, origin }: Pick<Location, 'pathname' | 'origin'>, hostTemplate: string): (() => void) => {
  const cd = clientOfHost({ template: hostTemplate, origin })
  const ask = (reads: readonly EarlyRead[]): void => {
    if (pathname !== paths.resident_top() || cd === null) readEarly(reads)
    else if (cd !== 'www' && storedStrategy() === 'resident') readEarly(reads, { role_id: roleIds.resident, client: { cd } })
  }
  ask(readsOf(pathname))
  return () => ask(laterReadsOf(pathname))
}

/** As the loaders of these pages ask; what one of them asks otherwise is only asked twice. */
export const readsOf = (pathname: string): readonly EarlyRead[] => {
  if (pathname === paths.resident_top()) return accessToken() === null ? [] : topReads
  // A craftsman's phone knows whose it is, and opens with the day of today.
  if (pathname === paths.constructions()) return carriesAnswers() && accessToken() !== null ? dayReads : []
  const [, client_uuid, construction_uuid] = letterAddress.exec(pathname) ?? []
  return client_uuid === undefined || construction_uuid === undefined
    ? []
    : [
        ['GET /api/resident_auth/clients/:client_uuid/constructions/:construction_uuid', { params: { client_uuid, construction_uuid } }],
        ['GET /api/current_legal_texts', { query: { client: client_uuid } }],
      ]
}

/** The same of what is not shown before the page itself stands. */
const laterReadsOf = (pathname: string): readonly EarlyRead[] =>
  pathname === paths.resident_top() && accessToken() !== null ? [['GET /api/residents/events'], ['GET /api/residents/line']] : []

const topReads: readonly EarlyRead[] = [['GET /api/residents/construction'], ['GET /api/residents/me']]

const dayReads: readonly EarlyRead[] = [['GET /api/visits', { query: {} }], ['GET /api/configurations']]

/** The pages behind the QR of letter and poster. */
const letterAddress = /^\/residents\/clients\/([^/]+)\/constructions\/([^/]+)\/(?:rooms\/[^/]+\/authentication_code|room_select)$/
