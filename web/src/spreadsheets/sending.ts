import type { ImportPhase, SpreadsheetKind } from '@toguchi/domain/spreadsheets/labels'
import { type AnswerOf, send } from '../platform/api/api.ts'
import type { Transport } from '../platform/api/request.ts'
import { tellingProgress } from '../platform/api/upload-progress.ts'
import { say } from '../platform/overlay/overlay.ts'

/** A file is looked at first, and taken in afterwards: then it is compared once more. */
type Sending = 'look' | 'store'
const words: Readonly<Record<Sending, Readonly<Record<ImportPhase, string>>>> = {
  look: { compare: 'ファイルを確認しています…', write: '取り込めることを確認しています…' },
  store: { compare: '内容をもう一度確認しています…', write: '取り込んでいます…' },
}
const first: Readonly<Record<Sending, string>> = { look: words.look.compare, store: words.store.write }

type Progress = NonNullable<AnswerOf<'GET /api/spreadsheets/:kind/progress'>['progress']>

/** 「取り込んでいます… 1,000／8,000行」 */
const progressText = (what: Sending, { phase, done, total }: Progress): string =>
  `${words[what][phase]} ${done.toLocaleString('ja-JP')}／${total.toLocaleString('ja-JP')}行`

/** Milliseconds between two questions how far it is. */
const interval = 1_000

/** Says how much of the file has left this device, in tens so that nobody has every percent read out, and then how many of its rows are through. */
export const sending = (kind: SpreadsheetKind, progress: string, what: Sending) => ({
  message: first[what],
  errors: 'caller' as const,
  transport: async (...request: Parameters<Transport>) => {
    let timer: ReturnType<typeof setInterval> | undefined
    const ask = async () => {
      const answer = await send(
        'GET /api/spreadsheets/:kind/progress',
        { params: { kind }, query: { progress } },
        { silent: true, errors: 'nobody' },
      ).catch(() => null)
      if (timer !== undefined && answer?.progress) say(progressText(what, answer.progress))
    }
    const tell = (share: number) => {
      if (share < 1) return say(`ファイルを送信しています… ${Math.floor(share * 10) * 10}%`)
      if (timer !== undefined) return
      say(first[what])
      timer = setInterval(() => void ask(), interval)
    }
    try {
      return await tellingProgress(tell)(...request)
    } finally {
      clearInterval(timer)
      timer = undefined
    }
  },
})
