import { clientLabels, logoBytes } from '@toguchi/domain/clients/labels'
import { useEffect, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { FileDrop } from '../ui/files/FileDrop.tsx'
import { CheckField } from '../ui/form/fields/CheckField.tsx'
import { useFormState } from '../ui/form/Form.tsx'
import { Label, Help } from '../ui/form/FieldParts.ts'
import styles from './LogoField.module.css'

/** What a form with a logo holds besides its own. */
export interface LogoValues {
  logo: File[]
  remove_logo: boolean
}

/** The logo as the header will show it: the present one, the chosen one, or none. */
export const LogoField = ({ logo_path }: { logo_path: string | null }) => {
  const { control } = useFormContext<LogoValues>()
  const { errorsOf, edited } = useFormState()
  const { value: files, onChange } = useController({ control, name: 'logo' }).field
  const removed = useWatch({ control, name: 'remove_logo' })
  const [chosen, preview] = usePreview()
  const logo = chosen ?? (removed ? null : logo_path)
  return (
    <div className={styles.field} data-field="logo" data-span="all">
      <Label as="span">{clientLabels.logo}</Label>
      <div className={styles.preview}>
        {logo === null ? <Help as="span">ロゴは登録されていません。</Help> : <img src={logo} alt="ヘッダーに表示されるロゴ" />}
      </div>
      <FileDrop
        label={`${logo_path === null ? 'ロゴを選択またはドロップ' : '別のロゴに差し替える'}（PNG・JPEG、${logoBytes / 1024 / 1024}MBまで）`}
        accept="image/png,image/jpeg,.png,.jpg,.jpeg"
        limit={logoBytes / 1024 / 1024}
        name="client[logo]"
        files={files}
        errors={errorsOf('logo').map(text => `${clientLabels.logo}${text}`)}
        onChange={next => {
          edited('logo')
          preview(next[0])
          onChange(next)
        }}
      />
      {logo_path === null || chosen !== null ? null : <CheckField name="remove_logo" label="ロゴを削除する" />}
    </div>
  )
}

/** An address for a file that nobody has sent yet; given back when another one is chosen, or the field goes away. */
const usePreview = (): [address: string | null, show: (file: File | undefined) => void] => {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => () => (address === null ? undefined : URL.revokeObjectURL(address)), [address])
  return [address, file => setAddress(file === undefined ? null : URL.createObjectURL(file))]
}

/** The file beside the body, by its Rails name. */
export const logoFile = ({ logo: [file] }: LogoValues): Record<string, File> => (file === undefined ? {} : { 'client[logo]': file })
