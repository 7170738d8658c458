import { roomLabels } from '../labels.ts'

/** Names of the fields of an absence and of the photo of its door, keyed as errors are. */
export const absenceLabels = {
  ...roomLabels,
  uuid: '不在の記録',
  photo_omitted_reason: '玄関の写真がない理由',
  file: '写真',
  filming_at: '撮影日時',
  taken_in_at: '端末への保存日時',
} as const

/** How a household hears of an absence (D-35). */
export const absenceTransports = ['mail', 'line', 'sms', 'paper'] as const
export type AbsenceTransport = (typeof absenceTransports)[number]
export const absenceTransportLabels: Readonly<Record<AbsenceTransport, string>> = {
  mail: 'メール',
  line: 'LINE',
  sms: 'SMS',
  paper: '書面（送信状況から印刷）',
}

/** Photos of one door at one visit: the usual is one. */
export const mostDoorPhotos = 5

/** What who took no photo of the door is offered to say. */
export const noPhotoText = '撮影できない'
