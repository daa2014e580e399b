import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** One select of the app: what it asks of which table or function, and where it is written. */
export type Select = { of: 'table' | 'function'; name: string; columns: string; where: string }

/** A select of which the table or the columns are known at run time alone. */
export type Unread = { where: string; text: string }

type Known = readonly string[] | null
type Source = { of: Select['of']; names: readonly string[] }
type Found = { node: ts.Node; file: ts.SourceFile }

const files = new Map<string, ts.SourceFile | null>()

function parse(path: string): ts.SourceFile | null {
  const known = files.get(path)
  if (known !== undefined) return known
  let file: ts.SourceFile | null = null
  try {
    file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  } catch {
    // No file of that name: of a package, or with another ending.
  }
  files.set(path, file)
  return file
}

const moduleOf = (from: ts.SourceFile, name: string): ts.SourceFile | null => {
  const base = name.startsWith('@/') ? join('src', name.slice(2)) : join(dirname(from.fileName), name)
  const endings = /\.tsx?$/.test(base) ? [''] : ['.ts', '.tsx', '/index.ts']
  for (const ending of endings) {
    const file = parse(base + ending)
    if (file) return file
  }
  return null
}

const isNamed = (node: ts.Node, name: string): boolean =>
  (ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isImportSpecifier(node)) &&
  node.name !== undefined &&
  ts.isIdentifier(node.name) &&
  node.name.text === name

/** Those declarations of a name below a node that are not hidden in a function of their own. */
function declaredBelow(scope: ts.Node, name: string): ts.Node | null {
  let found: ts.Node | null = null
  const look = (node: ts.Node): void => {
    if (found) return
    if (isNamed(node, name)) found = node
    else if (node === scope || !ts.isFunctionLike(node)) ts.forEachChild(node, look)
  }
  look(scope)
  return found
}

/** What a name says where it is used: its declaration, in its own file where it is imported. */
function declarationOf({ node, file }: Found, name: string): Found | null {
  for (let scope: ts.Node = node.parent; scope; scope = scope.parent) {
    if (!ts.isFunctionLike(scope) && !ts.isSourceFile(scope) && !ts.isBlock(scope)) continue
    const found = declaredBelow(scope, name)
    if (!found) continue
    if (!ts.isImportSpecifier(found)) return { node: found, file }
    const from = found.parent.parent.parent.moduleSpecifier
    const other = ts.isStringLiteral(from) ? moduleOf(file, from.text) : null
    const there = other && declaredBelow(other, (found.propertyName ?? found.name).text)
    return there ? { node: there, file: other } : null
  }
  return null
}

const bare = (node: ts.Node): ts.Node =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isAwaitExpression(node) ||
  ts.isNonNullExpression(node)
    ? bare(node.expression)
    : node

/** The texts that a type of nothing but texts allows. */
function textsOfType(type: ts.TypeNode | undefined): Known {
  if (!type) return null
  if (ts.isUnionTypeNode(type)) return all(type.types.map(textsOfType))
  return ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : null
}

const all = (parts: readonly Known[]): Known =>
  parts.reduce<Known>((sum, part) => (sum && part ? [...sum, ...part] : null), [])

const joined = (one: Known, other: Known): Known =>
  one && other && one.flatMap((left) => other.map((right) => left + right))

/** What a declaration says: its first value, or the values that its type allows. */
function textsOfDeclaration(found: Found | null): Known {
  if (!found) return null
  const { node, file } = found
  if (ts.isVariableDeclaration(node) && node.initializer) return textsOf({ node: node.initializer, file })
  if (ts.isVariableDeclaration(node) && ts.isForOfStatement(node.parent.parent))
    return textsOf({ node: node.parent.parent.expression, file })
  return ts.isParameter(node) ? textsOfType(node.type) : null
}

