/** How somebody lets the craftsmen in (practice §2): each dwelling gives one answer. */
export const presenceMethods = ['self', 'proxy', 'auxiliary_lock', 'key_custody', 'unattended'] as const
export type PresenceMethod = (typeof presenceMethods)[number]

export const presenceLabels: Readonly<Record<PresenceMethod, string>> = {
  self: '本人',
  proxy: '代理人',
  auxiliary_lock: '補助錠',
  key_custody: '鍵預かり',
  unattended: '立会い不要',
}
