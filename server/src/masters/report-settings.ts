import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { CompletionReportSetting, masters } from '@toguchi/domain/masters/contract'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { invalid, notFound } from '../platform/http/problem.ts'
import { listReportSettings, lockReports, saveReportSetting } from './queries.ts'

type Settings = BodyOf<(typeof masters)['PATCH /api/completion_report_settings']>['completion_report_settings_attributes']

/** Says with which report and comment a type of construction begins (G-MAS-06, G-REP-01). What is not sent stays. */
export const changeReportSettings = async (db: Db, actor: OfficeActor, settings: Settings): Promise<CompletionReportSetting[]> => {
  const before = await listReportSettings(db, actor)
  const reportIds = settings.flatMap(({ completion_report_id }) => completion_report_id ?? [])
  const choosable = await lockReports(db, actor.clientId, reportIds)
  for (const [at, { id, construction_type, completion_report_id, completion_comment }] of settings.entries()) {
    if (id && before.find(setting => setting.construction_type === construction_type)?.id !== id) throw notFound()
    if (completion_report_id && !choosable.has(completion_report_id))
      throw invalid({ [`completion_report_settings[${at}].completion_report_id`]: ['は一覧にありません'] })
    await saveReportSetting(db, actor.clientId, construction_type, {
      ...(completion_report_id === undefined ? {} : { completion_report_id }),
      ...(completion_comment === undefined ? {} : { completion_comment }),
    })
  }
  const after = await listReportSettings(db, actor)
  await recordEvent(db, { kind: 'completion_report_settings.updated', actor, clientId: actor.clientId, change: { before, after } })
  return after
}
