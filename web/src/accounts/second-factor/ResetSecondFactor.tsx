import { Button } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { Stack } from '../../ui/layout/Layout.ts'
import { Section } from '../../ui/layout/Section.tsx'

/** For who lost the application and the recovery codes, on the page of their account. */
export const ResetSecondFactor = ({ name, busy, onReset }: { name: string; busy: boolean; onReset: () => void }) => {
  const [dialog, ask] = useConfirm()
  const askAndReset = async () => {
    const text = `${name}さんのすべての端末がログアウトされ、次のログインでは、認証アプリのコードは求められません。ご本人からの依頼であることを確かめてください。`
    if (await ask({ title: '二段階認証を解除しますか？', text, confirm: '解除する', danger: true })) onReset()
  }
  return (
    <Section title="二段階認証" name="second-factor">
      <Stack>
        <Help>認証アプリもリカバリーコードも使えなくなったときに解除します。ご本人にメールでお知らせします。</Help>
        <div>
          <Button disabled={busy} onClick={() => void askAndReset()}>
            二段階認証を解除する
          </Button>
        </div>
      </Stack>
      {dialog}
    </Section>
  )
}
