import { inCodeAlphabet, parseInCodeAlphabet } from './authentication-code.ts'

/** Characters of a dwelling's short address: what somebody of eighty types from a letter (R5). */
export const roomAddressLength = 6

export const roomAddressOf = (randomBytes: Uint8Array): string => {
  if (randomBytes.length !== roomAddressLength) throw new RangeError(`an address takes ${roomAddressLength} bytes`)
  return inCodeAlphabet(randomBytes)
}

/** As it is printed: /r/AB7K9Q. It leads to where the printed code is asked for, and says nothing itself. */
export const roomAddressPath = (address: string): string => `/r/${address}`

/** What was typed behind /r/, any case and width; null when it can be no address. */
export const parseRoomAddress = (typed: string): string | null => parseInCodeAlphabet(typed, roomAddressLength)
