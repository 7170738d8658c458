import { formatInstant } from '@toguchi/domain/calendar/day'
import { lineLabels } from '@toguchi/domain/clients/labels'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type AnswerOf, q, useApiMutation } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { Facts } from '../ui/layout/Facts.tsx'
import { Actions } from '../ui/layout/Layout.ts'
import { Section } from '../ui/layout/Section.tsx'

type Line = AnswerOf<'GET /api/settings/line'>['line']
interface Values {
  channel_access_token: string
  channel_secret: string
}

const settings = q('GET /api/settings/line')
const invalidates = ['GET /api/settings/line'] as const

/** The company's LINE official account (decision 099). What opens it is typed and never shown. */
export const LineSettings = () => {
  const { data } = useQuery(settings)
  return data === undefined ? null : <LineSection key={data.line.checked_at ?? String(data.line.is_set_up)} line={data.line} />
}

const LineSection = ({ line }: { line: Line }) => {
  const form = useForm<Values>({ defaultValues: { channel_access_token: '', channel_secret: '' } })
  const save = useApiMutation('PATCH /api/settings/line', {
    invalidates,
    errors: 'caller',
    message: '保存しています…',
    onSuccess: () => form.reset(),
  })
  const kept = line.is_set_up ? '保存済みです。変更するときだけ入力してください。' : undefined
  return (
    <Section title="LINE公式アカウント" name="line">
      <Help>
        設定すると、居住者は自分のページの「LINEで受け取る」から連携し、SMSの代わりにLINEでお知らせを受け取れます。LINE
        Developersで発行したMessaging APIの値を入力してください。
      </Help>
      <Form
        form={form}
        resource="line"
        error={save.error}
        onSubmit={values => save.mutate({ body: { line: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) } })}
      >
        <FormGrid>
          <TextField
            name="channel_access_token"
            label={lineLabels.channel_access_token}
            type="password"
            autoComplete="off"
            {...(kept === undefined ? { required: true } : { help: kept })}
          />
          <TextField
            name="channel_secret"
            label={lineLabels.channel_secret}
            type="password"
            autoComplete="off"
            {...(kept === undefined ? { required: true } : { help: kept })}
          />
        </FormGrid>
        <Actions>
          <Button kind="primary" type="submit" disabled={save.isPending}>
            LINEの設定を保存する
          </Button>
        </Actions>
      </Form>
      {line.is_set_up ? <Standing line={line} /> : null}
    </Section>
  )
}

/** What is there, whether it works, and whether it is used. */
const Standing = ({ line }: { line: Line }) => {
  const [dialog, ask] = useConfirm()
  const check = useApiMutation('POST /api/settings/line/check', { invalidates, message: 'LINEに確認しています…' })
  const turn = useApiMutation('PATCH /api/settings/line', { invalidates })
  const remove = useApiMutation('DELETE /api/settings/line', { invalidates })
  const busy = check.isPending || turn.isPending || remove.isPending
  const askAndRemove = async () => {
    const sure = await ask({
      title: 'LINE公式アカウントの設定を削除します。よろしいですか？',
      text: `居住者${line.linked_count}名の連携も解除されます。お知らせは、SMSか書面でお届けします。`,
      confirm: '削除する',
      danger: true,
    })
    if (sure) remove.mutate({})
  }
  return (
    <>
      {dialog}
      <Facts
        facts={[
          ['アカウント', line.display_name === null ? '未確認' : `${line.display_name}（${line.basic_id ?? ''}）`],
          ['接続の確認', line.checked_at === null ? '未確認' : formatInstant(new Date(line.checked_at))],
          [lineLabels.is_on, line.is_on ? '利用中' : '停止中'],
          ['連携している居住者', `${line.linked_count}名`],
          ['Webhook URL', line.webhook_url],
        ]}
      />
      <Help>LINE DevelopersのMessaging API設定で、このWebhook URLを登録し、「Webhookの利用」をオンにしてください。</Help>
      <Actions>
        <Button disabled={busy} onClick={() => check.mutate({})}>
          接続を確認
        </Button>
        <Button
          disabled={busy}
          reason={line.checked_at === null ? '先に接続を確認してください' : null}
          onClick={() => turn.mutate({ body: { line: { is_on: !line.is_on } } })}
        >
          {line.is_on ? 'LINEでのお知らせを停止する' : 'LINEでのお知らせを始める'}
        </Button>
        <Button kind="danger" disabled={busy} onClick={() => void askAndRemove()}>
          設定を削除する
        </Button>
      </Actions>
    </>
  )
}
