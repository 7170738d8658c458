import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Stack } from '../ui/layout/Layout.ts'
import { Help } from '../ui/form/FieldParts.ts'

/** Links live seven days and mails get lost: who never came is invited once more. */
export const Invitation = ({ email, busy, onSend }: { email: string; busy: boolean; onSend: () => void }) => (
  <Section title="招待" name="invitation">
    <Stack>
      <Help>
        まだ利用を始めていません。招待メールを再送すると、新しいURL（7日間有効）が{email}
        に届き、以前のURLと初期パスワードは使えなくなります。
      </Help>
      <div>
        <Button disabled={busy} onClick={onSend}>
          招待メールを再送
        </Button>
      </div>
    </Stack>
  </Section>
)
