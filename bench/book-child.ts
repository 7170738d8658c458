import { completionBookPapers } from '../server/src/completion-books/completion-books.ts'
import { printDocument } from '../server/src/printing/printing.ts'
import { benchPlatform } from './platform.ts'

// Makes the book of a job, until somebody ends it. See book.ts.
const [, , databaseUrl = '', folder = '', clientId, jobId] = process.argv
await printDocument(benchPlatform(databaseUrl, folder), { clientId: Number(clientId), jobId: Number(jobId) }, completionBookPapers)
