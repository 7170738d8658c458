import type { boardReports } from '@toguchi/domain/board-reports/contract'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import { findClientByUuid } from '../clients/clients.ts'
import { giveBackAttempt, spendAttempt } from '../platform/attempts/attempts.ts'
import { toInstant } from '../platform/clock.ts'
import { recordEvent } from '../platform/events.ts'
import { fileUrl } from '../platform/files/files.ts'
import { networkOf } from '../platform/http/network.ts'
import { refused } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { sha256 } from '../platform/secrets.ts'
import { countOpening, findGoodLink } from './queries.ts'

const linkGone = () =>
  refused('このリンクは使えません。期限が切れたか、取り消されています。報告書を送った会社にお問い合わせください。', 'link_gone')

type Opening = BodyOf<(typeof boardReports)['POST /api/board_reports/open']>

/** What the link of a mail leads to; who tries addresses is counted by network. */
export const openReport = async (platform: Platform, { client_uuid, token }: Opening, ip: string) => {
  const ofNetwork = { scope: 'board_report:network', subject: networkOf(ip) } as const
  await spendAttempt(platform, ofNetwork)
  const client = await platform.pool.read(null, db => findClientByUuid(db, client_uuid))
  if (!client || client.status === 'terminated') throw linkGone()
  const opened = await platform.pool.write(client.id, async db => {
    const link = await findGoodLink(db, client.id, sha256(token), platform.now())
    if (!link) throw linkGone()
    await countOpening(db, link.client_id, link.id, platform.now())
    await recordEvent(db, {
      kind: 'board_reports.link_opened',
      actor: 'system',
      clientId: link.client_id,
      constructionId: link.construction_id,
      subject: { type: 'board_report_links', id: link.id },
      channel: 'web',
      change: { week_on: link.week_on },
    })
    return link
  })
  await giveBackAttempt(platform, ofNetwork)
  const { building_name, title, issuer, week_on, client_id, file_id } = opened
  return {
    building_name,
    title,
    issuer,
    week_on,
    made_at: toInstant(opened.created_at),
    expires_at: toInstant(opened.expires_at),
    url: fileUrl(platform, client_id, file_id),
  }
}
