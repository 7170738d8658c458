import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './http/endpoint.ts'
import { contracts } from './routes.ts'

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
}

/** What a page fills in for the person: of such a field a person is told that the whole was not understood. */
const byThePage =
  /(^|[._])(ids?|uuids?|token|lock_version|composition_version|_destroy|sha256|position|row|col|login|redirect|reason|left_out|offered|page|per_page|text_key|revision|after|progress|at|completed_at)$|^read\./

/** The places where somebody types a text, a number or a day, keyed as errors are. */
const typedPlaces = (schema: JsonSchema, path: readonly string[] = []): string[] => {
  if (schema.anyOf) return schema.anyOf.flatMap(each => typedPlaces(each, path))
  if (schema.type === 'object') return Object.entries(schema.properties ?? {}).flatMap(([name, each]) => typedPlaces(each, [...path, name]))
  if (schema.type === 'array') return typedPlaces(schema.items ?? {}, [...path.slice(0, -1), `${path.at(-1) ?? ''}[]`])
  const isTyped =
    (schema.type === 'string' && schema.enum === undefined && schema.const === undefined) ||
    schema.type === 'number' ||
    schema.type === 'integer'
  if (!isTyped) return []
  const wrapped = path.length > 1 && !/_attributes(\[\])?$/.test(path[0] ?? '')
  const key = (wrapped ? path.slice(1) : path)
    .join('.')
    .replaceAll(/_attributes(?=[[.]|$)/g, '')
    .replace(/\[\]$/, '')
  return byThePage.test(key) ? [] : [key]
}

it('every field that somebody fills in has its Japanese name, so that no error says ours', () => {
  const unnamed = Object.values(contracts)
    .flatMap(slice => Object.entries<Endpoint>(slice))
    .flatMap(([endpoint, { body, labels = {} }]) => {
      if (body === undefined || endpoint.endsWith('/sign_in') || endpoint === 'POST /api/auth/login') return []
      const places = typedPlaces(z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
      return [...new Set(places)].filter(place => labels[place] === undefined).map(place => `${endpoint} ${place}`)
    })
  expect(unnamed).toEqual([])
})
