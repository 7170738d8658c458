import type { RoomCard } from '@toguchi/domain/schedule/contract'

/** A room of a schedule that waits for its day, with nothing said of its resident: 101, 102, … in one row of the first block. */
export const roomCard = (id: number, over: Partial<RoomCard> = {}): RoomCard => ({
  id,
  name: `${100 + id}`,
  block_position: 1,
  row: 1,
  col: id,
  status: 'waiting',
  reception_status: '未受付',
  reception_status_en: 'not_yet',
  high_priority: false,
  closed_at: null,
  construction_schedule_confirmed_at: null,
  resident_name: null,
  options_count: 0,
  has_customer_support_versions: false,
  contact_channel: 'mail',
  reachable: ['mail'],
  wish: null,
  presence_method: null,
  visits: 0,
  ...over,
})