/** Every text that an expression may be; null where it is known at run time alone. A list is each of its texts. */
function textsOf({ node: whole, file }: Found): Known {
  const node = bare(whole)
  const at = (part: ts.Node) => textsOf({ node: part, file })
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce<Known>(
      (sum, { expression, literal }) => joined(joined(sum, at(expression)), [literal.text]),
      [node.head.text],
    )
  if (ts.isConditionalExpression(node)) return all([at(node.whenTrue), at(node.whenFalse)])
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return joined(at(node.left), at(node.right))
  if (ts.isArrayLiteralExpression(node)) return all(node.elements.map(at))
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const called = declarationOf({ node, file }, node.expression.text)
    return called && all(answersOf(called).map(textsOf))
  }
  return ts.isIdentifier(node) ? textsOfDeclaration(declarationOf({ node, file }, node.text)) : null
}

/** What a function answers, of which its body is one expression or ends with `return`. */
function answersOf({ node, file }: Found): readonly Found[] {
  const value = ts.isVariableDeclaration(node) && node.initializer ? bare(node.initializer) : node
  if (!(ts.isArrowFunction(value) || ts.isFunctionDeclaration(value)) || !value.body) return [{ node: value, file }]
  if (!ts.isBlock(value.body)) return [{ node: value.body, file }]
  return value.body.statements.flatMap((line) =>
    ts.isReturnStatement(line) && line.expression ? [{ node: line.expression, file }] : [],
  )
}

const sum = (sources: readonly (readonly Source[] | null)[]): readonly Source[] | null =>
  sources.includes(null) ? null : sources.flatMap((one) => one ?? [])

/** What a chain of calls asks: the tables and functions of its `from` and `rpc`. */
function sourcesOf({ node: whole, file }: Found): readonly Source[] | null {
  const node = bare(whole)
  const at = (part: ts.Node) => sourcesOf({ node: part, file })
  if (ts.isConditionalExpression(node)) return sum([at(node.whenTrue), at(node.whenFalse)])
  const called = ts.isCallExpression(node) ? bare(node.expression) : node
  if (ts.isPropertyAccessExpression(called) && ts.isCallExpression(node)) {
    const of = { from: 'table', rpc: 'function' }[called.name.text] as Select['of'] | undefined
    const [first] = node.arguments
    const names = of && first ? textsOf({ node: first, file }) : null
    return of && first ? names && [{ of, names }] : at(called.expression)
  }
  const found = ts.isIdentifier(called) ? declarationOf({ node: called, file }, called.text) : null
  if (!found || ts.isParameter(found.node)) return null
  return sum(answersOf(found).map(sourcesOf))
}

/** The selects of one call of `select`; null where one cannot be read. */
function selectsOf(call: ts.CallExpression, receiver: ts.Expression, file: ts.SourceFile, where: string) {
  const [asked] = call.arguments
  const columns = asked ? textsOf({ node: asked, file }) : ['*']
  const sources = sourcesOf({ node: receiver, file })
  return (
    columns &&
    sources?.flatMap(({ of, names }) =>
      names.flatMap((name) => columns.map((text): Select => ({ of, name, columns: text, where }))),
    )
  )
}

/** Every select of the sources below src: those that can be read, and those that cannot. Selects of a text box are none. */
export function selectsOfApp(): { selects: readonly Select[]; unread: readonly Unread[] } {
  const selects: Select[] = []
  const unread: Unread[] = []
  for (const path of globSync('src/**/*.{ts,tsx}').toSorted()) {
    if (/\.test\.tsx?$/.test(path) || !readFileSync(path, 'utf8').includes('.select(')) continue
    const file = parse(path)
    if (!file) continue
    const walk = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
        const { name, expression } = node.expression
        const text = name.text === 'select' ? expression.getText(file) : 'currentTarget'
        const where = `${path}:${file.getLineAndCharacterOfPosition(name.getStart(file)).line + 1}`
        const found = text.endsWith('currentTarget') ? [] : selectsOf(node, expression, file, where)
        if (found) selects.push(...found)
        else unread.push({ where, text: node.getText(file).replace(/\s+/g, ' ').slice(0, 100) })
      }
      ts.forEachChild(node, walk)
    }
    walk(file)
  }
  return { selects, unread }
}
