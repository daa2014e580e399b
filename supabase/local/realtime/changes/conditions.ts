import { quoted } from '../../engine/quoted-name.ts'

/** One condition of a filter: `column=operator.value`, with `not.` before the operator or without. */
export type Condition = {
  /** The column, and the keys within it for `data->>name`. */
  column: string
  path: readonly { key: string; asText: boolean }[]
  isNegated: boolean
  operator: Operator
  /** One value; several for `in`. */
  values: readonly string[]
}

const comparisons = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  isdistinct: 'is distinct from',
} as const
const patterns = { like: 'like', ilike: 'ilike', match: '~', imatch: '~*' } as const
const states = ['null', 'true', 'false', 'unknown']
const mostValues = 100
const mostConditions = 20

type Operator = keyof typeof comparisons | keyof typeof patterns | 'in' | 'is'
const operators = new Set<string>([...Object.keys(comparisons), ...Object.keys(patterns), 'in', 'is'])
const isOperator = (text: string): text is Operator => operators.has(text)

/** Reads a filter, whose conditions have commas between them. Null when it is none. */
export function readFilter(filter: string): Condition[] | null {
  if (filter === '') return []
  const parts = split(filter)
  const conditions = parts?.map(readCondition)
  return conditions && conditions.length <= mostConditions && conditions.every((one) => one !== null)
    ? conditions
    : null
}

/**
 * A condition as SQL over the row `r`. Its values join `parameters`; a column of JSON is compared as text. `typeOf` says
 * the SQL type of a column.
 */
export function conditionSql(
  { column, path, isNegated, operator, values }: Condition,
  typeOf: string,
  parameters: string[],
): string {
  const given = (type: string) =>
    values.map((value) => `$${parameters.push(value)}::text${type === 'text' ? '' : `::${type}`}`)
  const steps = path.map(({ key, asText }) => `${asText ? '->>' : '->'} ($${parameters.push(key)}::text)`)
  const place = `(r.${quoted(column)} ${steps.join(' ')})`
  const type = path.length === 0 ? typeOf : path.at(-1)?.asText ? 'text' : 'jsonb'
  const sql = () => {
    if (operator === 'is') return `${place} is ${values[0]}`
    if (operator === 'in') return `${place} in (${given(type).join(', ')})`
    if (operator in patterns) return `${place}::text ${patterns[operator as keyof typeof patterns]} ${given('text')[0]}`
    return `${place} ${comparisons[operator as keyof typeof comparisons]} ${given(type)[0]}`
  }
  return isNegated ? `not (${sql()})` : `(${sql()})`
}

const condition = /^(?<place>[^=]+)=(?<not>not\.)?(?<operator>[a-z]+)\.(?<value>.*)$/s

function readCondition(text: string): Condition | null {
  const { place, not, operator = '', value = '' } = condition.exec(text)?.groups ?? {}
  if (!place || !isOperator(operator)) return null
  const values = operator === 'in' ? listOf(value) : [unquoted(value)]
  if (!values || values.length === 0 || values.length > mostValues) return null
  if (operator === 'is' && !states.includes(values[0] ?? '')) return null
  const [column = '', ...rest] = place.trim().split(/(->>?)/)
  const path = rest.flatMap((step, index) =>
    index % 2 === 0 ? [{ asText: step === '->>', key: (rest[index + 1] ?? '').replace(/^'(.*)'$/s, '$1') }] : [],
  )
  return { column: unquoted(column), path, isNegated: not !== undefined, operator, values }
}

/** The parts between commas, but for those within quotes or brackets. Null where one of these stays open. */
function split(text: string): string[] | null {
  const parts = ['']
  let isQuoted = false
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '\\' && isQuoted) parts.push(parts.pop() + sign + text.charAt(++at))
    else if (sign === ',' && !isQuoted && depth === 0) parts.push('')
    else {
      if (sign === '"') isQuoted = !isQuoted
      else if (!isQuoted) depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
      parts.push(parts.pop() + sign)
    }
  }
  return isQuoted || depth !== 0 ? null : parts
}

function listOf(text: string): string[] | null {
  const inner = /^\((?<inner>.*)\)$/s.exec(text)?.groups?.['inner']
  return inner === undefined ? null : (split(inner)?.map((part) => unquoted(part)) ?? null)
}

const unquoted = (text: string) => {
  const inner = /^"(?<inner>.*)"$/s.exec(text)?.groups?.['inner']
  return inner === undefined ? text : inner.replaceAll(/\\(.)/gs, '$1')
}
