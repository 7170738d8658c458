import type { OfficeActor } from '@toguchi/domain/access/actor'
import { priceInTax, type RoundingRule } from '@toguchi/domain/money/tax'
import { options, type Option } from '@toguchi/domain/options/contract'
import type { Db } from '../platform/database/database.ts'
import { fileUrl, viewUrl } from '../platform/files/files.ts'
import { answers, whoeverMayKnock } from '../platform/http/mount.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound } from '../platform/http/problem.ts'
import { findOption, listOptions, type OptionRow, roundingRuleOf } from './queries.ts'
import { changeOption, createOption, deleteOption, readOptionFiles } from './save-option.ts'

const present =
  (platform: Platform, rule: RoundingRule) =>
  ({ client_id, picture_file_id, pdf_file_id, pdf_file_name, ...option }: OptionRow): Option => ({
    ...option,
    price_in_tax: priceInTax(option.price, rule),
    picture_url: picture_file_id === null ? null : viewUrl(platform, client_id, picture_file_id),
    pdf: pdf_file_id === null ? null : { url: fileUrl(platform, client_id, pdf_file_id), file_name: pdf_file_name ?? '' },
  })

const show = async (platform: Platform, db: Db, actor: OfficeActor, id: number): Promise<Option> => {
  const option = await findOption(db, actor.clientId, id)
  if (!option) throw notFound()
  return present(platform, await roundingRuleOf(db, actor))(option)
}

export const optionsRoutes = answers(options, {
  'GET /api/options': async ({ platform, db, actor, query }) => {
    const rounding_rule = await roundingRuleOf(db, actor)
    const { rows, ...rest } = await listOptions(db, actor, query, query.option)
    return { options: rows.map(present(platform, rounding_rule)), rounding_rule, ...rest }
  },
  'POST /api/options': {
    mayUpload: whoeverMayKnock,
    answer: async ({ platform, actor, body, files }) => {
      const read = await readOptionFiles(platform, actor, { pdf: files['option[pdf]'], picture: files['option[picture]'] })
      return platform.pool.write(actor.clientId, async db => {
        const id = await createOption(platform, db, actor, body.option, read)
        return { message: 'オプションを登録しました。', option: await show(platform, db, actor, id) }
      })
    },
  },
  'GET /api/options/:id': async ({ platform, db, actor, params }) => ({ option: await show(platform, db, actor, params.id) }),
  'PATCH /api/options/:id': {
    mayUpload: ({ platform, db, actor, params }) => show(platform, db, actor, params.id),
    answer: async ({ platform, actor, params, body, files }) => {
      const read = await readOptionFiles(platform, actor, { pdf: files['option[pdf]'], picture: files['option[picture]'] })
      return platform.pool.write(actor.clientId, async db => {
        await changeOption(platform, db, actor, params.id, body.option, read)
        return { message: 'オプションを更新しました。', option: await show(platform, db, actor, params.id) }
      })
    },
  },
  'DELETE /api/options/:id': async ({ db, actor, params, now }) => {
    await deleteOption(db, actor, params.id, now)
    return { message: 'オプションを削除しました。' }
  },
})
