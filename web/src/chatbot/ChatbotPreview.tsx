import { type SubmitEvent, useState } from 'react'
import { type AnswerOf, useApiMutation } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'
import { Input } from '../ui/form/Control.ts'
import { FieldBox, Help, Label } from '../ui/form/FieldParts.ts'
import { Section } from '../ui/layout/Section.tsx'

type Preview = AnswerOf<'POST /api/chatbot_previews'>['chatbot_preview']

const outcomes: Readonly<Record<Preview['by'], string>> = {
  data: 'お部屋ごとの情報から回答します。',
  faq: 'よくある質問から回答します。',
  choice: '候補を示して、居住者に選んでもらいます。',
  handover: 'お電話をご案内し、質問を電話受付に伝えます。',
  emergency: '緊急の用件として、すぐにお電話をご案内します。',
}

/** What the chatbot would answer to a question as it stands now, saved and published. */
export const ChatbotPreview = () => {
  const [message, setMessage] = useState('')
  const [preview, setPreview] = useState<Preview | null>(null)
  const ask = useApiMutation('POST /api/chatbot_previews', { invalidates: [], onSuccess: answer => setPreview(answer.chatbot_preview) })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (message.trim() !== '') ask.mutate({ body: { message } })
  }
  return (
    <Section name="chatbot_preview" title="チャットボットの回答を試す">
      <form onSubmit={submit}>
        <FieldBox>
          <Label htmlFor="chatbot_preview">居住者の質問</Label>
          <Input
            id="chatbot_preview"
            value={message}
            maxLength={500}
            onChange={event => {
              setMessage(event.target.value)
              setPreview(null)
            }}
          />
        </FieldBox>
        <Button type="submit" disabled={ask.isPending} reason={message.trim() === '' ? '質問を入力してください' : null}>
          試す
        </Button>
      </form>
      <div role="status" data-testid="chatbot-preview">
        {preview === null ? null : (
          <>
            <p>
              <strong>{outcomes[preview.by]}</strong>
            </p>
            {preview.taken_for.map(question => (
              <Help key={question}>{question}</Help>
            ))}
            {preview.answer === null ? null : <p>{preview.answer}</p>}
          </>
        )}
      </div>
    </Section>
  )
}
