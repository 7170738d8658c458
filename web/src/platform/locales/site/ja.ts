/** What the pages of a craftsman's day say of themselves. They come with the shell of who works here, so that residents do not download them. */
export const texts = {
  'shell.back_to_construction': '工事詳細へ戻る',
  'page.mypage': 'マイページ',
  'page.constructions': '工事一覧',
  'page.construction': '工事詳細',
  'page.common_area_images': '共用部写真',
  'page.cash_list': '当日集金表',
  'page.working_process': '当日の作業一覧',
  'page.room': '部屋詳細',
} as const
