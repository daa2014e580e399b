import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** A test by its file and its title, with those of what it stands in. */
export type FoundTest = { file: string; title: string; body: string }

const known = new Map<string, FoundTest[]>()

/** The tests of a file, in their order, read from its source. */
export function testsOf(file: string): readonly FoundTest[] {
  const read = known.get(file) ?? readTests(file)
  known.set(file, read)
  return read
}

function readTests(file: string): FoundTest[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: FoundTest[] = []
  const visit = (node: ts.Node, around: readonly string[]): void => {
    const titled = ts.isCallExpression(node) ? titleOf(node) : null
    if (titled?.kind === 'test')
      found.push({ file, title: [...around, titled.title].join(' › '), body: node.getText(source) })
    else ts.forEachChild(node, (child) => visit(child, titled ? [...around, titled.title] : around))
  }
  visit(source, [])
  return found
}

/** `test('title', …)`, `test.each(…)('title', …)`, and the same of `describe`. */
function titleOf({ expression, arguments: [first] }: ts.CallExpression) {
  if (!first || !ts.isStringLiteralLike(first)) return null
  const [, kind] = /^(test|describe)\b/.exec(expression.getText()) ?? []
  return kind === undefined ? null : { kind, title: first.text }
}

/** The first test in these files that calls a method of this name. */
export function testThatCalls(method: string, files: readonly string[]): FoundTest | null {
  const calls = new RegExp(`\\.${method}(?:<[^>]*>)?\\(`)
  return files.flatMap((file) => testsOf(file)).find(({ body }) => calls.test(body)) ?? null
}
