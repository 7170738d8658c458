/** Guesses at what somebody keeps secret (G-ACC-09). */
const guesses = { most: 10, minutes: 30 }
/** From one network, which a whole building or the customers of a mobile carrier may share: as many as D-03 gives to codes. */
const fromOneNetwork = { most: 100, minutes: 15 }
/** Mails that anybody may have sent to somebody (G-ACC-09). */
const reminders = { most: 5, minutes: 60 }
const day = 24 * 60

interface AttemptLimit {
  most: number
  /** From the first attempt on. */
  minutes: number
  /** What is said beyond it, where nobody says something of their own. */
  sentence?: string
}

/** How many attempts at what are let through in how long: every limit of the product, by what is counted. */
export const attemptLimits = {
  /** Failures of signing in, by login id. */
  sign_in: guesses,
  /** The same by network, over all doors and second factors. */
  'sign_in:network': {
    ...fromOneNetwork,
    sentence: 'ログインの失敗が続いたため、しばらく受け付けられません。時間をおいて再度お試しください。',
  },
  /** Wrong codes at the sign-in, by account. */
  'sign_in:second_factor': guesses,
  /** Wrong codes in a session and in an enrolment, by account: a session that was left open locks no sign-in. */
  second_factor: {
    ...guesses,
    sentence: 'コードの誤りが続いたため、しばらく受け付けられません。時間をおいて再度お試しください。',
  },
  /** Wrong current passwords in a session, by account. */
  current_password: {
    ...guesses,
    sentence: '現在のパスワードの誤りが続いたため、しばらく受け付けられません。時間をおいて再度お試しください。',
  },
  /** Locks that somebody else lifted, by the account or dwelling: who guesses on must not be let on without end. */
  lock_lifted: { most: 3, minutes: day, sentence: 'ロックの解除は1日3回までです。時間をおいてお試しください。' },
  /** Mails about a login id or password: by network, and by the address or login id that is asked for. */
  'reminder:network': reminders,
  'reminder:subject': reminders,
  /** Six digits that go out to a contact, by room. */
  'confirmation_code:room': { most: 10, minutes: 60 },
  /** Six digits that join two accounts, by the account that asks for them (D-40). */
  'join_code:account': { most: 10, minutes: 60 },
  /** Links to sign in that anybody may have sent to a craftsman: by the contact, and by network, which a carrier's customers share. */
  'sign_in_link:contact': reminders,
  'sign_in_link:network': { most: 60, minutes: 60 },
  /** New links instead of old ones, by account; unknown links, by network. */
  'craftsman_link:renewal': { most: 5, minutes: 60, sentence: '続けて何度も送信できません。1時間ほどおいて、もう一度お試しください。' },
  'craftsman_link:network': fromOneNetwork,
  /** Six digits that prove a contact of the own account. */
  'contact_code:account': { most: 10, minutes: 60 },
  /** Wrong printed codes (D-03), by network. */
  'authentication_code:network': {
    ...fromOneNetwork,
    sentence: '入力の誤りが続いたため、しばらく受け付けられません。時間をおいて再度お試しいただくか、お電話でお問い合わせください。',
  },
  /** Wrong printed codes in a row, by room, code and network: after how many they pause is the domain's (`pauseMinutesAfter`). */
  'authentication_code:room': { most: Infinity, minutes: day },
  /** The pause itself, which says for how long. */
  'authentication_code:pause': { most: 0, minutes: 15 },
  /** Short addresses of dwellings that are none, by network. */
  'room_address:network': {
    ...fromOneNetwork,
    sentence: '入力の誤りが続いたため、しばらく受け付けられません。時間をおいて再度お試しいただくか、お電話でお問い合わせください。',
  },
  /** Unknown tokens of absence slips, by network. */
  'absence_slip:network': fromOneNetwork,
  /** Unknown addresses of completion books, by network. */
  'completion_book:network': fromOneNetwork,
  /** Unknown addresses of reports to the board, by network. */
  'board_report:network': fromOneNetwork,
  /** Unknown links of calendars, by network. */
  'calendar_feed:network': fromOneNetwork,
  /** Unknown tickets of photos that are handed in, by network; photos that one ticket hands in (decision 087). */
  'hand_in:network': fromOneNetwork,
  'hand_in:ticket': { most: 1_000, minutes: day, sentence: '1日に提出できる写真の枚数を超えました。時間をおいて再度お試しください。' },
  /** Wrong passwords of a completion book, by its link and the network of who tries: nobody shuts out others who have the link too. */
  'completion_book:password': {
    ...guesses,
    sentence: 'パスワードの誤りが続いたため、しばらく受け付けられません。時間をおいて再度お試しください。',
  },
  /** The same from everywhere together: many networks do not make many guesses. */
  'completion_book:link': {
    ...guesses,
    most: 100,
    sentence: 'パスワードの誤りが続いたため、しばらく受け付けられません。時間をおいて再度お試しください。',
  },
  /** Messages to the chatbot, by conversation, and conversations that are opened, by resident. */
  'chatbot:session': {
    most: 60,
    minutes: 10,
    sentence: 'ご質問が続いたため、しばらく受け付けられません。お急ぎのときはお電話ください。',
  },
  'chatbot:resident': { most: 30, minutes: 60 },
  /** Ids of conversations that open nothing, by network. */
  'chatbot:network': fromOneNetwork,
  /** Searches for a dwelling over all clients, by admin or operator: more than any telephone rings, fewer than a list of numbers. */
  'desk_search:account': { most: 120, minutes: 60, sentence: '検索は1時間に120回までです。時間をおいて再度お試しください。' },
  /** Whoever made a dwelling's login hears once a day that its code was entered. */
  'code_entered:room': { most: 1, minutes: day },
} as const satisfies Readonly<Record<string, AttemptLimit>>

export type AttemptScope = keyof typeof attemptLimits

export const limitOf = (scope: AttemptScope): AttemptLimit => attemptLimits[scope]
