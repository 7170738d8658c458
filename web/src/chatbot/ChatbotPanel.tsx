import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../site/paths.ts'
import { Glyph } from '../ui/icons/Glyph.tsx'
import { Read } from '../ui/plain/Read.tsx'
import { type Conversation, type Exchange, useConversation } from './conversation.ts'
import styles from './ChatbotPanel.module.css'

const longest = 500
/** Pixels between the head of the panel and what was asked last. */
const gapAbove = 12
const firstQuestions = ['工事の日はいつですか', '日程を変更したい', '留守のときはどうすればいいですか', '断水はありますか']

const pages: Readonly<Record<NonNullable<Exchange['page']>, { to: string; text: string }>> = {
  top: { to: paths.resident_top(), text: 'トップページで見る' },
  date: { to: paths.resident_date(), text: '日時を選ぶ' },
  presence: { to: paths.resident_presence(), text: '在宅方法を選ぶ' },
  options: { to: paths.resident_options(), text: 'オプションを見る' },
  orders: { to: paths.resident_orders(), text: '申込履歴を見る' },
  documents: { to: paths.resident_documents(), text: '資料を見る' },
  equipments: { to: paths.resident_handling_equipments(), text: '取扱機器を見る' },
  edit: { to: paths.resident_edit(), text: '登録内容の変更' },
}

/** The conversation, on a telephone as large as the screen. Escape closes it, and it is there again when it is opened. */
export const ChatbotPanel = ({ onClose }: { onClose: () => void }) => {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const conversation = useConversation()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog className={styles.panel} ref={dialog} aria-labelledby={id} data-testid="chatbot-panel" onClose={onClose}>
      <header>
        <h2 id={id}>
          <Read>ご質問</Read>
        </h2>
        <button type="button" className={styles.close} onClick={() => dialog.current?.close()}>
          <Glyph name="close" size={22} />
          <Read>閉じる</Read>
        </button>
      </header>
      <Talk conversation={conversation} onLeave={() => dialog.current?.close()} />
      <AskForm conversation={conversation} />
      <Call conversation={conversation} />
    </dialog>
  )
}

const Talk = ({ conversation, onLeave }: { conversation: Conversation; onLeave: () => void }) => {
  const { exchanges, session, callCenter, busy, ask } = conversation
  const talk = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLLIElement>(null)
  const last = exchanges.at(-1)
  const said = last?.answer ?? null
  useEffect(() => {
    // The beginning of what was said last, not the end of it; and the talk alone is moved, not the panel with its way out.
    if (talk.current !== null && end.current !== null) talk.current.scrollTop = end.current.offsetTop - gapAbove
  }, [exchanges.length, said])
  const offered = exchanges.length === 0 ? firstQuestions : (last?.suggestions ?? [])
  return (
    <div className={styles.talk} ref={talk}>
      <p className={styles.said}>
        <Read>工事日や、ご不在のときのことなど、お部屋の工事についてお答えします。</Read>
      </p>
      <ol role="log" aria-live="polite" aria-busy={busy}>
        {exchanges.map(exchange => (
          <li key={exchange.key} ref={exchange === last ? end : null}>
            <p className={styles.asked}>
              <span className="sr-only">あなた：</span>
              {exchange.question}
            </p>
            <Said exchange={exchange} callCenter={callCenter} onLeave={onLeave} />
          </li>
        ))}
      </ol>
      {busy || session === undefined || offered.length === 0 ? null : (
        <div className={styles.offered} role="group" aria-label="質問の例">
          {offered.map(question => (
            <button key={question} type="button" onClick={() => void ask(question)}>
              <Read>{question}</Read>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

const Said = ({
  exchange: { answer, source, page, handed_over },
  callCenter,
  onLeave,
}: {
  exchange: Exchange
  callCenter: Conversation['callCenter']
  onLeave: () => void
}) => (
  <div className={styles.said}>
    <span className="sr-only">回答：</span>
    <Read>
      {answer === null ? <p>お待ちください…</p> : <p>{answer}</p>}
      {source === null ? null : <small data-testid="chatbot-source">{source}</small>}
      {page === null ? null : (
        <Link to={pages[page].to} onClick={onLeave}>
          {pages[page].text}
        </Link>
      )}
    </Read>
    {handed_over && callCenter ? <CallLink phone={emergencyPhoneIn(answer) ?? callCenter.phone} /> : null}
  </div>
)

/** What happens now is told to another number than what can wait. */
const emergencyPhoneIn = (answer: string | null): string | undefined => /^緊急連絡先：([\d-]+)$/m.exec(answer ?? '')?.[1]

const CallLink = ({ phone }: { phone: string }) => (
  <a className={styles.call} href={`tel:${phone.replaceAll('-', '')}`}>
    <Glyph name="phone" size={22} />
    {phone}
  </a>
)

const AskForm = ({ conversation: { session, busy, ask } }: { conversation: Conversation }) => {
  const id = useId()
  const [question, setQuestion] = useState('')
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = question.trim()
    if (text === '' || busy) return
    setQuestion('')
    void ask(text)
  }
  return (
    <form className={styles.ask} onSubmit={submit}>
      <label htmlFor={id}>
        <Read>質問を書く</Read>
      </label>
      <div>
        <input
          id={id}
          name="message"
          value={question}
          maxLength={longest}
          autoComplete="off"
          enterKeyHint="send"
          onChange={event => setQuestion(event.target.value)}
        />
        <button type="submit" disabled={busy || session === undefined || question.trim() === ''}>
          <Read>送る</Read>
        </button>
      </div>
    </form>
  )
}

/** The way to a person is always in sight. */
const Call = ({ conversation: { session, callCenter } }: { conversation: Conversation }) => (
  <footer>
    {session === null ? (
      <p>
        <Read>ただいま応答できません。お電話でお問い合わせください。</Read>
      </p>
    ) : null}
    {callCenter === null ? null : <CallLink phone={callCenter.phone} />}
    <p>
      <Read>{[hoursOf(callCenter), session ? `この会話は${session.kept_days}日保存されます。` : ''].filter(Boolean).join('　')}</Read>
    </p>
  </footer>
)

const hoursOf = (callCenter: Conversation['callCenter']): string =>
  callCenter === null || callCenter.hours === ''
    ? ''
    : `電話受付：${callCenter.hours}${callCenter.is_answered === false ? '（ただいま受付時間外です）' : ''}`
