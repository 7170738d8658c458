import { appendFileSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** One statement as the application sent it. */
export interface Statement {
  name?: string | undefined
  text: string
  values: unknown[]
}

// A recording is JSON: what JSON does not know travels with its kind.
const pack = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
    ? { $bytes: Buffer.from((value as unknown as { data: number[] }).data).toString('base64') }
    : value
const unpack = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && '$bytes' in value ? Buffer.from(String(value.$bytes), 'base64') : value

/** Writes down every statement that this process sends to the database, a line each. */
export const record = (file: string): void => {
  const client = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown }
  const query = client.query
  client.query = function (this: unknown, ...given: unknown[]) {
    const [statement, values] = given
    const text: Statement =
      typeof statement === 'string' ? { text: statement, values: Array.isArray(values) ? values : [] } : (statement as Statement)
    if (typeof text.text === 'string')
      appendFileSync(file, `${JSON.stringify({ name: text.name, text: text.text, values: text.values ?? [] }, pack)}\n`)
    return query.apply(this, given)
  }
}

export const readRecording = (file: string): Statement[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line, unpack) as Statement)
