import { pictureNames } from '@toguchi/domain/photos/picture-formats'
import { invalid, type Problem } from '../platform/http/problem.ts'

/** A list that says nothing, with what to do about it. */
export const unreadable = (text: string): Problem => invalid({ file: [text] }, 'spreadsheet_unreadable')
export const broken = () => unreadable('ファイルが壊れているため読み取れません。Excelで開いて保存し直してください。')
export const tooBig = () => unreadable('ファイルの中身が大きすぎます。不要なシート・書式・画像を削除するか、ファイルを分けてください。')

export const photoUnreadable = () => invalid({ file: ['を読み取れませんでした。もう一度撮影してください'] }, 'picture_unreadable')
export const notAPicture = () => invalid({ file: [`は${pictureNames}のいずれかを選択してください`] }, 'not_a_picture')

export const documentUnreadable = () =>
  invalid({ file: ['を読み取れませんでした。ファイルが壊れていないか確認してください'] }, 'file_unreadable')
export const notOfAKind = () =>
  invalid({ file: ['はPDF、JPEG、PNG、Excel（xlsx）、Word（docx）のいずれかを選択してください'] }, 'file_kind_unknown')
export const oldOffice = () =>
  invalid({ file: ['は保管できない形式です。パスワードを外し、xlsxまたはdocxで保存し直してください'] }, 'file_kind_unknown')
export const withMacros = () => invalid({ file: ['にマクロが含まれています。マクロを除いて保存し直してください'] }, 'file_has_macros')

export const logoUnreadable = () => invalid({ logo: ['はPNGまたはJPEGの画像を選択してください'] }, 'not_a_picture')
export const signatureUnreadable = () => invalid({ digital_sign: ['の画像を読み取れません'] }, 'sign_unreadable')

/** Neither a workbook nor a text: a picture, a PDF, a page of the web. */
export const notATable = () => unreadable('Excelファイル（.xlsx）またはCSVファイルを選択してください。')
