import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { clientTerms } from '@toguchi/domain/client-terms/contract'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import { registerClient } from '../clients/clients.ts'
import { changeSaleSettings } from '../orders/orders.ts'
import type { Db } from '../platform/database/database.ts'
import { invalid } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { faultsOfFirstTexts, writeFirstTexts } from '../printing/printing.ts'
import { saveTerms } from './queries.ts'

type NewClient = BodyOf<(typeof clientTerms)['POST /api/clients']>['client']
type Admin = Extract<OfficeActor, { kind: 'admin' }>

const assertTexts = (texts: NonNullable<NewClient['letter_texts']>): void => {
  const faults = Object.entries(faultsOfFirstTexts(texts)).map(([name, why]) => [`letter_texts.${name}`, why] as const)
  if (faults.length > 0) throw invalid(Object.fromEntries(faults))
}

const isSaid = (form: object | undefined): form is object => Object.values(form ?? {}).some(value => value !== undefined && value !== null)

/** Registers a company with everything that its first construction needs of it, in one transaction (G-ADM-06, decision 048). */
export const register = async (
  platform: Platform,
  db: Db,
  actor: Omit<Admin, 'clientId'>,
  { sale_settings, terms, letter_texts, ...client }: NewClient,
): Promise<Admin> => {
  if (letter_texts) assertTexts(letter_texts)
  const inClient = { ...actor, clientId: await registerClient(platform, db, actor, client) }
  if (sale_settings && isSaid(sale_settings)) await changeSaleSettings(platform, db, inClient, sale_settings)
  if (terms && isSaid(terms)) await saveTerms(db, inClient.clientId, terms, platform.now())
  if (letter_texts) await writeFirstTexts(db, inClient, letter_texts, platform.now())
  return inClient
}
