import type { Transport } from './request.ts'

/**
 * A write that may arrive twice: under the same key it counts once (feature 16). It goes with the device's clock at the sending, by which the
 * server puts the moments right that the request tells.
 */
export const repeatable =
  (idempotencyKey: string, transport: Transport = fetch): Transport =>
  (url, { headers, ...rest }) =>
    transport(url, { ...rest, headers: { ...headers, 'idempotency-key': idempotencyKey, 'device-time': new Date().toISOString() } })
