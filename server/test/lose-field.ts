import { appendFileSync } from 'node:fs'

/** What tools/prove-coverage.ts asks to be lost from every answer, and where it hears that there was something to lose. */
const { LOST_FIELD, LOST_FIELD_NOTE } = process.env

interface Loss {
  /** The keys under which an object, or a list of objects, is the entity. */
  entities: readonly string[]
  field: string
}

const readLoss = (text: string): Loss => {
  const [entities = '', field = ''] = text.split(':')
  return { entities: entities.split(','), field }
}

/** The answer without that field of that entity, wherever it stands in it; the same answer while nothing is asked to be lost. */
export const loseField = (answer: unknown): unknown => (LOST_FIELD === undefined ? answer : without(readLoss(LOST_FIELD), answer, ''))

const without = (loss: Loss, value: unknown, under: string): unknown => {
  if (Array.isArray(value)) return value.map(each => without(loss, each, under))
  if (typeof value !== 'object' || value === null) return value
  const isEntity = loss.entities.includes(under)
  if (isEntity && loss.field in value && LOST_FIELD_NOTE !== undefined) appendFileSync(LOST_FIELD_NOTE, 'lost\n')
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(isEntity && name === loss.field))
      .map(([name, each]) => [name, without(loss, each, name)]),
  )
}
