/** Names of the schedule's fields, keyed as errors are. */
export const scheduleLabels = {
  construction_order_id: '施工順',
  construction_time_frames: '時間枠',
  'construction_time_frames[].start_at': '開始時刻',
  'construction_time_frames[].end_at': '終了時刻',
  'construction_time_frames[].frame_number': '枠数',
  date: '工事日',
  construction_time_frame_id: '時間枠',
  frame_number: '枠番号',
} as const
