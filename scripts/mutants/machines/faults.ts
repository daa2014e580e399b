import ts from 'typescript'

export const machineKinds = ['guard removed', 'target changed', 'delay wrong', 'action dropped'] as const
export type MachineKind = (typeof machineKinds)[number]

/** A fault of a machine: what to write instead of a part of its source. */
export type MachineFault = { file: string; line: number; kind: MachineKind; what: string; source: string }

type Change = { kind: MachineKind; node: ts.Node; what: string; from: number; to: number; text: string }

/** Values of `on`, `after` and these are targets when they are plain text. */
const leads = ['onDone', 'onError', 'always']
const holders = ['on', 'after']

const nameOf = (node: ts.Node): string =>
  ts.isPropertyAssignment(node) && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) ? node.name.text : ''

/** All faults of one source, in its order. */
export function faultsOf(file: string, source: string): MachineFault[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const changes: Change[] = []
  const visit = (node: ts.Node): void => {
    changes.push(...changesAt(node))
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return changes.map(({ kind, node, what, from, to, text }) => ({
    file,
    line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1,
    kind,
    what,
    source: source.slice(0, from) + text + source.slice(to),
  }))
}

function changesAt(node: ts.Node): Change[] {
  if (ts.isVariableDeclaration(node)) return delaysOf(node)
  if (!ts.isPropertyAssignment(node)) return []
  const name = nameOf(node)
  if (name === 'delays' && ts.isObjectLiteralExpression(node.initializer))
    return node.initializer.properties.flatMap((delay) => (ts.isPropertyAssignment(delay) ? delayOf(delay) : []))
  if (name === 'guard') return [dropped('guard removed', node, node.initializer.getText())]
  if (name === 'entry' || name === 'exit') return isState(node) ? actionsOf(node) : []
  if (name === 'actions' && !isSetup(node)) return actionsOf(node)
  return targetOf(node)
}

/** The property with the comma behind it. */
function dropped(kind: MachineKind, node: ts.Node, what: string): Change {
  const text = node.getSourceFile().text
  const to = text.startsWith(',', node.end) ? node.end + 1 : node.end
  return { kind, node, what: shortened(what), from: node.getStart(), to, text: '' }
}

const shortened = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 60)

/** In a context, `entry` may be a value. */
const isState = ({ initializer }: ts.PropertyAssignment): boolean =>
  ts.isStringLiteral(initializer) || ts.isArrayLiteralExpression(initializer)

/** The actions of `setup` are named there and used elsewhere. */
const isSetup = (node: ts.PropertyAssignment): boolean => {
  const call = node.parent.parent
  return ts.isCallExpression(call) && /^(setup|.*provide)$/.test(call.expression.getText())
}

function actionsOf(node: ts.PropertyAssignment): Change[] {
  const { initializer } = node
  return ts.isArrayLiteralExpression(initializer)
    ? initializer.elements.map((action) => dropped('action dropped', action, action.getText()))
    : [dropped('action dropped', node, initializer.getText())]
}

function targetOf(node: ts.PropertyAssignment): Change[] {
  const { initializer: value } = node
  if (!ts.isStringLiteral(value)) return []
  const name = nameOf(node)
  const holder = nameOf(node.parent.parent)
  if (name !== 'target' && !leads.includes(name) && !holders.includes(holder)) return []
  const others = statesBeside(node).filter((state) => state !== value.text.replace(/^\./, ''))
  const other = value.text.startsWith('#') ? null : others[others.length - 1]
  if (name === 'target' && !other) return [dropped('target changed', node, `${value.text}, dropped`)]
  if (!other) return []
  const text = `'${value.text.startsWith('.') ? '.' : ''}${other}'`
  return [
    {
      kind: 'target changed',
      node,
      what: `${value.text}, now ${other}`,
      from: value.getStart(),
      to: value.end,
      text,
    },
  ]
}

/** The names of the states among which the target is looked for. */
function statesBeside(node: ts.Node): string[] {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent)
    if (ts.isPropertyAssignment(at) && nameOf(at) === 'states' && ts.isObjectLiteralExpression(at.initializer))
      return at.initializer.properties.map((state) => state.name?.getText().replaceAll("'", '') ?? '')
  return []
}

/** Twice as long. */
function delayOf(node: ts.PropertyAssignment): Change[] {
  const { initializer: value } = node
  if (ts.isIdentifier(value)) return []
  const text = ts.isArrowFunction(value)
    ? `(args: never) => 2 * (${value.getText()})(args)`
    : `2 * (${value.getText()})`
  return [{ kind: 'delay wrong', node, what: `${nameOf(node)} doubled`, from: value.getStart(), to: value.end, text }]
}

/** Times that a machine names at the top of its file: numbers, and lists of them. */
function delaysOf(node: ts.VariableDeclaration): Change[] {
  if (!ts.isVariableStatement(node.parent.parent) || !ts.isSourceFile(node.parent.parent.parent)) return []
  const numbers = node.initializer
    ? ts.isArrayLiteralExpression(node.initializer)
      ? [...node.initializer.elements]
      : [node.initializer]
    : []
  return numbers.filter(ts.isNumericLiteral).map((number) => ({
    kind: 'delay wrong',
    node: number,
    what: `${node.name.getText()}: ${number.text} doubled`,
    from: number.getStart(),
    to: number.end,
    text: `2 * ${number.text}`,
  }))
}
