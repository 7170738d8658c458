import { formatTelephone } from '@toguchi/domain/text/telephone'
import { Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { partOnDemand } from '../../platform/late-part.ts'
import { paths } from '../../site/paths.ts'
import { ApiError, send } from '../../platform/api/request.ts'
import { toast } from '../../platform/toast.ts'
import { Button, ButtonLink } from '../../ui/plain/Button.tsx'
import { Dialog } from '../../ui/plain/Dialog.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import styles from './ContactCard.module.css'
import { reachedAt, type Resident, waitsForProof } from './own-contact.ts'
import { LineContact, type OwnLine } from './LineContact.tsx'
import { UnprovenContacts } from './UnprovenContact.tsx'
import { Paper } from '../../ui/plain/Paper.ts'

/** Fetched when it is begun (STYLE 12). */
const ContactForm = partOnDemand(async () => (await import('./ContactForm.tsx')).ContactForm)

/** お知らせの送り先: what it is, how it is changed, and how one wants none (D-33). `changing`: the form stands there already. */
export const ContactCard = ({ resident, line, changing = false }: { resident: Resident; line: OwnLine; changing?: boolean }) => {
  const [open, setOpen] = useState(changing && resident.login_id === null)
  const reached = reachedAt(resident)
  const waits = waitsForProof(resident)
  const change = reached === null && !waits ? '送り先を登録する' : '変更する'
  return (
    <Paper className={styles.contact} aria-label="お知らせの送り先">
      <Read>
        <h2>お知らせの送り先</h2>
        <Where resident={resident} line={line} />
      </Read>
      {open || resident.no_messages ? null : <UnprovenContacts resident={resident} />}
      {open ? (
        <Suspense>
          <ContactForm resident={resident} />
        </Suspense>
      ) : resident.login_id !== null ? (
        // Another contact needs the current password where there is one (decision 020).
        <ButtonLink kind="secondary" wide to={paths.resident_edit()}>
          {change}
        </ButtonLink>
      ) : (
        <Button kind="secondary" wide onClick={() => setOpen(true)}>
          {change}
        </Button>
      )}
      {resident.no_messages ? null : <LineContact resident={resident} line={line} />}
      {reached !== null || waits || line.is_linked ? <MessagesSwitch resident={resident} /> : null}
    </Paper>
  )
}

const Where = ({ resident, line }: { resident: Resident; line: OwnLine }) => {
  const reached = reachedAt(resident)
  if (resident.no_messages)
    return (
      <p>
        <Read>お知らせは送らず、紙でお届けします。</Read>
      </p>
    )
  if (line.is_linked && line.account_name !== null && !(resident.email !== null && resident.email_proven))
    return (
      <p>
        <strong>LINE</strong> <Read>にお送りします。</Read>
      </p>
    )
  if (reached === null && waitsForProof(resident)) return null
  return reached === null ? (
    <p>
      <Read>工事の前の日に、メールか携帯電話にお知らせできます。なくてもかまいません。</Read>
    </p>
  ) : (
    <p>
      <strong>{formatTelephone(reached)}</strong> <Read>にお送りします。</Read>
    </p>
  )
}

/** Messages are ended, after a question, and wanted again. */
const MessagesSwitch = ({ resident: { no_messages } }: { resident: Resident }) => {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const say = async (resident: { no_messages: boolean }) => {
    setBusy(true)
    try {
      await send('PATCH /api/residents/me', { body: { resident } })
      toast.success(resident.no_messages ? 'お知らせを停止しました。' : 'お知らせをお送りします。')
      setAsking(false)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await revalidate()
    setBusy(false)
  }
  return (
    <>
      <Button kind="secondary" wide disabled={busy} onClick={() => (no_messages ? void say({ no_messages: false }) : setAsking(true))}>
        {no_messages ? 'お知らせを受け取る' : '送らないでほしい'}
      </Button>
      {asking ? (
        <Dialog
          title="お知らせを停止しますか？"
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button kind="secondary" onClick={() => setAsking(false)}>
                戻る
              </Button>
              <Button disabled={busy} onClick={() => void say({ no_messages: true })}>
                停止する
              </Button>
            </>
          }
        >
          <p>メール・LINE・SMSでのお知らせを停止し、紙でお届けします。確認コードやパスワードのご案内は、これまでどおり届きます。</p>
        </Dialog>
      ) : null}
    </>
  )
}
