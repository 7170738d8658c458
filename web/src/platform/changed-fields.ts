import { isSame } from './same.ts'

/**
 * What a form changed: the fields of `body` that differ from the body it was laid out with. A field that holds rows is taken whole.
 * What somebody else changed in the meantime is not sent back as it was.
 */
export const changedFields = <Body extends object>(before: Body, body: Body): Partial<Body> =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !isSame(value, (before as Readonly<Record<string, unknown>>)[name])),
  ) as Partial<Body>
