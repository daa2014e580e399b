// Measures the house: `npm run house` prints sizes of files, functions, folders, lists, forms and pages, and fails when
// one of them is over its limit. `--files` also names what is largest. `npm run first-loads` measures bytes in a browser.
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import ts from 'typescript'
import { readSources } from '../supabase/local/sources/build.ts'

const { values: asked } = parseArgs({ options: { files: { type: 'boolean', default: false } } })

/** `most` is the limit: lower it with the value, never raise it. A name says the aim where it is not reached. */
type Measure = { name: string; value: number; most: number; largest?: readonly string[] }

type Fn = { where: string; lines: number; cyclomatic: number }

const sourceFiles = globSync('{src,supabase/local,supabase/functions,scripts}/**/*.{ts,tsx}').filter(
  (file) => !/(\.test|\.d|\.model)\.tsx?$|database\.types\.ts$/.test(file),
)
const read = (file: string) => readFileSync(file, 'utf8')
const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length

/** What makes a second path through a function. */
const branches = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.CatchClause,
])
const shortCuts = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
])

const branchesOf = (node: ts.Node) =>
  branches.has(node.kind) || (ts.isBinaryExpression(node) && shortCuts.has(node.operatorToken.kind)) ? 1 : 0

/** The functions of a file: lines from its first to its last, paths without those of functions within it. */
function functionsOf(file: string): { functions: Fn[]; anys: number } {
  const tree = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true)
  const lineAt = (position: number) => tree.getLineAndCharacterOfPosition(position).line + 1
  const functions: Fn[] = []
  let anys = 0
  const walk = (node: ts.Node, around: Fn | null): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) anys += 1
    const isFunction = ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
    const first = lineAt(node.getStart(tree))
    const own = isFunction ? { where: `${file}:${first}`, lines: lineAt(node.end) - first + 1, cyclomatic: 1 } : around
    if (isFunction && own) functions.push(own)
    else if (around) around.cyclomatic += branchesOf(node)
    ts.forEachChild(node, (child) => walk(child, own))
  }
  walk(tree, null)
  return { functions, anys }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The lines of files that call `name`, without their imports. */
function bodiesOf(name: RegExp, files: readonly string[]): { where: string; lines: number }[] {
  return files
    .map((file) => ({ where: file, text: read(file) }))
    .filter(({ text }) => name.test(text))
    .map(({ where, text }) => ({ where, lines: linesOf(text.replaceAll(/^import [^;]*? from '[^']+'\n/gms, '')) }))
}

function codeMeasures(): Measure[] {
  const parsed = sourceFiles.map((file) => functionsOf(file))
  const functions = parsed.flatMap((one) => one.functions)
  const byLines = functions.toSorted((a, b) => b.lines - a.lines)
  const byPaths = functions.toSorted((a, b) => b.cyclomatic - a.cyclomatic)
  const named = (list: readonly Fn[], size: 'lines' | 'cyclomatic') => list.map((one) => `${one[size]} ${one.where}`)
  const long = byLines.filter(({ lines }) => lines > 60)
  const forked = byPaths.filter(({ cyclomatic }) => cyclomatic > 15)
  return [
    { name: 'functions over 60 lines (aim 0)', value: long.length, most: 238, largest: named(long, 'lines') },
    { name: 'longest function, lines (aim 120)', value: byLines[0]?.lines ?? 0, most: 256 },
    {
      name: 'functions over cyclomatic 15 (aim 0)',
      value: forked.length,
      most: 91,
      largest: named(forked, 'cyclomatic'),
    },
    { name: 'any in types', value: parsed.reduce((sum, one) => sum + one.anys, 0), most: 0 },
  ]
}

async function sqlMeasures(): Promise<Measure[]> {
  const functions = (await readSources()).filter(({ kind }) => kind === 'function')
  const sized = functions.map(({ name, file, text }) => ({ name, file, lines: text.split('\n').length }))
  const over = (lines: number) => sized.filter((one) => one.lines > lines)
  const largest = over(60)
    .toSorted((a, b) => b.lines - a.lines)
    .map(({ lines, name, file }) => `${lines} ${name} in ${file}`)
  return [
    { name: 'SQL functions over 80 lines', value: over(80).length, most: 0 },
    { name: 'SQL functions over 60 lines', value: over(60).length, most: 22, largest },
  ]
}

function folderMeasures(): Measure[] {
  const counts = Map.groupBy(sourceFiles, (file) => dirname(file))
  const full = [...counts].map(([folder, { length }]) => ({ folder, length })).filter(({ length }) => length > 25)
  return [
    {
      name: 'folders over 25 files',
      value: full.length,
      most: 0,
      largest: full.map(({ folder, length }) => `${length} ${folder}`),
    },
  ]
}

function screenMeasures(): Measure[] {
  const features = sourceFiles.filter((file) => file.startsWith('src/features/'))
  const kinds = [
    ['lists, median lines (aim 45)', /\bdefineList\(/, 86],
    ['forms, median lines (aim 50)', /<RecordForm\b|\buseRecordForm\(/, 69],
    ['record pages, median lines (aim 90)', /<RecordPage\b/, 124],
  ] as const
  const sizes = kinds.map(([name, call, most]) => {
    const bodies = bodiesOf(call, features).toSorted((a, b) => b.lines - a.lines)
    const largest = bodies.slice(0, 8).map(({ lines, where }) => `${lines} ${where}`)
    return { name: `${bodies.length} ${name}`, value: median(bodies.map(({ lines }) => lines)), most, largest }
  })
  const compares = features.flatMap((file) => [...read(file).matchAll(/\bstatus (?:===|!==) '/g)].map(() => file))
  const largest = [...Map.groupBy(compares, (file) => file)]
    .map(([file, { length }]) => `${length} ${file}`)
    .toSorted((a, b) => Number.parseInt(b) - Number.parseInt(a))
  return [...sizes, { name: 'comparisons of a status with a literal', value: compares.length, most: 257, largest }]
}

const measures = [...codeMeasures(), ...(await sqlMeasures()), ...folderMeasures(), ...screenMeasures()]
for (const { name, value, most, largest = [] } of measures) {
  process.stdout.write(
    `${String(value).padStart(6)}  of ${String(most).padStart(4)}  ${name}${value > most ? '  OVER' : ''}\n`,
  )
  if (asked.files) for (const one of largest.slice(0, 12)) process.stdout.write(`              ${one}\n`)
}
if (measures.some(({ value, most }) => value > most)) process.exitCode = 1
