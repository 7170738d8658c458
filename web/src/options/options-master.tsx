import { formatYen, highestPrice, priceInTax, roundingRuleLabels } from '@toguchi/domain/money/tax'
import { optionLabels } from '@toguchi/domain/options/labels'
import { canManageOptions } from '@toguchi/domain/options/policy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { paths } from '../site/paths.ts'
import { type Master, masterPages } from '../masters/masters.tsx'
import { type AnswerOf, q } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'
import { SpreadsheetButtons } from '../spreadsheets/spreadsheets.tsx'
import { FileDrop } from '../ui/files/FileDrop.tsx'
import { CheckField } from '../ui/form/fields/CheckField.tsx'
import { useFormState } from '../ui/form/Form.tsx'
import { MoneyField } from '../ui/form/fields/MoneyField.tsx'
import { TextareaField } from '../ui/form/fields/TextareaField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { Icon } from '../ui/icons/Icon.tsx'
import { Viewer } from '../ui/files/Viewer.tsx'
import { Help, Label } from '../ui/form/FieldParts.ts'
import styles from './options-master.module.css'

type Option = AnswerOf<'GET /api/options/:id'>['option']
interface Values {
  name: string
  price: number | null
  description: string
  duration: string
  cancellation_note: string
  picture: File[]
  remove_picture: boolean
  pdf: File[]
  remove_pdf: boolean
}

const noFiles = { picture: [], remove_picture: false, pdf: [], remove_pdf: false }

const options: Master<Option, Values> = {
  noun: 'オプション',
  api: () => '/api/options',
  plural: 'options',
  singular: 'option',
  listTo: paths.options,
  detailTo: ({ id }) => paths.option(id),
  name: ({ name }) => name,
  columns: [
    { key: 'name', head: optionLabels.name, sort: 'name', cell: ({ name }) => name },
    { key: 'price', head: optionLabels.price, sort: 'price', align: 'right', nowrap: true, cell: ({ price }) => formatYen(price) },
    { key: 'price_in_tax', head: '税込', align: 'right', nowrap: true, cell: ({ price_in_tax }) => formatYen(price_in_tax) },
    { key: 'pdf', head: '説明資料', cell: ({ pdf }) => (pdf === null ? null : <PdfLink pdf={pdf} />) },
  ],
  Tools: ({ shown }) => <SpreadsheetButtons kind="options" shown={shown} />,
  sortable: ['name', 'price'],
  blank: () => ({ name: '', price: null, description: '', duration: '', cancellation_note: '', ...noFiles }),
  values: ({ name, price, description, duration, cancellation_note }) => ({
    name,
    price,
    description: description ?? '',
    duration: duration ?? '',
    cancellation_note: cancellation_note ?? '',
    ...noFiles,
  }),
  body: ({ name, price, description, duration, cancellation_note, remove_pdf, remove_picture }) => ({
    name,
    price: price ?? '',
    description,
    duration,
    cancellation_note,
    ...(remove_pdf ? { remove_pdf } : {}),
    ...(remove_picture ? { remove_picture } : {}),
  }),
  files: ({ pdf: [pdf], picture: [picture] }): Record<string, File> => ({
    ...(pdf === undefined ? {} : { 'option[pdf]': pdf }),
    ...(picture === undefined ? {} : { 'option[picture]': picture }),
  }),
  Fields: ({ row }) => (
    <>
      <TextField<Values> name="name" label={optionLabels.name} required maxLength={50} />
      <MoneyField<Values> name="price" label={optionLabels.price} required />
      <PriceInTax />
      <TextareaField<Values>
        name="description"
        label={optionLabels.description}
        rows={3}
        maxLength={500}
        help="居住者がオプションを選ぶ画面に、写真と一緒に表示します。"
      />
      <TextField<Values> name="duration" label={optionLabels.duration} placeholder="例：約30分" maxLength={30} />
      <TextField<Values>
        name="cancellation_note"
        label={optionLabels.cancellation_note}
        placeholder="例：工事の前日まで無料です"
        maxLength={200}
      />
      <PictureField url={row?.picture_url ?? null} />
      <PdfField pdf={row?.pdf ?? null} />
    </>
  ),
  canCreate: canManageOptions,
}

