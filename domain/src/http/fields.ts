import { z } from 'zod'
import { isFullWidthKatakana, katakanaText, toFullWidthKatakana } from '../text/kana.ts'
import { foldTelephone } from '../text/telephone.ts'
import { isOneLine, isVisible } from '../text/visible.ts'

/** PostgreSQL refuses NUL and lone surrogates; the mount refuses them in every body and query, spreadsheets ask here. */
const wellFormed = (value: string) => !value.includes('\u0000') && value.isWellFormed()
const unusableText = 'は使用できない文字を含んでいます'
const oneLineText = 'は改行や見えない文字を入れずに入力してください'
const missingText = 'を入力してください'

/** Trimmed, NFC text of one line that can be seen (review F6), between 1 and `max` characters. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .normalize()
    .min(1)
    .max(max)
    .refine(wellFormed, unusableText)
    .refine(isOneLine, oneLineText)
    .refine(value => value === '' || isVisible(value), missingText)
/** The same of several lines. */
export const multilineText = (max: number) =>
  z
    .string()
    .trim()
    .normalize()
    .min(1)
    .max(max)
    .refine(wellFormed, unusableText)
    .refine(value => value === '' || isVisible(value), missingText)
/** Text as it was typed, empty too. */
export const typed = (max: number) => z.string().max(max).refine(wellFormed, unusableText)
const noneIfUnseen = (value: string | null | undefined): string | null =>
  value === undefined || value === null || !isVisible(value) ? null : value
/** Optional text of one line: empty, or nothing to be seen, means null. */
export const optionalText = (max: number) =>
  z.string().trim().normalize().max(max).refine(wellFormed, unusableText).refine(isOneLine, oneLineText).nullish().transform(noneIfUnseen)
/** The same of several lines. */
export const optionalMultilineText = (max: number) =>
  z.string().trim().normalize().max(max).refine(wellFormed, unusableText).nullish().transform(noneIfUnseen)

/** How a name is read (G-BLD-03, D-36): hiragana and half-width katakana are taken as the full-width ones. */
export const kana = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform(toFullWidthKatakana)
    .pipe(z.string().refine(isFullWidthKatakana, katakanaText).refine(isOneLine, oneLineText))

export const id = z.int().positive()
/** Yes or no; as text where it comes by multipart. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false', '1', '0']).transform(value => value === 'true' || value === '1')])
/** A calendar day, `YYYY-MM-DD`: no time, no zone (D-07). */
export const day = z.iso.date()
/** A time of day, `HH:mm`. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'の形式が正しくありません')
/** An instant, ISO 8601 with offset. */
export const instant = z.iso.datetime({ offset: true })

/** Ten or eleven digits; dashes, blanks, full-width forms and +81 are taken off (G-VAL-05). */
export const phone = z
  .string()
  .max(100)
  .transform(foldTelephone)
  .pipe(z.string().regex(/^\d{10,11}$/, 'の形式が正しくありません'))
/** A telephone number as it is to be printed: half-width, with the dashes it was typed with. */
export const printedPhone = z
  .string()
  .normalize('NFKC')
  .trim()
  .max(20)
  .transform(typed => typed.replaceAll(/[\p{Pd}\u2212\u30FC\u2500]/gu, '-'))
  .pipe(z.string().regex(/^(?=(\D*\d){10,11}\D*$)\d[\d-]+\d$/, 'の形式が正しくありません'))
/** Full-width forms are taken as the half-width ones. What is too long is not looked at any further: the pattern takes the square of its length. */
export const email = z
  .string()
  .normalize('NFKC')
  .trim()
  .max(254, { abort: true })
  .regex(/^[^\s\p{Cc}\p{Cf}@<>,"']+@[^\s\p{Cc}\p{Cf}@<>,"'.]+(\.[^\s\p{Cc}\p{Cf}@<>,"'.]+)+$/u, 'の形式が正しくありません')
  .refine(wellFormed, unusableText)
/** Empty or absent is null; otherwise as the given field says. The key itself may be left out. */
export const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess(value => (value === '' || value === undefined ? null : value), schema.nullable()) as unknown as z.ZodType<
    z.output<S> | null,
    z.input<S> | null | '' | undefined
  > & { _zod: { optin: 'optional' } }

/** The rule of Rails for `_destroy` (G-API-07). */
export const destroy = z
  .union([z.boolean(), z.literal(1), z.literal(0), z.enum(['true', 'false', '1', '0'])])
  .optional()
  .transform(value => value === true || value === 1 || value === 'true' || value === '1')

const queryInteger = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])
const queryBoolean = z.union([z.boolean(), z.enum(['true', 'false', '1', '0']).transform(value => value === 'true' || value === '1')])
export const query = {
  integer: queryInteger,
  boolean: queryBoolean,
  id: queryInteger.pipe(id),
  text: z.string().max(200).refine(wellFormed),
}

/** Names of what lists are searched by, for full_messages; an endpoint's own names stand above them. */
export const searchLabels: Readonly<Record<string, string>> = {
  keyword: 'キーワード',
  name: '名前',
  title: 'タイトル',
  cd: 'コード',
  address: '住所',
  building_name: '物件名',
  file_name: 'ファイル名',
  contents: '内容',
  subject: '件名',
  date: '日付',
  start_on: '開始日',
  end_on: '終了日',
  filmed_from: '撮影日（から）',
  filmed_to: '撮影日（まで）',
  created_from: '申込日（から）',
  created_to: '申込日（まで）',
  year: '年',
  status: '状況',
}

/** List parameters of G-API-04; `sortable` are the columns a caller may sort by, the rest are the slice's own filters. */
export const listQuery = <const Columns extends readonly [string, ...string[]], F extends z.core.$ZodLooseShape>(
  sortable: Columns,
  filters: F,
) =>
  z.strictObject({
    page: queryInteger.pipe(z.int().min(1).max(1_000_000)).optional(),
    per_page: queryInteger.pipe(z.int().min(1).max(100)).optional(),
    sort_by: z.enum(sortable).optional(),
    sort_desc: queryBoolean.optional(),
    exclude_pagination: queryBoolean.optional(),
    ...filters,
  })

/**
 * The body of a PATCH: any of the fields, unknown ones refused. A field that was not sent stays away from the result,
 * where `.partial()` would fill in the null or default of its schema and so wipe out what the caller never named.
 */
export const changes = <S extends Record<string, z.ZodType>>(shape: S) =>
  z.strictObject(
    Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, z.optional(z.nonoptional(schema))])) as {
      [K in keyof S]: z.ZodOptional<z.ZodNonOptional<S[K]>>
    },
  )
