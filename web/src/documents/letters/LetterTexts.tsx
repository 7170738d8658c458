import {
  type LetterDocument,
  letterFieldsOf,
  type LetterText,
  letterTextsOf,
  longestLetterLine,
  longestLetterText,
} from '@toguchi/domain/printing/letters'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormFoot } from '../../ui/form/FormFoot.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { type Bodies, type LetterPlace, useRestoreLetter, useSaveLetter } from './letter-place.ts'
import { LetterPreview } from './LetterPreview.tsx'
import { useSettled } from '../../platform/use-settled.ts'
import styles from './LetterTexts.module.css'

interface Props {
  place: LetterPlace
  document: LetterDocument
  /** What was written here, and what the client wrote for all its constructions. */
  own: Bodies
  ofClient: Bodies
}

/** A key with a dot is a way in the form's values: `entry.body`. */
type Values = Record<string, string | { head: string; body: string }>

const valuesOf = (texts: readonly LetterText[], bodyOf: (text: LetterText) => string): Values => {
  const values: Values = {}
  for (const text of texts) {
    const [name = '', part] = text.key.split('.')
    const row = values[name]
    if (part === undefined) values[name] = bodyOf(text)
    else values[name] = { ...(typeof row === 'object' ? row : { head: '', body: '' }), [part]: bodyOf(text) }
  }
  return values
}
const valueAt = (values: Values, key: string): string => {
  const [name = '', part] = key.split('.')
  const value = values[name]
  if (typeof value === 'string') return value
  return (part === 'head' ? value?.head : value?.body) ?? ''
}

/** Milliseconds of silence after which the letter is drawn anew. */
const pause = 500

/** The texts of one letter beside the paper that they make. */
export const LetterTexts = ({ place, document, own, ofClient }: Props) => {
  const texts = letterTextsOf(document)
  const inherited = (text: LetterText): string => ofClient[text.key] ?? text.ours
  const shown = (text: LetterText): string => own[text.key] ?? inherited(text)
  const [laidOut] = useState(() => valuesOf(texts, shown))
  const form = useForm<Values>({ defaultValues: laidOut })
  const values = useWatch({ control: form.control }) as Values
  const [dialog, ask] = useConfirm()
  const { save, error, isPending } = useSaveLetter(place, document)
  const restore = useRestoreLetter(place, document)
  const bodies = (written: Values): Bodies => Object.fromEntries(texts.map(({ key }) => [key, valueAt(written, key)]))
  const changed = (written: Values): Bodies =>
    Object.fromEntries(texts.flatMap(text => (valueAt(written, text.key) === shown(text) ? [] : [[text.key, valueAt(written, text.key)]])))
  const drawn = useSettled(JSON.stringify(bodies(values)), pause)
  const origin = place === null ? '元の文章' : '会社の文章'

  const restoreAll = async () => {
    const sure = await ask({
      title: `この書面の文章をすべて${origin}に戻します。よろしいですか？`,
      text: 'ここで変更した文章は削除されます。',
      confirm: 'すべて戻す',
      danger: true,
    })
    if (sure) restore()
  }

  return (
    <div className={styles.desk}>
      {dialog}
      <Form form={form} resource="letter" error={error} onSubmit={written => save(changed(written))}>
        <Section
          title="文章"
          name="letter-texts"
          actions={
            <Button reason={Object.keys(own).length === 0 ? '変更した文章はありません' : null} onClick={() => void restoreAll()}>
              すべて{origin}に戻す
            </Button>
          }
        >
          <Help>
            空欄にした行は印刷されません。QRコード・認証コード・工事日・電話番号は、いつも印刷されます。次の項目は、印刷のときに置き換わります。
          </Help>
          <p className={styles.fields}>
            {letterFieldsOf(document).map(name => (
              <code key={name}>{`{${name}}`}</code>
            ))}
          </p>
          {texts.map(text => (
            <div key={text.key} className={styles.text} data-text={text.key}>
              {text.oneLine ? (
                <TextField name={text.key} label={text.label} required={text.required} maxLength={longestLetterLine} wide />
              ) : (
                <TextareaField name={text.key} label={text.label} maxLength={longestLetterText} rows={2} />
              )}
              {valueAt(values, text.key) === inherited(text) ? null : (
                <Button size="small" icon="undo" onClick={() => form.setValue(text.key, inherited(text), { shouldDirty: true })}>
                  {origin}に戻す
                  <span className="sr-only">（{text.label}）</span>
                </Button>
              )}
            </div>
          ))}
        </Section>
        <FormFoot>
          <Button
            kind="primary"
            type="submit"
            disabled={isPending}
            reason={Object.keys(changed(values)).length === 0 ? '変更した文章はありません' : null}
          >
            保存する
          </Button>
        </FormFoot>
      </Form>
      <LetterPreview place={place} document={document} drawn={drawn} />
    </div>
  )
}
