import { z } from 'zod'
import { loginId } from '../accounts/contract.ts'
import { clientCode, clientDetails, SavedClient } from '../clients/contract.ts'
import { canChangeSettings, canManageClients as access } from '../clients/policy.ts'
import { contract } from '../http/endpoint.ts'
import { day, email, instant, optionalMultilineText, query, text } from '../http/fields.ts'
import { saleSettingsFields } from '../orders/contract.ts'
import { Job } from '../printing/contract.ts'
import { endingStates, firstStepKeys, longestFirstText, newClientLabels, readinessKeys, readinessNeeds, termLabels } from './labels.ts'

/** Whole numbers: as text where they come beside a logo. */
const months = query.integer.pipe(z.int().min(1).max(36))
const accountingYears = query.integer.pipe(z.int().refine(years => years === 7 || years === 10, 'は7年か10年を選択してください'))
const recordsYears = query.integer.pipe(z.int().min(10).max(30))
const TermsForm = z.strictObject({ erasure_months: months, accounting_years: accountingYears, records_years: recordsYears }).partial()

const { konbini_days: _days, own_date_change_limit: _limit, retention_months: _months, ...seller } = saleSettingsFields
const FirstSaleSettings = z.strictObject({ ...seller, retention_months: query.integer.pipe(saleSettingsFields.retention_months) }).partial()
const FirstLetterTexts = z
  .strictObject({ entry: optionalMultilineText(longestFirstText), closing: optionalMultilineText(longestFirstText) })
  .partial()

const Export = Job.omit({ file_url: true }).extend({
  created_at: instant,
  /** When its bytes are taken away; null until it is done. */
  kept_until: instant.nullable(),
})
export type ClientExport = z.infer<typeof Export>

/** What a company has, and before what the rest is needed: the first 案内状, or the first payment; null for what may stay away. */
const Readiness = z.array(z.object({ key: z.enum(readinessKeys), done: z.boolean(), needed_for: z.enum(readinessNeeds).nullable() }))
export type Readiness = z.infer<typeof Readiness>

const FirstSteps = z.object({
  steps: z.array(z.object({ key: z.enum(firstStepKeys), done: z.boolean() })),
  /** The newest one, where its schedule and its letters are made. */
  construction_id: z.int().nullable(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

const Terms = z.object({
  erasure_months: z.int(),
  accounting_years: z.int(),
  records_years: z.int(),
  state: z.enum(endingStates),
  /** All days are null while the contract lasts. */
  terminated_on: day.nullable(),
  erase_on: day.nullable(),
  accounting_until: day.nullable(),
  records_until: day.nullable(),
  /** Role 1 was told of the erasing on this day. */
  warned_on: day.nullable(),
  erased_on: day.nullable(),
  accounting_erased_on: day.nullable(),
  records_erased_on: day.nullable(),
  /** Refunds that are still to be paid: until then nothing is erased. */
  open_refunds: z.int(),
  readiness: Readiness,
  exports: z.array(Export),
})
export type ClientTerms = z.infer<typeof Terms>

/** The beginning and the end of a client (G-ADM-06, G-ADM-08, decision 048). */
export const clientTerms = contract({
  'POST /api/clients': {
    access,
    scope: 'platform',
    labels: newClientLabels,
    upload: { fields: 80 },
    body: z.strictObject({
      client: z.strictObject({
        cd: clientCode,
        ...clientDetails,
        staff_admin: z.strictObject({ name: text(100), email, login_id: loginId }),
        sale_settings: FirstSaleSettings.optional(),
        terms: TermsForm.optional(),
        letter_texts: FirstLetterTexts.optional(),
      }),
    }),
    status: 201,
    response: SavedClient,
  },
  /**
   * How far the own company has come with its beginning, for those who can go on with it; `first_steps` are null once a letter was printed,
   * which is the last of them, or once they were put away (field-use O17).
   */
  'GET /api/readiness': { access: canChangeSettings, response: z.object({ readiness: Readiness, first_steps: FirstSteps.nullable() }) },
  /** Puts 「はじめに」 away, for everybody and for good. */
  'DELETE /api/first_steps': { access: canChangeSettings, response: z.object({ message: z.string() }) },
  'GET /api/clients/:id/terms': { access, scope: 'platform', response: z.object({ terms: Terms }) },
  'PATCH /api/clients/:id/terms': {
    access,
    scope: 'platform',
    labels: termLabels,
    body: z.strictObject({ terms: TermsForm }),
    response: z.object({ message: z.string(), terms: Terms }),
  },
  /** Everything of the company as one zip: a job. */
  'POST /api/clients/:id/exports': {
    access,
    scope: 'platform',
    status: 202,
    response: z.object({ message: z.string(), terms: Terms }),
  },
  /** The address of a zip, for ten minutes; who asked for it stands in the log. */
  'POST /api/clients/:id/exports/:export_id/downloads': {
    access,
    scope: 'platform',
    response: z.object({ file_url: z.string() }),
  },
})
