/** Where the key of a dwelling is that is opened by one: nobody has it yet, the office has it, the reader carries it, somebody else does, it was given back. */
export const keyStates = ['none', 'not_received', 'office', 'yours', 'other', 'returned'] as const
export type KeyState = (typeof keyStates)[number]

export const keyStateLabels: Readonly<Record<Exclude<KeyState, 'none'>, string>> = {
  not_received: '鍵はまだお預かりしていません',
  office: '鍵は事務所にあります',
  yours: '鍵を持っています',
  other: '鍵は別の職人が持っています',
  returned: '鍵は返却済みです',
}
