import { z } from 'zod'
import type { Allows } from '../access/actor.ts'
import { changes, listQuery, query } from '../http/fields.ts'
import { masterLabels as labels } from './labels.ts'
import { canManageMasters } from './policy.ts'

/** What masters are filtered by: a part of the name. */
export const nameFilter = z.strictObject({ name: query.text }).partial().optional()

/** One name with its value; the compiler cannot follow a name that is put together at run time. */
const named = <const Name extends string, Value>(name: Name, value: Value) => ({ [name]: value }) as { [P in Name]: Value }

interface Resource<One, Many, Row, Fields, Columns, List, Show> {
  /** What one of them and many of them are called in bodies, queries and answers. */
  one: One
  many: Many
  row: Row
  /** The body of a new one; a change carries any of them. */
  fields: Fields
  sortable: Columns
  /** Who reads the list, and who one of them; staff alone change anything. */
  list: List
  show: Show
}

/** The five endpoints of a master (endpoints I). Each is still bound to its own key in contract.ts, where it is looked for. */
export const endpointsOf = <
  const One extends string,
  const Many extends string,
  Row extends z.ZodType,
  Fields extends Record<string, z.ZodType>,
  const Columns extends readonly [string, ...string[]],
  List extends Allows,
  Show extends Allows,
>({
  one,
  many,
  row,
  fields,
  sortable,
  list,
  show,
}: Resource<One, Many, Row, Fields, Columns, List, Show>) => {
  const response = z.object({ message: z.string(), ...named(one, row) })
  return {
    list: {
      access: list,
      query: listQuery(sortable, named(one, nameFilter)),
      // The number is absent when everything was asked for (G-MAS-01).
      response: z.object({ ...named(many, z.array(row)), total_count: z.int().optional() }),
    },
    create: { access: canManageMasters, body: z.strictObject(named(one, z.strictObject(fields))), labels, status: 201, response },
    show: { access: show, response: z.object(named(one, row)) },
    change: { access: canManageMasters, body: z.strictObject(named(one, changes(fields))), labels, response },
    remove: { access: canManageMasters, response: z.object({ message: z.string() }) },
  } as const
}
