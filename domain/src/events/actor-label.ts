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

const office: ReadonlySet<string> = new Set(['admin', 'staffAdmin', 'staff'])

/** 「事務所（佐藤）」: who did something, as it is said to somebody on the site. */
export const actorForTheSite = ({ actor_kind, actor_name }: { actor_kind: string; actor_name: string | null }): string => {
  const who = office.has(actor_kind) ? '事務所' : actorLabel(actor_kind)
  return actor_name === null ? who : `${who}（${actor_name}）`
}
