import { crc32, deflateSync } from 'node:zlib'

/** Signature, and the header's chunk: length, name, 13 bytes, checksum. */
const beforeProfile = 8 + 4 + 4 + 13 + 4

/** A PNG of ours with a colour profile: raw pixels, which libraries hand over, have no place for one. */
export const withProfile = (png: Buffer, profile: Uint8Array): Buffer => {
  const chunk = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(chunk.length - 4, 0)
  ends.writeUInt32BE(crc32(chunk), 4)
  return Buffer.concat([png.subarray(0, beforeProfile), ends.subarray(0, 4), chunk, ends.subarray(4), png.subarray(beforeProfile)])
}
