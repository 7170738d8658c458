/** Front door of the spreadsheets: what other slices write into a workbook. */
export { type Chart, type ChartCell, writeChart, writeCsv, writeWorkbook } from './workbook.ts'
