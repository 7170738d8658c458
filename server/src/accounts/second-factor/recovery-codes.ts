import { randomBytes } from 'node:crypto'
import { inGroups, recoveryCodeCount } from '@toguchi/domain/accounts/second-factor'
import { sha256 } from '../../platform/secrets.ts'

/** 32 signs that are not mistaken for one another (Crockford). */
const signs = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 16

/** Ten codes of 80 bits: nobody finds one, so a fast digest of it is enough. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => inGroups([...randomBytes(length)].map(byte => signs[byte % signs.length]).join(''), '-'))

/** What was typed, without what people add or take off: `ABCD efgh-…`, l for 1 and o for 0. */
const plain = (code: string) =>
  code
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll(/[il]/g, '1')
    .replaceAll('o', '0')

export const recoveryCodeHash = (code: string): Buffer => sha256(plain(code))
