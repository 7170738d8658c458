import type { ClientId } from '@toguchi/domain/access/actor'
import type { ClientTerms, FirstSteps, Readiness } from '@toguchi/domain/client-terms/contract'
import { firstStepKeys, type ReadinessKey, readinessKeys } from '@toguchi/domain/client-terms/labels'
import { enterClient, findClient } from '../clients/clients.ts'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { notFound } from '../platform/http/problem.ts'
import { presentExport } from './exports.ts'
import { findReadiness, findTerms, listExports, type ReadinessRow, type TermsRow } from './queries.ts'

/** The company of an address; from then on the transaction works inside it. */
export const enterClientById = async (db: Db, id: number): Promise<ClientId> => {
  const client = await findClient(db, id)
  if (!client) throw notFound()
  await enterClient(db, client.id)
  return client.id
}

const stateOf = ({ status, erasure_began_at, erased_at }: TermsRow): ClientTerms['state'] => {
  if (erased_at !== null) return 'erased'
  if (erasure_began_at !== null) return 'erasing'
  return status === 'terminated' ? 'waiting' : 'contracted'
}

/** Without these no letter says a date that holds; what is sold needs its seller's name. */
const neededFor = (key: ReadinessKey, { use_optional_construction }: ReadinessRow): Readiness[number]['needed_for'] => {
  if (key === 'seller') return use_optional_construction ? 'payment' : null
  return ['building', 'craftsman', 'construction', 'rooms', 'schedule'].includes(key) ? 'letter' : null
}

interface Beginning {
  readiness: Readiness
  first_steps: FirstSteps | null
}

export const showReadiness = async (db: Db, clientId: ClientId): Promise<Beginning> => {
  const row = await findReadiness(db, clientId)
  if (!row) throw notFound()
  return {
    readiness: readinessKeys.map(key => ({ key, done: row[key], needed_for: neededFor(key, row) })),
    first_steps: firstStepsOf(row),
  }
}

/** A construction may have rooms that its building has not. What was printed stays printed: whoever is through never sees them again. */
const firstStepsOf = (row: ReadinessRow): FirstSteps | null =>
  row.letters || row.first_steps_ended
    ? null
    : {
        steps: firstStepKeys.map(key => ({ key, done: key === 'building_rooms' ? row.building_rooms || row.rooms : row[key] })),
        construction_id: row.construction_id,
      }

const dayOf = (moment: Date | null): string | null => (moment === null ? null : toDay(moment))

export const showTerms = async (db: Db, clientId: ClientId): Promise<ClientTerms> => {
  const terms = await findTerms(db, clientId)
  if (!terms) throw notFound()
  return {
    erasure_months: terms.erasure_months,
    accounting_years: terms.accounting_years,
    records_years: terms.records_years,
    state: stateOf(terms),
    terminated_on: terms.terminated_on,
    erase_on: terms.erase_on,
    accounting_until: terms.accounting_until,
    records_until: terms.records_until,
    warned_on: dayOf(terms.warned_at),
    erased_on: dayOf(terms.erased_at),
    accounting_erased_on: dayOf(terms.accounting_erased_at),
    records_erased_on: dayOf(terms.records_erased_at),
    open_refunds: terms.open_refunds,
    readiness: (await showReadiness(db, clientId)).readiness,
    exports: (await listExports(db, clientId)).map(presentExport),
  }
}
