/** What a request says in `Prefer`, by names: the first of each, as in PostgREST. */
export function preferencesOf(headers: Headers): ReadonlyMap<string, string> {
  const said = (headers.get('prefer') ?? '').split(',').map((one) => one.trim().split('='))
  return new Map(said.toReversed().map(([name = '', value = '']) => [name.trim(), value.trim()]))
}

/** The order in which PostgREST says what it did. */
const order = ['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'timezone', 'max-affected']

/**
 * Says in an answer that the handling, the time zone and the most rows were applied as well, which the library leaves out:
 * a time zone that the database knows, and the most rows where they are strict.
 */
export function sayApplied(answer: Response, asked: ReadonlyMap<string, string>, knowsTimezone: boolean): void {
  const handling = asked.get('handling')
  const most = handling === 'strict' ? asked.get('max-affected') : undefined
  const applied = [
    ...(answer.headers.get('preference-applied') ?? '').split(',').map((one) => one.trim()),
    /^(strict|lenient)$/.test(handling ?? '') ? `handling=${handling}` : '',
    knowsTimezone ? `timezone=${asked.get('timezone')}` : '',
    /^\d+$/.test(most ?? '') ? `max-affected=${most}` : '',
  ].filter(Boolean)
  const placeOf = (one: string) => order.indexOf(one.split('=')[0] ?? '')
  const inOrder = [...new Set(applied)].toSorted((one, other) => placeOf(one) - placeOf(other))
  if (inOrder.length > 0) answer.headers.set('preference-applied', inOrder.join(', '))
}
