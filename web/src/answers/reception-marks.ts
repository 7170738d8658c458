import type { ReceptionStatus } from '@toguchi/domain/rooms/labels'

/** One letter and one word for each way of answering, as the board draws them: colour never stands alone. */
export const receptionMarks: Readonly<Record<ReceptionStatus, { mark: string; word: string }>> = {
  not_yet: { mark: '未', word: '未受付' },
  web: { mark: 'W', word: 'Web' },
  tel: { mark: '電', word: '電話' },
  paper: { mark: '書', word: '書面' },
  visit: { mark: '訪', word: '訪問' },
  mail: { mark: 'メ', word: 'メール' },
  other: { mark: '他', word: 'その他' },
}
