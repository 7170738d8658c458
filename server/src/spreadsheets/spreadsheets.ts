/** Front door of the spreadsheets: what other slices write into a workbook. */
export { type Chart, type ChartCell, type PictureOfRow, writeChart, writeCsv, writePictureSheet, writeWorkbook } from './workbook.ts'
