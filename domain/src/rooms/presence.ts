import type { ConstructionType } from '../constructions/labels.ts'
import { presenceLabels, type PresenceMethod, presenceMethods } from './visits/presence-labels.ts'

export { presenceLabels, type PresenceMethod, presenceMethods }

/** What each one means, in the words of the slip that craftsmen hand out. */
export const presenceHelp: Readonly<Record<PresenceMethod, string>> = {
  self: 'ご本人が在宅し、担当者をお迎えになります。',
  proxy: 'ご家族やお知り合いの方が、代わりに立ち会います。',
  auxiliary_lock: 'ご不在でも作業できるよう、玄関に補助錠を取り付けます。補助錠の鍵は担当者が管理します。',
  key_custody: 'ご自宅の鍵をお預かりし、作業が終わりしだいお返しします。',
  unattended: 'お部屋に入らずにできる作業のため、在宅の必要はありません。',
}

/**
 * What residents choose from themselves: a renewal goes on inside the dwelling, so only an inspection may do without anybody (practice
 * §2). The office may write down every method: a caretaker opens, or nothing has to be entered.
 */
export const ownPresenceMethods = (constructionType: ConstructionType | null): readonly PresenceMethod[] =>
  constructionType === 'inspection' ? presenceMethods : presenceMethods.filter(method => method !== 'unattended')

/** Who is at the door at the time of the visit, as the resident's own page says it beside the date; null: nobody has said. */
export const visitTexts: Readonly<Record<PresenceMethod, string>> = {
  self: 'この時間帯に、担当者がお部屋に伺います。',
  proxy: 'この時間帯に担当者が伺い、代理の方が立ち会います。',
  auxiliary_lock: 'この時間帯に、補助錠を使ってお部屋で作業します。取り付けの日時は、担当者からご連絡します。',
  key_custody: 'この時間帯に、お預かりした鍵でお部屋に入って作業します。',
  unattended: 'この時間帯に作業します。ご在宅の必要はありません。',
}

/** Whoever is not at home agrees that the dwelling is entered, or left, without them. */
export const needsConsent = (method: PresenceMethod): boolean => method !== 'self' && method !== 'proxy'

/** What somebody agrees to who is not at home, each in its own words: on their own page, and read out to them by whoever writes it down. */
export const consents: Readonly<Partial<Record<PresenceMethod, string>>> = {
  auxiliary_lock: '補助錠を取り付け、不在のあいだに担当者がお部屋に入って作業することに同意します。',
  key_custody: '鍵を預け、不在のあいだに担当者がお部屋に入って作業することに同意します。',
  unattended: '立会いなしで作業することに同意します。',
}

/** An answer as it is given; a proxy is named, nobody else is. */
export interface PresenceAnswer {
  presence_method: PresenceMethod
  proxy_name?: string | null | undefined
  proxy_relation?: string | null | undefined
  proxy_phone?: string | null | undefined
  consent?: boolean | undefined
}

/** What is missing in an answer, by field and without its name; null when nothing is. */
export const presenceProblems = (answer: PresenceAnswer): Record<string, string[]> | null => {
  const fields = {
    ...(answer.presence_method === 'proxy' && !answer.proxy_name ? { proxy_name: ['を入力してください'] } : {}),
    ...(answer.presence_method === 'proxy' && !answer.proxy_phone ? { proxy_phone: ['を入力してください'] } : {}),
    ...(needsConsent(answer.presence_method) && answer.consent !== true ? { consent: ['に同意してください'] } : {}),
  }
  return Object.keys(fields).length === 0 ? null : fields
}
