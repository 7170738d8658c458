/** The connection broke, or there is none: of class 08 not 08P01, which PostgreSQL says of our own mistake (a wrong number of values). */
const brokenOff = new Set(['08000', '08001', '08003', '08004', '08006', '57P01', '57P02', '57P03'])
/** SQLSTATE classes and codes of a database that cannot answer now, though the same question may be answered later. */
const passing = [
  /^08(?!P01)/, // the connection broke
  /^53/, // out of connections, memory or disk
  /^57P/, // shutting down, starting up, crashed
  /^57014$/, // the statement took longer than it may
  /^55P03$/, // a lock was not to be had in time
  /^25P03$/, // an idle transaction was ended
  /^40(001|P01)$/, // serialization failure, deadlock
]
const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENETUNREACH', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
/** What pg says in words alone. */
const words = /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|Client was closed/

/** Whether the connection itself is of no use any more: not even a rollback is worth waiting for. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error && (words.test(error.message) || ('code' in error && network.has(String(error.code))))

/** Whether the server broke the connection off, or nobody is there: not that it, or we, have too much to do. */
export const isBrokenOff = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return network.has(code) || brokenOff.has(code) || isRefusedByPooler(error, code) || /Connection terminated/.test(error.message)
}

/** Whether the database was out of reach, overloaded or too slow (review F2): 503 for the caller, who may try again. */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isOutage)
  if (isConnectionLost(error)) return true
  const code = 'code' in error ? String(error.code) : ''
  return passing.some(pattern => pattern.test(code)) || isRefusedByPooler(error, code)
}

/** PgBouncer ends a connection with 08P01 whatever the reason, a server that is away among them; PostgreSQL always names its routine. */
const isRefusedByPooler = (error: Error, code: string): boolean =>
  code === '08P01' && 'severity' in error && error.severity === 'FATAL' && (!('routine' in error) || error.routine === undefined)
