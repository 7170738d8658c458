import { clientLine } from '@toguchi/domain/clients/line-contract'
import { answers } from '../platform/http/mount.ts'
import { checkLine, removeLine, saveLineSettings, showLineSettings } from './line-settings.ts'

export const clientLineRoutes = answers(clientLine, {
  'GET /api/settings/line': async ({ platform, db, actor }) => ({ line: await showLineSettings(platform, db, actor.clientId) }),

  'PATCH /api/settings/line': async ({ platform, db, actor, body }) => {
    await saveLineSettings(platform, db, actor, body.line)
    return { message: 'LINE公式アカウントの設定を保存しました。', line: await showLineSettings(platform, db, actor.clientId) }
  },

  'POST /api/settings/line/check': async ({ platform, actor }) => {
    await checkLine(platform, actor)
    const line = await platform.pool.read(actor.clientId, db => showLineSettings(platform, db, actor.clientId))
    return { message: `「${line.display_name ?? ''}」に接続できました。`, line }
  },

  'DELETE /api/settings/line': async ({ platform, db, actor }) => {
    await removeLine(db, actor)
    return { message: 'LINE公式アカウントの設定を削除しました。', line: await showLineSettings(platform, db, actor.clientId) }
  },
})
