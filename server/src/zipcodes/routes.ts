import { normaliseZipcode } from '@toguchi/domain/text/zipcode'
import { zipcodes } from '@toguchi/domain/zipcodes/contract'
import { answers } from '../platform/http/mount.ts'
import { refused } from '../platform/http/problem.ts'
import { addressesOf } from './japan-post.ts'

const unknown = '住所が見つかりませんでした。'

export const zipcodesRoutes = answers(zipcodes, {
  'GET /api/zipcodes/:zipcode': ({ params }) => {
    const zipcode = normaliseZipcode(params.zipcode)
    const addresses = zipcode === null ? [] : addressesOf(zipcode)
    const [address] = addresses
    if (address === undefined) throw refused(unknown, 'zipcode_unknown', { message: unknown })
    return { address, addresses }
  },
})
