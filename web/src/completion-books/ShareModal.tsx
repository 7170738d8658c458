import { mostLinkDays } from '@toguchi/domain/completion-books/sections'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useApiMutation } from '../platform/api/api.ts'
import { toast } from '../platform/toast.ts'
import { Alert } from '../ui/Alert.ts'
import { Button } from '../ui/Button.tsx'
import { Modal, ModalCancel, ModalFoot } from '../ui/dialog/Modal.tsx'
import { NumberField } from '../ui/form/fields/NumberField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { Form } from '../ui/form/Form.tsx'
import { Stack } from '../ui/layout/Layout.ts'
import { bookReads, type Edition } from './book-reads.ts'
import styles from './ShareModal.module.css'

interface Props {
  constructionId: number
  edition: Edition
  onClose: () => void
}

const usualDays = 30

/** Opens an edition to whoever gets the address and the password; the address is told this once. */
export const ShareModal = ({ constructionId, edition, onClose }: Props) => {
  const form = useForm({ defaultValues: { password: '', days: usualDays } })
  const [url, setUrl] = useState<string | null>(null)
  const make = useApiMutation('POST /api/constructions/:construction_id/completion_book/links', {
    invalidates: bookReads,
    errors: 'caller',
    onSuccess: answer => setUrl(answer.url),
  })
  return (
    <Modal opened onClose={onClose} title={`第${edition.number}版の閲覧用リンク`} width={560} testId="share-book">
      {url === null ? (
        <Form
          form={form}
          error={make.error}
          onSubmit={({ password, days }) =>
            make.mutate({ params: { construction_id: constructionId }, body: { edition_id: edition.id, password, days: Number(days) } })
          }
        >
          <Stack>
            {edition.with_names ? <Alert>この版には氏名・サイン・電話番号が載っています。渡す相手をご確認ください。</Alert> : null}
            <TextField
              name="password"
              label="パスワード"
              required
              help="8文字以上で、英字と数字を含めてください。リンクとは別の方法で伝えてください。"
            />
            <NumberField name="days" label="有効日数" required help={`${mostLinkDays}日まで。いつでも取り消せます。`} />
          </Stack>
          <ModalFoot>
            <ModalCancel />
            <Button kind="primary" type="submit" disabled={make.isPending}>
              リンクを作成
            </Button>
          </ModalFoot>
        </Form>
      ) : (
        <>
          <Stack ref={takeFocus} tabIndex={-1}>
            <p>このリンクは今だけ表示されます。相手に送るか、控えてください。</p>
            <p className={styles.url} data-testid="book-url">
              {url}
            </p>
            <Help>開いた人は、アカウントなしで、パスワードを入力してPDFを見られます。開くたびに記録が残ります。</Help>
          </Stack>
          <ModalFoot>
            <Button
              onClick={async () => {
                await navigator.clipboard.writeText(url)
                toast.success('リンクをコピーしました。')
              }}
            >
              コピー
            </Button>
            <Button kind="primary" onClick={onClose}>
              閉じる
            </Button>
          </ModalFoot>
        </>
      )}
    </Modal>
  )
}

/** The form is gone, and the focus with it: Escape would reach the dialog no more. */
const takeFocus = (element: HTMLElement | null) => element?.focus()
