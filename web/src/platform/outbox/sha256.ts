/** SHA-256 in hex, where the browser may compute one: only over https or on localhost. */
export const sha256Of = async (bytes: ArrayBuffer): Promise<string | null> => {
  if (globalThis.crypto.subtle === undefined) return null
  const digest = await globalThis.crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
