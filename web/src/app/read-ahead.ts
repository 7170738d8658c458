import type { EarlyRead } from '../platform/api/early-reads.ts'
import { readEarly } from '../platform/api/request.ts'
import { accessToken } from '../platform/session/credentials.ts'
import { paths } from '../site/paths.ts'

/** Asks for what the page of an address reads first, while the code that reads it is still on its way (decision 088). */
export const readAhead = ({ pathname }: Pick<Location, 'pathname'>): void => readEarly(readsOf(pathname))

/** As the loaders of these pages ask; what one of them asks otherwise is only asked twice. */
export const readsOf = (pathname: string): readonly EarlyRead[] => {
  if (pathname === paths.resident_top()) return accessToken() === null ? [] : topReads
  const [, client_uuid, construction_uuid] = letterAddress.exec(pathname) ?? []
  return client_uuid === undefined || construction_uuid === undefined
    ? []
    : [
        ['GET /api/resident_auth/clients/:client_uuid/constructions/:construction_uuid', { params: { client_uuid, construction_uuid } }],
        ['GET /api/current_legal_texts', { query: { client: client_uuid } }],
      ]
}

const topReads: readonly EarlyRead[] = [['GET /api/residents/construction'], ['GET /api/residents/events'], ['GET /api/residents/me']]

/** The pages behind the QR of letter and poster. */
const letterAddress = /^\/residents\/clients\/([^/]+)\/constructions\/([^/]+)\/(?:rooms\/[^/]+\/authentication_code|room_select)$/
