/** Names of the schedule's fields, keyed as errors are. */
export const scheduleLabels = {
  construction_order_id: '施工順',
  construction_time_frames: '時間枠',
  'construction_time_frames[].start_at': '開始時刻',
  'construction_time_frames[].end_at': '終了時刻',
  'construction_time_frames[].frame_number': '枠数',
  date: '工事日',
  construction_time_frame_id: '時間枠',
  caller: '相手の方のお名前',
  frame_number: '枠番号',
  order_decision: 'オプションの注文',
  'assigns[].order_decision': 'オプションの注文',
  'assigns[].date': '工事日',
  'assigns[].frame_number': '枠番号',
  'spare_frames[].date': '予備枠の日',
  'spare_frames[].frame_number': '枠番号',
  'holidays[].date': '休みの日',
} as const

/** Names of the fields of settings and wishes, keyed as errors are. */
export const planningLabels = {
  schedule_unit: '動かす単位',
  spare_percent: '予備枠の割合',
  construction_time_frames: '時間枠',
  'construction_time_frames[].start_at': '開始時刻',
  'construction_time_frames[].end_at': '終了時刻',
  'construction_time_frames[].frame_number': '枠数',
  crew_frames: '班の枠数',
  'crew_frames[].construction_time_frame_id': '時間枠',
  'crew_frames[].assigned_contractor_id': '班',
  'crew_frames[].frame_count': '班の枠数',
  crew_absences: '不在日',
  'crew_absences[].assigned_contractor_id': '班',
  'crew_absences[].dates': '不在日',
  unavailable_dates: '都合の悪い日',
  preferred_dates: '希望日',
  pinned: '日程固定',
  note: 'メモ',
} as const

/** Names of the fields of presence, keyed as errors are. */
export const presenceLabels = { tab: '画面', editing: '編集中' } as const
