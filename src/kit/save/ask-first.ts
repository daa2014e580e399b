import { confirmChange } from '../confirm'

/** The questions that the database asks before something unusual (`private.must_say_yes`). */
export type Unusual =
  | 'nothing_to_pay'
  | 'priced_for_another'
  | 'paid_before'
  | 'tax_charged'
  | 'late_discount'
  | 'old_rate'
  | 'without_xrechnung'
  | 'new_account'
  | 'material_missing'
  | 'unusual_worth'
  | 'till_below_zero'
  | 'till_differs'
  | 'counted_since'

/** A request of the database client that is not sent yet. */
type Unsent<Answer> = { setHeader: (name: string, value: string) => { throwOnError: () => PromiseLike<Answer> } }

/**
 * Sends a request that the database may ask about. `request` makes it anew; the answers go in its header `x-yes`. Each
 * question is shown, and with a yes the request is sent again. `said`: what the person agreed to on the screen already.
 * @throws the refusal of the database after a no
 */
export async function askFirst<Answer>(request: () => Unsent<Answer>, said: readonly Unusual[] = []): Promise<Answer> {
  const yes: string[] = [...said]
  for (;;)
    try {
      return await request().setHeader('x-yes', yes.join(', ')).throwOnError()
    } catch (error) {
      const asked = askedIn(error)
      if (asked === null || yes.includes(asked.name) || !(await isMeant(asked.words))) throw error
      yes.push(asked.name)
    }
}

/** The question of a refusal; null for another error. */
function askedIn(error: unknown): { name: string; words: string } | null {
  if (!(error instanceof Error)) return null
  const details: unknown = Reflect.get(error, 'details')
  const name = typeof details === 'string' ? /^asks: ([a-z_]+)$/.exec(details)?.[1] : undefined
  return name === undefined ? null : { name, words: error.message }
}

/** Shows `What is unusual. Do it anyway?` and answers whether the person said yes. */
function isMeant(words: string): Promise<boolean> {
  const [, text = '', question = words] = /^(.*\.) ([^.]+\?)$/s.exec(words) ?? []
  return new Promise((resolve) =>
    confirmChange({
      title: question,
      text,
      confirm: question.replace(/\?$/, ''),
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
    }),
  )
}
