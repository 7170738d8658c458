import type { OfficeActor, ClientId } from '@toguchi/domain/access/actor'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { orders, SaleSettings } from '@toguchi/domain/orders/contract'
import { formatTelephone } from '@toguchi/domain/text/telephone'
import { findCallCenter } from '../messages/messages.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import type { Platform } from '../platform/platform.ts'
import { findSaleSettings, type findSeller, saveSaleSettings } from './lists/list-queries.ts'

type SaleSettingsForm = BodyOf<(typeof orders)['PATCH /api/sale_settings']>['sale_settings']
type SellerRow = NonNullable<Awaited<ReturnType<typeof findSeller>>>

/** What a company that never saved anything has (practice §2 to §4). */
const unsaved: SaleSettings = {
  konbini_days: 3,
  invoice_registration_number: null,
  seller_name: null,
  seller_representative: null,
  seller_address: null,
  seller_phone: null,
  seller_email: null,
  additional_fees: null,
  payment_terms: null,
  delivery_terms: null,
  cancellation_terms: null,
  own_date_change_limit: 2,
  retention_months: 12,
}

export const showSaleSettings = async (db: Db, clientId: ClientId): Promise<SaleSettings> => {
  const row = await findSaleSettings(db, clientId)
  if (!row) return unsaved
  const { client_id: _client, updated_at: _at, ...settings } = row
  return settings
}

export const changeSaleSettings = async (platform: Platform, db: Db, actor: OfficeActor, form: SaleSettingsForm): Promise<void> => {
  const sent = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
  await saveSaleSettings(db, actor.clientId, { ...sent, updated_at: platform.now() })
  await recordEvent(db, { kind: 'sale_settings.updated', actor, clientId: actor.clientId, change: { fields: Object.keys(sent) } })
}

/** The company as a seller: what it set, else what is known of it anyhow (D-16). */
export const showNotice = async (platform: Platform, seller: SellerRow) => {
  const { set, callCenter } = await platform.pool.read(seller.id, async db => ({
    set: await showSaleSettings(db, seller.id),
    callCenter: await findCallCenter(platform, db, seller.id, null),
  }))
  return {
    name: set.seller_name ?? seller.name,
    representative: set.seller_representative ?? seller.representative_name,
    address: set.seller_address ?? seller.address,
    phone: formatTelephone(set.seller_phone ?? seller.representative_phone ?? callCenter.phone),
    email: set.seller_email ?? seller.representative_email,
    additional_fees: set.additional_fees,
    payment_terms: set.payment_terms,
    delivery_terms: set.delivery_terms,
    cancellation_terms: set.cancellation_terms,
    invoice_registration_number: set.invoice_registration_number,
  }
}
