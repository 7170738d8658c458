import { legalTextLabels } from '@toguchi/domain/legal-texts/kinds'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type AnswerOf, send } from '../platform/api/request.ts'
import { Button } from '../ui/plain/Button.tsx'
import { Notice } from '../ui/plain/Notice.tsx'
import { legalTextTo } from './legal-text-links.ts'
import { shownTextsOf } from './shown-texts.ts'

type News = AnswerOf<'GET /api/residents/new_legal_texts'>

/** 「利用規約が新しくなりました」, once and for all, asked for when the page stands: it blocks nothing and claims no consent (decision 050). */
export const NewLegalTexts = () => {
  const [news, setNews] = useState<News | null>(null)
  useEffect(() => {
    let left = false
    send('GET /api/residents/new_legal_texts', {}, { silent: true, errors: 'nobody' }).then(
      answer => {
        if (!left) setNews(answer)
      },
      // The next visit asks again.
      () => {},
    )
    return () => {
      left = true
    }
  }, [])
  if (news === null || news.kinds.length === 0) return null
  const close = () => {
    setNews(null)
    // What could not be said is asked again at the next visit.
    send(
      'POST /api/residents/new_legal_texts/seen',
      { body: { shown_texts: shownTextsOf(news.current) } },
      { silent: true, errors: 'nobody' },
    ).catch(() => {})
  }
  return (
    <div data-testid="new-legal-texts">
      <Notice>
        <p>{`${news.kinds.map(kind => legalTextLabels[kind]).join('と')}が新しくなりました。`}</p>
        {news.kinds.map(kind => (
          <p key={kind}>
            <Link to={legalTextTo(kind)}>{`${legalTextLabels[kind]}を読む`}</Link>
          </p>
        ))}
        <Button kind="secondary" onClick={close}>
          閉じる
        </Button>
      </Notice>
    </div>
  )
}
