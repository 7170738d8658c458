import { completionBookPapers } from '../server/src/completion-books/completion-books.ts'
import { printDocument } from '../server/src/printing/printing.ts'
import { benchPlatform } from './platform.ts'

// Makes the book of a job in a process of its own, as a server does it, until somebody ends it. See book.ts.
const [, , databaseUrl = '', folder = '', clientId, jobId] = process.argv
const platform = benchPlatform(databaseUrl, folder)
await printDocument(platform, { clientId: Number(clientId), jobId: Number(jobId) }, completionBookPapers)
await platform.fileReader.close()
await platform.pool.close()
await platform.live.close()
