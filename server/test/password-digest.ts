import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
/** The least that argon2id takes: 8 KiB once instead of 19 MiB twice. */
const parameters = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }

/**
 * The digest of a password, as `hashPassword` writes it but cheap: what it costs stands in it, and a test that signs people in a hundred
 * times has another question than how long that takes. Who asks for the cost uses `hashPassword`.
 */
export const cheapDigestOf = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { ...parameters, message: password, nonce })
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${parameters.memory},t=${parameters.passes},p=${parameters.parallelism}$${encode(nonce)}$${encode(tag)}`
}
