import { useEffect, useRef, useState } from 'react'
import { type AnswerOf, ApiError, send } from '../platform/api/request.ts'
import { configuration } from '../platform/session/configuration.ts'
import { knownUser, onSessionEnd } from '../platform/session/session.ts'

type ChatbotSession = AnswerOf<'POST /api/chatbot_sessions'>['chatbot_session']
type CallCenter = AnswerOf<'GET /api/call_center'>
type History = AnswerOf<'GET /api/chatbot_histories'>['chatbot_histories'][number]

export interface Exchange {
  key: number
  question: string
  /** Null while it is on its way. */
  answer: string | null
  source: string | null
  page: History['page']
  handed_over: boolean
  suggestions: readonly string[]
}

export interface Conversation {
  /** Undefined until it is open; null where it could not be opened. */
  session: ChatbotSession | null | undefined
  /** Whom to call; null until it is known. */
  callCenter: CallCenter | null
  exchanges: readonly Exchange[]
  busy: boolean
  ask: (question: string) => Promise<void>
}

const stored = 'chatbot_session'
const quietly = { silent: true, errors: 'nobody' } as const
/** What the panel says when there is no answer (G-CHAT-05). */
const noAnswer = 'ただいま応答できません。お電話でお問い合わせください。'
const firstKey = -1

onSessionEnd(() => sessionStorage.removeItem(stored))

/** A conversation lasts as long as the tab: it is there again after a reload. */
export const useConversation = (): Conversation => {
  const [session, setSession] = useState<ChatbotSession | null | undefined>(undefined)
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([])
  const [callCenter, setCallCenter] = useState<CallCenter | null>(null)
  const [busy, setBusy] = useState(false)
  const next = useRef(firstKey)
  useEffect(() => {
    let left = false
    void findCallCenter().then(found => {
      if (!left) setCallCenter(found)
    })
    resume().then(
      resumed => {
        if (left) return
        setSession(resumed.session)
        setExchanges(resumed.exchanges)
      },
      () => {
        if (!left) setSession(null)
      },
    )
    return () => {
      left = true
    }
  }, [])
  const ask = async (question: string): Promise<void> => {
    const key = next.current
    next.current -= 1
    setBusy(true)
    setExchanges(before => [...before, { ...pending, key, question }])
    const { session: used, ...answered } = await askOnce(session ?? null, question)
    if (used !== null) setSession(used)
    setExchanges(before => before.map(exchange => (exchange.key === key ? { ...exchange, ...answered } : exchange)))
    setBusy(false)
  }
  return { session, callCenter, exchanges, busy, ask }
}

const pending = { answer: null, source: null, page: null, handed_over: false, suggestions: [] } as const

/** As it is now, whatever the conversation began with; a number that is answered is better than none. */
const findCallCenter = (): Promise<CallCenter | null> =>
  send('GET /api/call_center', {}, quietly).catch(() =>
    configuration().then(
      ({ call_center_phone }) => ({ phone: call_center_phone, hours: '', is_answered: null }),
      () => null,
    ),
  )

const resume = async (): Promise<{ session: ChatbotSession; exchanges: Exchange[] }> => {
  const kept = keptSession()
  if (kept === null) return { session: await open(), exchanges: [] }
  const { chatbot_histories } = await send('GET /api/chatbot_histories', { query: { session_id: kept.session_id } }, quietly)
  return { session: kept, exchanges: chatbot_histories.map(({ id, ...history }) => ({ ...history, key: id, suggestions: [] })) }
}

/** Whoever else entered in this tab or another one asks nothing of the dwelling before. */
const keptSession = (): ChatbotSession | null => {
  const text = sessionStorage.getItem(stored)
  if (text === null) return null
  // Written below, by this tab alone.
  const { dwelling, session } = JSON.parse(text) as Kept
  return dwelling === dwellingOf() && new Date(session.expires_at) > new Date() ? session : null
}

interface Kept {
  dwelling: string
  session: ChatbotSession
}

const dwellingOf = (): string => {
  const user = knownUser()
  return `${user?.id ?? ''}/${user?.room?.uuid ?? ''}`
}

const open = async (): Promise<ChatbotSession> => {
  const { chatbot_session } = await send('POST /api/chatbot_sessions', {}, quietly)
  sessionStorage.setItem(stored, JSON.stringify({ dwelling: dwellingOf(), session: chatbot_session } satisfies Kept))
  return chatbot_session
}

type Answered = Pick<Exchange, 'answer' | 'source' | 'page' | 'handed_over' | 'suggestions'> & { session: ChatbotSession | null }

/** Asks the gateway; where the conversation has ended meanwhile a new one is opened, once. */
const askOnce = async (session: ChatbotSession | null, question: string, again = true): Promise<Answered> => {
  let used = session
  try {
    used ??= await open()
    const reply = await send('POST /gateway/chatbot/messages', { body: { session_id: used.session_id, message: question } }, quietly)
    return { ...reply, session: used }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'chatbot_session_ended' && again) return askOnce(null, question, false)
    if (error.status === 429) return { ...pending, answer: error.fullMessages.join('\n'), handed_over: true, session: used }
    await keep(used, question)
    return { ...pending, answer: noAnswer, handed_over: true, session: used }
  }
}

/** The question reaches whoever takes the call all the same (G-CHAT-05). Where even that fails, there is the telephone. */
const keep = async (session: ChatbotSession | null, question: string): Promise<void> => {
  if (session === null) return
  const body = { chatbot_history: { question, answer: noAnswer, session_id: session.session_id } }
  await send('POST /api/chatbot_histories', { body }, quietly).catch(() => {})
}
