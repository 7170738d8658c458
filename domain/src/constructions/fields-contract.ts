import { z } from 'zod'
import { instantOf, isDay } from '../calendar/day.ts'
import { day, email, id, instant, optional, optionalMultilineText, optionalText, phone, printedPhone } from '../http/fields.ts'
import { type ConstructionFieldName, constructionFieldNames, copiedFieldNames, type FieldKind, fieldOf, type KindOf } from './fields.ts'
import { constructionTypes, electronicSignboardTypes, securityEquipments } from './labels.ts'

/** One value of date and time: `2026-11-25 10:00` as the form sends it, or ISO 8601; a date alone means 00:00 (G-SCH-08). */
const briefing = z
  .string()
  .trim()
  .transform((text, context) => {
    const [, on = '', time = '00:00', offset] =
      /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? []
    if (isDay(on) && /^([01]\d|2[0-3]):[0-5]\d/.test(time)) {
      const moment = offset === undefined ? instantOf(on, time.slice(0, 5)) : new Date(text.replace(' ', 'T'))
      if (!Number.isNaN(moment.getTime())) return moment
    }
    context.addIssue({ code: 'custom', message: 'の形式が正しくありません' })
    return z.NEVER
  })
/** Days off: each once, ascending, whatever was sent. */
const days = z
  .array(day)
  .max(1_000)
  .transform(dates => [...new Set(dates)].toSorted())
/** To whom the board's report goes. */
const addresses = z
  .array(email)
  .max(10)
  .transform(each => [...new Set(each)])

/** What is sent of a field, by what it holds; `max` is the longest text. */
const sent = {
  text: (max: number) => optionalText(max),
  lines: (max: number) => optionalMultilineText(max),
  phone: () => optional(phone),
  'printed phone': () => optional(printedPhone),
  reference: () => optional(id),
  number: () => optional(z.int().min(1).max(9999)),
  flag: () => z.boolean(),
  date: () => optional(day),
  dates: () => days,
  addresses: () => addresses,
  'construction type': () => optional(z.enum(constructionTypes)),
  'security equipment': () => optional(z.enum(securityEquipments)),
  'signboard type': () => optional(z.enum(electronicSignboardTypes)),
  briefing: () => optional(briefing),
} satisfies Record<FieldKind, (max: number) => z.ZodType>

/** What is answered of it. */
const answered = {
  text: () => z.string().nullable(),
  lines: () => z.string().nullable(),
  phone: () => z.string().nullable(),
  'printed phone': () => z.string().nullable(),
  reference: () => z.int().nullable(),
  number: () => z.int().nullable(),
  flag: () => z.boolean(),
  date: () => z.string().nullable(),
  dates: () => z.array(z.string()),
  addresses: () => z.array(z.string()),
  'construction type': () => z.enum(constructionTypes).nullable(),
  'security equipment': () => z.enum(securityEquipments).nullable(),
  'signboard type': () => z.enum(electronicSignboardTypes),
  briefing: () => instant.nullable(),
} satisfies Record<FieldKind, () => z.ZodType>

type Schemas<By extends Record<FieldKind, (max: number) => z.ZodType>, Name extends ConstructionFieldName> = {
  [N in Name]: ReturnType<By[KindOf<N>]>
}
const schemasOf = <By extends Record<FieldKind, (max: number) => z.ZodType>, Name extends ConstructionFieldName>(
  by: By,
  names: readonly Name[],
): Schemas<By, Name> =>
  Object.fromEntries(
    names.map(name => {
      const { kind, max = 0 } = fieldOf(name)
      return [name, by[kind](max)]
    }),
  ) as Schemas<By, Name>

/** Of every field what a form may send (G-CON-03). */
export const sentFields = schemasOf(sent, constructionFieldNames)
/** Of every field what is answered. */
export const answeredFields = schemasOf(answered, constructionFieldNames)
/** The fields that a copy takes over (G-CON-09). */
export const copiedFields = schemasOf(answered, copiedFieldNames)
