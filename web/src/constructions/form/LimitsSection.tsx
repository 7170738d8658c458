import { fieldOf, limitFieldNames } from '@toguchi/domain/constructions/fields'
import { constructionLabels, constructionSections } from '@toguchi/domain/constructions/labels'
import { unknownKeyPlaceText, usualKeyHours } from '@toguchi/domain/rooms/keys/key-handover'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { Help, StackedFieldset } from '../../ui/form/FieldParts.ts'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { Section } from '../../ui/layout/Section.tsx'

const examples: Readonly<Partial<Record<(typeof limitFieldNames)[number], string>>> = {
  water_limit: '10時〜12時は水が出ません',
  power_limit: '13時から約10分間、停電します',
  toilet_limit: '10時〜12時は使用できません',
  noise_limit: '9時〜17時に、穴あけの音が出ます',
  lift_limit: '搬入のため、9時〜10時は1号機を使用できません',
  cost_note: '費用はかかりません',
  clearing_note: 'インターホンのまわり約1mの荷物を移動しておいてください',
  contact_hours: '平日9時〜18時',
  key_place: '1階管理室',
  key_hours: usualKeyHours,
}

const ofCompany = '空欄のときは、会社の設定のものを載せます。'
const helps: Readonly<Partial<Record<(typeof limitFieldNames)[number], string>>> = {
  contact_phone: ofCompany,
  contact_hours: ofCompany,
  key_place: `鍵預かりをお選びの方に、案内状・居住者ページ・職人の画面で案内します。空欄のときは「${unknownKeyPlaceText}」と案内します。`,
  key_hours: `空欄のときは「${usualKeyHours}」と案内します。`,
}

/** What a dwelling has to put up with, and whom it calls: what is empty stands on no letter. */
export const LimitsSection = ({ readOnly }: { readOnly: boolean }) => (
  <Section title={constructionSections.limits} name="limits">
    <StackedFieldset disabled={readOnly}>
      <Help>案内状と掲示用ポスターに載ります。空欄の制限は載りません。</Help>
      <FormGrid>
        {limitFieldNames.map(name => {
          const { kind, max } = fieldOf(name)
          const label = constructionLabels[name]
          const placeholder = examples[name] === undefined ? {} : { placeholder: `例：${examples[name]}` }
          if (kind === 'lines') return <TextareaField key={name} name={name} label={label} rows={2} maxLength={max ?? 0} {...placeholder} />
          const help = helps[name] ?? ''
          return kind === 'text' ? (
            <TextField key={name} name={name} label={label} maxLength={max ?? 0} help={help} {...placeholder} />
          ) : (
            <TextField key={name} name={name} label={label} type="tel" inputMode="tel" help={help} />
          )
        })}
      </FormGrid>
    </StackedFieldset>
  </Section>
)
