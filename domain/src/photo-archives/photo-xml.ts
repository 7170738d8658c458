import type { DeliveryEdition, DeliveryGroup } from './delivery-edition.ts'
import type { DeliveryPhoto, DeliveryRecord, DeliveryTexts } from './delivery-record.ts'
import { encodeShiftJis } from './standard-characters.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, character => escapes[character] ?? character)
const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`

/** The fields of a group in the order of the DTD; what is empty is not written, unless it is demanded. */
const groupOf = ({ element: name, fields }: DeliveryGroup, texts: DeliveryTexts): string => {
  const written = fields
    .filter(field => (texts[field.name] ?? '') !== '' || field.requirement === 'always')
    .map(field => element(field.name, texts[field.name] ?? ''))
  return name === null ? written.join('\r\n') : [`<${name}>`, ...written, `</${name}>`].join('\r\n')
}

const photoOf = (photo: DeliveryPhoto, edition: DeliveryEdition): string =>
  [
    '<写真情報>',
    ...edition.photo.flatMap(group => (group.repeated ? photo.drawings : [photo.texts]).map(texts => groupOf(group, texts))),
    '</写真情報>',
  ].join('\r\n')

/** PHOTO.XML of a delivery as text. */
export const photoXml = (record: DeliveryRecord, edition: DeliveryEdition): string =>
  [
    '<?xml version="1.0" encoding="Shift_JIS"?>',
    `<!DOCTYPE photodata SYSTEM "${edition.dtd}">`,
    `<photodata DTD_version="${edition.dtdVersion}">`,
    groupOf(edition.base, record.base),
    ...record.photos.map(photo => photoOf(photo, edition)),
    '</photodata>',
    '',
  ].join('\r\n')

/** The same in Shift_JIS, as it lies in the folder. */
export const photoXmlBytes = (record: DeliveryRecord, edition: DeliveryEdition): Uint8Array => encodeShiftJis(photoXml(record, edition))
