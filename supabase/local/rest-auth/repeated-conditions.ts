type Parameter = [name: string, value: string]

/** `or`, `tasks.not.and`: where it stands, and what it is. */
const group = /^(.*\.)?((?:not\.)?(?:or|and))$/
const column = /^(.*\.)?([^.]+)$/
const comparison = /^(not\.)?(\w+)(?:\([^()]*\))?\./
/** A list, or a value without a sign that a group reads as its own. */
const standsInGroup = /^(?:[^(]*\.)?(?:\([^()"]*\)|[^,()"]*)$/

/**
 * Each parameter of an address is one more condition: `or=(a)&or=(b)` asks for rows of which both hold, and so does
 * `name=like.*x*&name=like.*y*`. The library asks for either of the first and forgets the first of the second. So what
 * is repeated goes into one `and=(…)`, at each related table by itself; everything else stays. Values are opaque words
 * (`withOpaqueValues`).
 */
export function joinRepeated(parameters: Parameter[], isFilter: (name: string) => boolean): Parameter[] {
  const joined = new Map<string, string[]>()
  const places = parameters.map(([name, value]) => (isFilter(name) ? placeOf(name, value) : null))
  const isRepeated = (at: number) => {
    const place = places[at]
    return place ? places.some((other, index) => index !== at && other !== null && collide(place, other)) : false
  }
  const stay = parameters.filter((_, at) => {
    const place = places[at]
    if (!place || !isRepeated(at)) return true
    joined.set(place.table, [...(joined.get(place.table) ?? []), place.text])
    return false
  })
  for (const [table, conditions] of joined) {
    const at = stay.findIndex(([name]) => name === `${table}and`)
    const more = at < 0 ? [] : stay.splice(at, 1).map(([, value]) => `and${value}`)
    stay.push([`${table}and`, `(${[...more, ...conditions].join(',')})`])
  }
  return stay
}

type Place = { table: string; of: string; operator: string; isNot: boolean; text: string }

function placeOf(name: string, value: string): Place | null {
  const [, table = '', kind] = group.exec(name) ?? []
  if (kind !== undefined)
    return value.startsWith('(') ? { table, of: '(', operator: '', isNot: false, text: kind + value } : null
  const [, within = '', of = ''] = column.exec(name) ?? []
  const [, not, operator = ''] = comparison.exec(value) ?? []
  if (!operator || !standsInGroup.test(value)) return null
  return { table: within, of, operator, isNot: not !== undefined, text: `${of}.${value}` }
}

/** `gte` and `lte` of one column are both heard as they are. */
const collide = (one: Place, other: Place): boolean =>
  one.table === other.table && one.of === other.of && (one.operator === other.operator || one.isNot || other.isNot)
