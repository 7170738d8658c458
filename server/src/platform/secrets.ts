import { argon2, createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { fairQueue } from './processes/fair-queue.ts'
import { busy } from './http/problem.ts'

const derive = promisify(argon2)
const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

// The thread pool has four threads; more hashes at once would make every file read wait behind them.
const hashing = fairQueue({ atOnce: 2, mostWaiting: 64, mostOfOne: 16, busy: () => busy(2) })

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Whoever does not come from outside waits in this line: files that are read in, commands. */
const ourOwn = 'server'

/** argon2id as a PHC string (D-14). `caller` is the network whose line it waits in; a line that is full is a 503 (`busy`). */
export const hashPassword = async (password: string, caller: string = ourOwn): Promise<string> => {
  const nonce = randomBytes(16)
  const tag = await hashing(caller, () => derive('argon2id', { ...parameters, message: password, nonce }))
  return `$argon2id$v=19$m=${parameters.memory},t=${parameters.passes},p=${parameters.parallelism}$${encode(nonce)}$${encode(tag)}`
}

/** Whether the password is the one behind the digest; a missing digest costs the same time and is always wrong. `caller` as above. */
export const passwordMatches = async (password: string, digest: string | null, caller: string = ourOwn): Promise<boolean> => {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(digest ?? '')
  const [, memory, passes, parallelism, nonce, tag] = parts ?? ['', '19456', '2', '1', encode(Buffer.alloc(16)), encode(Buffer.alloc(32))]
  const expected = Buffer.from(tag, 'base64')
  const got = await hashing(caller, () =>
    derive('argon2id', {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
      message: password,
      nonce: Buffer.from(nonce, 'base64'),
    }),
  )
  return timingSafeEqual(got, expected) && parts !== null
}

/** 256 random bits as text, for tokens; only their SHA-256 is stored (D-14). */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** 128 bits in 22 characters: for links that sign in and stand in a short message (D-35). */
export const newShortToken = (): string => randomBytes(16).toString('base64url')
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Six digits that go out to a contact and are typed back. */
export const newSixDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0')
/** Salted by its own token, so that equal codes do not look equal. */
export const codeHash = (token: string, code: string): Buffer => sha256(`${token}:${code}`)

const keyFor = (secretKey: string, purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32))

/** AES-256-GCM: nonce, tag and ciphertext in one buffer. `purpose` separates the keys. */
export const encrypt = (secretKey: string, purpose: string, text: string): Buffer => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretKey, purpose), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** The key that seals, and the one before it, which is read for as long as it is named. */
interface Keys {
  secretKey: string
  previousSecretKey: string | null
}

export const decrypt = ({ secretKey, previousSecretKey }: Keys, purpose: string, sealed: Buffer): string => {
  try {
    return open(secretKey, purpose, sealed)
  } catch (error) {
    if (previousSecretKey === null) throw error
    return open(previousSecretKey, purpose, sealed)
  }
}

/** Throws when it was sealed with another key. */
const open = (secretKey: string, purpose: string, sealed: Buffer): string => {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secretKey, purpose), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}
