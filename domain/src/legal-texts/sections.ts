import type { LegalTextKind } from './kinds.ts'

/** The headings of each text, in their order. */
export const sectionTitles = {
  terms: {
    introduction: 'はじめに',
    application: '適用',
    account: 'アカウント',
    works: '工事日程とオプション工事',
    prohibited: '禁止事項',
    suspension: '提供の停止',
    liability: '責任の範囲',
    changes: '規約の変更',
    law: '準拠法および管轄',
  },
  // What 個人情報保護法 asks to be made known: 第21条 (purposes), 第23条 and 第25条 (security, 委託先), 第27条 (third parties), 第32条 (who,
  // how to ask for disclosure and at what fee, where to complain), 第40条 (complaints).
  privacy_policy: {
    company: '事業者の名称',
    address: '所在地',
    representative: '代表者',
    collected: '取得する情報',
    purposes: '利用の目的',
    security: '安全管理措置',
    entrusted: '委託先',
    third_parties: '第三者提供',
    requests: '開示等の手続きと手数料',
    complaints: '苦情の窓口',
    retention: '保存期間',
    cookies: 'Cookieなど',
  },
} as const satisfies Record<LegalTextKind, Record<string, string>>

export const sectionTitlesOf = (kind: LegalTextKind): Readonly<Record<string, string>> => sectionTitles[kind]

/** What stands under each heading, by the section's name. */
export type Sections = Readonly<Record<string, string>>

/** Where nothing is known of a company: it may be told on request (個人情報保護法 第32条第1項). */
export const onRequest = 'ご請求があれば遅滞なくお知らせします。'

interface Section {
  name: string
  title: string
  body: string
}

/** The headings that say something, in their order: an empty one is not shown to anybody. */
export const presentSections = (kind: LegalTextKind, sections: Sections): Section[] =>
  Object.entries(sectionTitlesOf(kind)).flatMap(([name, title]) => {
    const body = (sections[name] ?? '').trim()
    return body === '' ? [] : [{ name, title, body }]
  })

/** What keeps a text from being published, by field; null when nothing does. */
export const missingSections = (kind: LegalTextKind, sections: Sections): Record<string, string[]> | null => {
  const missing = Object.keys(sectionTitlesOf(kind)).filter(name => (sections[name] ?? '').trim() === '')
  return missing.length === 0 ? null : Object.fromEntries(missing.map(name => [`sections.${name}`, ['を入力してください']]))
}

/** 第3版; a text of the platform's own is named by its edition. */
export const versionName = (number: number | null, edition: string): string => (number === null ? `${edition}版` : `第${number}版`)
