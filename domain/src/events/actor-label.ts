const actors: Readonly<Record<string, string>> = {
  admin: '管理者',
  operator: 'オペレーター',
  staffAdmin: '企業管理者',
  staff: 'スタッフ',
  craftsman: '職人',
  resident: '居住者',
  system: '自動処理',
}

/** Who did something, by the kind of an event's actor; apart from the sentences, for who looks on needs only this. */
export const actorLabel = (kind: string): string => actors[kind] ?? kind
