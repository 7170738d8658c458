import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { changes, flag, listQuery, optionalMultilineText, optionalText, query, text } from '../http/fields.ts'
import { usage } from '../masters/used-by-contract.ts'
import { highestPrice, roundingRules } from '../money/tax.ts'
import { digitsOnly, isNegative } from '../text/digits.ts'
import { optionLabels as labels } from './labels.ts'
import { canListOptions, canManageOptions, canReadOptions } from './policy.ts'

const yen = (typed: string): number | undefined =>
  digitsOnly(typed) === '' ? undefined : isNegative(typed) ? -Number(digitsOnly(typed)) : Number(digitsOnly(typed))
/** Yen without tax; text arrives from multipart and from price inputs, of which only the digits and the sign count (spec §5). */
const price = z.preprocess(
  input => (typeof input === 'string' ? yen(input) : input),
  z.int().min(0).max(highestPrice),
) as unknown as z.ZodType<number, number | string>

const Option = z.object({
  id: z.int(),
  name: z.string(),
  /** Without tax. */
  price: z.int(),
  price_in_tax: z.int(),
  /** What residents read before they order (R8). */
  description: z.string().nullable(),
  duration: z.string().nullable(),
  cancellation_note: z.string().nullable(),
  picture_url: z.string().nullable(),
  pdf: z.object({ url: z.string(), file_name: z.string() }).nullable(),
  can_delete: z.boolean(),
  ...usage,
})
export type Option = z.infer<typeof Option>

/** The PDF itself comes as the file `option[pdf]`, the picture as `option[picture]`. */
const details = {
  name: text(50),
  price,
  description: optionalMultilineText(500),
  duration: optionalText(30),
  cancellation_note: optionalText(200),
  remove_pdf: flag.optional(),
  remove_picture: flag.optional(),
}
const Saved = z.object({ message: z.string(), option: Option })

export const options = contract({
  'GET /api/options': {
    access: canListOptions,
    query: listQuery(['id', 'name', 'price'], { option: z.strictObject({ name: query.text }).partial().optional() }),
    response: z.object({ options: z.array(Option), rounding_rule: z.enum(roundingRules), total_count: z.int().optional() }),
  },
  'POST /api/options': {
    access: canManageOptions,
    upload: true,
    ownTransactions: true,
    body: z.strictObject({ option: z.strictObject(details) }),
    labels,
    status: 201,
    response: Saved,
  },
  'GET /api/options/:id': { access: canReadOptions, response: z.object({ option: Option }) },
  'PATCH /api/options/:id': {
    access: canManageOptions,
    upload: true,
    ownTransactions: true,
    body: z.strictObject({ option: changes(details).default({}) }),
    labels,
    response: Saved,
  },
  'DELETE /api/options/:id': { access: canManageOptions, response: z.object({ message: z.string() }) },
})
