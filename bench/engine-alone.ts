import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

// The engine and nothing else: a template, data and pictures from a folder, drawn in one go. See ledger.ts.
const [, , template = '', folder = ''] = process.argv
const fonts = path.join(import.meta.dirname, '..', 'node_modules', '@expo-google-fonts', 'noto-sans-jp')
const compiler = NodeCompiler.create({
  workspace: folder,
  fontArgs: [{ fontPaths: [path.join(fonts, '400Regular'), path.join(fonts, '700Bold')] }],
})
const data = readFileSync(path.join(folder, 'data.json'), 'utf8')
writeFileSync(
  path.join(folder, 'alone.pdf'),
  compiler.pdf({ mainFileContent: readFileSync(template, 'utf8'), inputs: { data } }, { pdfTags: false, pdfStandard: 'a-2b' }),
)
