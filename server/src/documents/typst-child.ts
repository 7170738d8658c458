import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

// The process behind renderTypst: template by name, data on stdin, PDF on stdout.
const fonts = path.dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-jp/package.json')))
const template = process.argv[2] ?? ''
const compiler = NodeCompiler.create({
  workspace: import.meta.dirname,
  // Static TTF of all Japanese characters in use: 髙﨑𠮷①㈱㎡ are in it, subsets lack them.
  fontArgs: [{ fontPaths: [path.join(fonts, '400Regular'), path.join(fonts, '700Bold')] }],
})
const pdf = compiler.pdf({
  mainFileContent: await readFile(path.join(import.meta.dirname, template), 'utf8'),
  inputs: { data: await text(process.stdin) },
})
process.stdout.end(pdf)