/** What residents will pay, by the company's rounding, while the price is typed. */
const PriceInTax = () => {
  const { control } = useFormContext<Values>()
  const price = useWatch({ control, name: 'price' })
  const { data } = useQuery(q('GET /api/options', { query: { per_page: 1 } }, { silent: true }))
  if (data === undefined) return null
  const rule = data.rounding_rule
  return (
    <Help role="status" data-testid="price-in-tax">
      税込 <strong>{price === null || price > highestPrice ? '―' : formatYen(priceInTax(price, rule))}</strong>（端数処理：
      {roundingRuleLabels[rule]}）
    </Help>
  )
}

const PdfLink = ({ pdf }: { pdf: NonNullable<Option['pdf']> }) => (
  <a href={pdf.url} target="_blank" rel="noreferrer">
    <Icon name="file" size={16} /> {pdf.file_name}
  </a>
)

/** The paper, looked at where it stands. */
const PdfPreview = ({ pdf }: { pdf: NonNullable<Option['pdf']> }) => {
  const [opened, setOpened] = useState(false)
  return (
    <div>
      <Button icon="file" onClick={() => setOpened(true)}>
        {pdf.file_name}
      </Button>
      <Viewer
        items={[{ key: pdf.url, title: pdf.file_name, kind: 'pdf', url: pdf.url }]}
        shown={opened ? pdf.url : null}
        onShow={() => {}}
        onClose={() => setOpened(false)}
      />
    </div>
  )
}

/** What residents see of it before they order (R8). */
const PictureField = ({ url }: { url: string | null }) => {
  const { control } = useFormContext<Values>()
  const { errorsOf, edited } = useFormState()
  return (
    <div data-field="picture">
      <Label as="span">{optionLabels.picture}</Label>
      {url === null ? null : (
        <>
          <img src={url} alt="登録されている写真" width={160} height={120} loading="lazy" className={styles.picture} />
          <CheckField<Values> name="remove_picture" label="写真を削除する" />
        </>
      )}
      <Controller
        control={control}
        name="picture"
        render={({ field: { value, onChange } }) => (
          <FileDrop
            label={`${url === null ? '写真を選択またはドロップ' : '別の写真に差し替える'}（JPEG・PNGなど、10MBまで）`}
            accept="image/*"
            limit={10}
            name="option[picture]"
            files={value}
            errors={errorsOf('picture').map(text => `${optionLabels.picture}${text}`)}
            onChange={files => {
              edited('picture')
              onChange(files)
            }}
          />
        )}
      />
    </div>
  )
}

const PdfField = ({ pdf }: { pdf: Option['pdf'] }) => {
  const { control } = useFormContext<Values>()
  const { errorsOf, edited } = useFormState()
  return (
    <div data-field="pdf">
      <Label as="span">{optionLabels.pdf}</Label>
      {pdf === null ? null : (
        <>
          <PdfPreview pdf={pdf} />
          <CheckField<Values> name="remove_pdf" label="説明資料を削除する" />
        </>
      )}
      <Controller
        control={control}
        name="pdf"
        render={({ field: { value, onChange } }) => (
          <FileDrop
            label={pdf === null ? 'PDFを選択またはドロップ（10MBまで）' : '別のPDFに差し替える（10MBまで）'}
            accept="application/pdf,.pdf"
            limit={10}
            name="option[pdf]"
            files={value}
            errors={errorsOf('pdf').map(text => `${optionLabels.pdf}${text}`)}
            onChange={files => {
              edited('pdf')
              onChange(files)
            }}
          />
        )}
      />
    </div>
  )
}

export const pages = masterPages(options)
