const conditions = /(^|\.)(or|and)$/
const notFilters = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict', 'apikey'])
const quoted = /"(?:[^"\\]|\\.)*"/g
const alone = /^(?:not\.)?i?match(?:\((?:any|all)\))?\./i
const among = /\.(?:not\.)?i?match(?:\((?:any|all)\))?\./i
/** Related rows in related rows in related rows. */
export const mostLevels = 3
/** A condition in a condition, and `->a->b`, are calls within calls to the database: 800 of them break it. */
const mostConditions = 20
const mostSteps = 20
const steps = new RegExp(`(?:->[^-,()&=]*){${mostSteps + 1}}`)

/**
 * Why an address of the REST API is not answered, or null. One request must not take the one session of PGlite from
 * everybody else: a pattern with references back (`(.+)(.+)(.+)\3\2\1`) thinks for hours, and tasks of comments of tasks
 * of comments have no end. Every visitor holds the publishable key.
 */
export function refusalOfAddress(address: string): Response | null {
  const parameters = [...new URL(address).searchParams]
  if (parameters.some(asksForRegularExpression)) return refuse('Regular expressions are not part of this server')
  const selects = parameters.filter(([name]) => name === 'select').map(([, value]) => value.replace(quoted, ''))
  if (selects.some((select) => select.includes('"'))) return refuse('A quote in select is not closed')
  if (selects.some((select) => levelsOf(select) > mostLevels))
    return refuse(`Related rows can be asked for ${mostLevels} levels deep`)
  const nested = parameters.filter(([name]) => conditions.test(name)).map(([, value]) => value.replace(quoted, ''))
  if (nested.some((condition) => levelsOf(condition) > mostConditions))
    return refuse(`Conditions can be ${mostConditions} levels deep`)
  if (parameters.some(([name, value]) => steps.test(name) || steps.test(value)))
    return refuse(`A path into JSON can have ${mostSteps} steps`)
  return null
}

function asksForRegularExpression([name, value]: [string, string]): boolean {
  if (notFilters.has(name)) return false
  return conditions.test(name) ? among.test(value.replace(quoted, '""')) : alone.test(value)
}

/** How deep the brackets of a list of columns go: 0 asks for no related row. */
export function levelsOf(select: string): number {
  let open = 0
  let most = 0
  for (const sign of select) {
    if (sign === '(') open += 1
    if (sign === ')') open -= 1
    most = Math.max(most, open)
  }
  return most
}

const refuse = (message: string): Response =>
  Response.json({ code: 'PGRST100', message, details: null, hint: null }, { status: 400 })
